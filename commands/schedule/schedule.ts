import type { Pool } from 'pg'
import type { Message } from '../../domain/message.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { checkMoment } from '../../domain/schedule/schedulable.ts'
import type { Item } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** A job that somebody planned. Of up to 100 records it names each; `message` says why the first that was refused was. */
export type Scheduled = {
  id: string
  person: string
  resource: string
  verb: string
  at: Date
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  done: number
  failed: number
  fields: string[]
  records: number[]
  /** The kinds of commands that it holds: mostly one. */
  commands: { resource: string; verb: string }[]
  message: Message | null
  createdAt: Date
  finishedAt: Date | null
}

/** What is looked for: by whom, of which resources; of one person all, whatever they are about. */
export type ScheduleAsked = {
  from: Date
  until: Date
  resources: readonly string[]
  own: string
  person?: string | undefined
  state?: Scheduled['state'] | undefined
}

const state = "case when job.state = 'done' and job.failed > 0 then 'failed' else job.state end"

const columns = `job.id, job.person, job.resource, job.verb, job.starts_at as at,
  ${state} as state,
  job.total, job.done, job.failed, job.fields, job.created_at as "createdAt", job.finished_at as "finishedAt",
  coalesce((select array_agg(item.record order by item.index) from command.job_item item
    where item.job = job.id and item.index < 100 and item.record is not null), '{}') as records,
  (select jsonb_agg(distinct jsonb_build_object('resource', item.resource, 'verb', item.verb))
    from command.job_item item where item.job = job.id) as commands,
  (select jsonb_build_object('id', item.message, 'values', item.message_values) from command.job_item item
    where item.job = job.id and item.state = 'refused' order by item.index limit 1) as message`

/** Who publishes drafts at their moments (app/consumers.ts): what became of these is listed as well. */
const publisher = 'system-publishing'

/** How many a list of a span shows at most. */
export const mostListed = 500

/** What is carried out ahead at most, to see what will be. */
export const mostAhead = 1_000

/** @throws by whoever finds more planned than can be carried out ahead */
export const tooMany = (): Rejected =>
  new Rejected('More than {count} changes are planned until then. Please choose an earlier moment.', 'malformed', {
    values: { count: mostAhead },
  })

/** What waits for a moment, with its commands. */
export type Due = { id: string; person: string; at: Date; isScheduled: boolean; items: readonly Item[] }

const gone = () => new Rejected('It was carried out or cancelled already.')

type Parts = { pool: Pool; jobs: Pick<Jobs, 'cancel' | 'facts' | 'itemsFrom' | 'wake'>; now: () => Date }

/** What people planned for a moment: jobs that wait (docs/decisions/engine/0140). Whoever asks was let in by the caller. */
export const openSchedule = ({ pool, jobs, now }: Parts) => {
  const find = async (id: string): Promise<Scheduled | null> => {
    const text = `select ${columns} from command.job job where job.id = $1 and job.is_scheduled`
    return (await pool.query<Scheduled>(text, [id])).rows[0] ?? null
  }

  /** What happens in a span by schedule, in order; one more than is shown where there are more. */
  const list = async ({
    from,
    until,
    resources,
    own,
    person = '',
    state: asked,
  }: ScheduleAsked): Promise<Scheduled[]> => {
    const text = `select ${columns} from command.job job
      where (job.is_scheduled or job.person = '${publisher}' and job.done > job.unchanged) and job.starts_at >= $1 and job.starts_at < $2
        and (job.resource = any($3) or job.person = $4) and $5 in ('', job.person) and $6 in ('', ${state})
      order by job.starts_at, job.id limit ${mostListed + 1}`
    const values = [from, until, resources, own, person, asked ?? '']
    return (await pool.query<Scheduled>(text, values)).rows
  }

  /** What waits for a moment until then, with what each sends, in order. @throws Rejected when that is more than `mostAhead` commands */
  const due = async (until: Date): Promise<Due[]> => {
    const text = `select job.id, job.person, job.starts_at as at, job.is_scheduled as "isScheduled", job.total from command.job job
      where job.finished_at is null and job.starts_at <= $1 and (job.is_scheduled or job.person = '${publisher}')
      order by job.starts_at, job.created_at, job.id limit ${mostAhead + 1}`
    const { rows } = await pool.query<Omit<Due, 'items'> & { total: number }>(text, [until])
    if (rows.reduce((sum, { total }) => sum + total, 0) > mostAhead) throw tooMany()
    const all: Due[] = []
    for (const { total, ...job } of rows) all.push({ ...job, items: await jobs.itemsFrom(job.id, 0, total) })
    return all
  }

  /** Cancels one that waits; answers the position of the event. @throws Rejected when it is too late */
  const cancel = async ({ id, person }: Pick<Scheduled, 'id' | 'person'>, by: string): Promise<bigint | null> => {
    const isCancelled = await jobs.cancel(person, id, by)
    if (!isCancelled && (await find(id))?.state !== 'cancelled') throw gone()
    return jobs.facts.tell(id)
  }

  /** Moves one that waits to another moment; `by` is whose it is. @throws Rejected when it is too late, or the moment is none */
  const move = async (id: string, by: string, at: Date): Promise<bigint | null> => {
    checkMoment(at, now())
    const { rowCount } = await pool.query(
      `update command.job set starts_at = $3, facts = case when starts_at = $3 then facts else
         facts || jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'type', 'ScheduleMoved', 'by', $2::text,
           'data', jsonb_build_object('from', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'due', $4::text))) end
       where id = $1 and person = $2 and is_scheduled and state = 'waiting'`,
      [id, by, at, at.toISOString()],
    )
    if (rowCount === 0) throw gone()
    await jobs.wake()
    return jobs.facts.tell(id)
  }

  return {
    find,
    list,
    due,
    cancel,
    move,
    /** What a planned change sends, of up to 100 records; what is finished and was not refused sends nothing any more. */
    items: (id: string): Promise<readonly Item[]> => jobs.itemsFrom(id, 0, 100),
    /** Cancels all that waits of a person: they were erased. */
    cancelAllOf: async (person: string, by: string): Promise<void> => {
      const text = "select id from command.job where person = $1 and is_scheduled and state = 'waiting'"
      for (const { id } of (await pool.query<{ id: string }>(text, [person])).rows)
        await cancel({ id, person }, by).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error
        })
    },
    /** Forgets what is kept of changes of these records: whom they tell of was erased. */
    forgetSent: async (records: readonly { resource: Resource; id: number }[]): Promise<void> => {
      const text = `update command.job_item set sent = null, message_values = '{}' from
        unnest($1::text[], $2::int[]) as gone (resource, record)
        where job_item.resource = gone.resource and job_item.record = gone.record and sent is not null`
      await pool.query(text, [records.map(({ resource }) => resource.name), records.map(({ id }) => id)])
    },
  }
}

export type Schedule = ReturnType<typeof openSchedule>
