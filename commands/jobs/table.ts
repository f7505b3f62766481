import type { Pool } from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import { openText, type SealedText, sealText } from '../../platform/keys.ts'
import { plannedParts, withFact } from './facts.ts'
import type { Item, Job, JobState, NewJob, Result, Taken } from './job.ts'
import type { Counting } from './room.ts'

const jobColumns = `id, verb, resource, undoes, is_dry_run as "isDryRun", state, starts_at as "startsAt", finished_at as "finishedAt",
  total, done, unchanged, failed, position,
  (select other.id from command.job other where other.undoes = job.id order by other.created_at desc limit 1) as "undoneBy"`

const shownFor = '7 days'

// What somebody planned is looked up in the calendar, and what was refused of it is opened again.
const scheduledShownFor = '90 days'

const insertedAtOnce = 1_024
const insertItems = `insert into command.job_item (job, index, resource, record, verb, sent, if_version, since)
  select $1, index, resource, record, verb, sent, if_version, since
  from json_to_recordset($2) as item (index int, resource text, record int, verb text, sent jsonb, if_version int, since int)`

type ItemRow = Omit<Item, 'sent' | 'version'> & { sent: SealedText | null; version: number | null }

/** Jobs and their items in PostgreSQL. What items send is sealed with `key`, and forgotten once the item is finished. */
export const jobTable = (pool: Pool, key: Uint8Array) => {
  const bound = (job: string, index: number) => `${job} ${index}`

  const sealed = (job: string, { sent, version, ...item }: Omit<Item, 'index'>, index: number) => ({
    ...item,
    index,
    if_version: version,
    sent: sent && sealText(key, JSON.stringify(sent), bound(job, index)),
  })

  /** False for one that was inserted before. @throws Rejected what `checkRoom` does, or when another one has the turn */
  const insert = (
    job: NewJob,
    person: string,
    now: Date,
    checkRoom: (client: Counting) => Promise<void>,
  ): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      // Jobs of one person are counted one after the other: of many that are started at once, each sees those before it.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`jobs of ${person}`])
      const { rowCount } = await client.query(
        `insert into command.job (id, person, verb, resource, undoes, is_dry_run, is_silent, correlation_id, starts_at, total, is_atomic, turn, is_scheduled, fields, facts)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing`,
        [
          job.id,
          person,
          job.verb,
          job.resource,
          job.undoes ?? null,
          job.isDryRun ?? false,
          job.isSilent ?? false,
          job.correlationId ?? null,
          job.startsAt ?? now,
          job.items.length,
          job.isAtomic ?? false,
          job.turn ?? null,
          ...plannedParts(job, person, now),
        ],
      )
      // Another one has the turn, unless it is this very job that was started before.
      if (rowCount === 0) {
        const known = await client.query('select 1 from command.job where id = $1', [job.id])
        if (known.rowCount === 0) throw new Rejected('Another import is under way. Please wait until it is finished.')
        return false
      }
      await checkRoom(client)
      // The next ones are sealed while these are inserted.
      let inserting: Promise<unknown> = Promise.resolve()
      for (let from = 0; from < job.items.length; from += insertedAtOnce) {
        const rows = job.items.slice(from, from + insertedAtOnce).map((item, at) => sealed(job.id, item, from + at))
        await inserting
        inserting = client.query(insertItems, [job.id, JSON.stringify(rows)])
      }
      await inserting
      return true
    })

  /** Unfinished jobs, the first to begin first and two of each person: somebody works on them, nobody does any more, or they wait for their time. */
  const open = async (): Promise<{ id: string; person: string; state: JobState; startsAt: Date }[]> => {
    const text = `with unfinished as (
        select *, row_number() over (partition by person order by starts_at, created_at, id) as nth
        from command.job where finished_at is null
      ) select id, person, state, starts_at as "startsAt" from unfinished where nth <= 2 order by starts_at limit 100`
    return (await pool.query<{ id: string; person: string; state: JobState; startsAt: Date }>(text)).rows
  }

  /** Null for one that is finished, or was moved to a later moment. */
  const take = async (id: string, now: Date): Promise<Taken | null> => {
    const { rows } = await pool.query<Taken>(
      `update command.job set state = 'running', run = run + 1
       where id = $1 and finished_at is null and not (is_scheduled and state = 'waiting' and starts_at > $2)
       returning id, person, undoes is not null as "isUndo", is_dry_run as "isDryRun", is_silent as "isSilent",
         is_cancelled as "isCancelled", is_atomic as "isAtomic", is_atomic and not is_checked as "isUnchecked", is_scheduled as "isScheduled", correlation_id as "correlationId", cursor, run`,
      [id, now],
    )
    return rows[0] ?? null
  }

  const itemsFrom = async (job: string, cursor: number, limit: number): Promise<Item[]> => {
    const { rows } = await pool.query<ItemRow>(
      `select index, resource, record, verb, sent, if_version as version, since from command.job_item
       where job = $1 and index >= $2 order by index limit $3`,
      [job, cursor, limit],
    )
    return rows.map((row) => ({
      ...row,
      sent: row.sent && JSON.parse(openText(key, row.sent, bound(job, row.index))),
    }))
  }

  /** Keeps results and moves the cursor behind them, in one statement. Null when another process has the job by now. */
  const save = async (
    { id, run }: Taken,
    results: readonly Result[],
    position: bigint | null,
  ): Promise<{ isCancelled: boolean } | null> => {
    const of = (state: Result['state']) => results.filter((result) => result.state === state).length
    const { rows } = await pool.query<{ isCancelled: boolean }>(
      `with moved as (
         update command.job set cursor = cursor + $3, done = done + $4, unchanged = unchanged + $5, failed = failed + $6,
           position = greatest(position, $7::bigint)
         where id = $1 and run = $2 and finished_at is null returning is_cancelled, is_scheduled
       ), kept as (
         update command.job_item item set state = result.state, message = result.message ->> 'id',
           message_values = result.message -> 'values', since = result.since,
           if_version = case when is_kept then item.if_version else result.version end,
           sent = case when is_kept then item.sent end
         from moved, json_to_recordset($8) as result (index int, state text, message jsonb, since int, version int),
           lateral (select moved.is_scheduled and result.state = 'refused' as is_kept) kept
         where item.job = $1 and item.index = result.index
       )
       select is_cancelled as "isCancelled" from moved`,
      [
        id,
        run,
        results.length,
        of('done') + of('unchanged'),
        of('unchanged'),
        of('refused'),
        position === null ? null : String(position),
        JSON.stringify(results),
      ],
    )
    return rows[0] ?? null
  }

  const markChecked = async ({ id, run }: Taken): Promise<boolean> => {
    const text = 'update command.job set is_checked = true where id = $1 and run = $2 and finished_at is null'
    return (await pool.query(text, [id, run])).rowCount === 1
  }

  const notMade = async (id: string): Promise<{ resource: string; record: number }[]> => {
    const text = `select resource, record from command.job_item
      where job = $1 and verb = 'create' and record is not null and state in ('refused', 'waiting')`
    return (await pool.query<{ resource: string; record: number }>(text, [id])).rows
  }

  const finish = async ({ id, run }: Taken, state: 'done' | 'cancelled'): Promise<void> => {
    await pool.query(
      `with ended as (
         update command.job set state = $3, finished_at = clock_timestamp(), facts = ${withFact("'ScheduleRan'", "'{}'")}
         where id = $1 and run = $2 returning id, is_scheduled
       ) update command.job_item set sent = null from ended where job = ended.id and sent is not null and not is_scheduled`,
      [id, run, state],
    )
  }

  /** Cancels what has not begun at once, and what runs after the items that are under way. */
  const cancel = async (person: string, id: string, by = person): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update command.job set is_cancelled = true,
         facts = case when state = 'waiting' then ${withFact("'ScheduleCancelled'", "jsonb_build_object('by', $3::text)")} else facts end,
         state = case when state = 'waiting' then 'cancelled' else state end,
         finished_at = case when state = 'waiting' then clock_timestamp() end
       where id = $1 and person = $2 and finished_at is null`,
      [id, person, by],
    )
    return rowCount === 1
  }

  const find = async (person: string, id: string): Promise<Job | null> => {
    const text = `select ${jobColumns} from command.job where id = $1 and person = $2`
    return (await pool.query<Job>(text, [id, person])).rows[0] ?? null
  }

  const list = async (person: string, limit: number): Promise<Job[]> => {
    const text = `select ${jobColumns} from command.job where person = $1 order by created_at desc limit $2`
    return (await pool.query<Job>(text, [person, limit])).rows
  }

  /** What became of each item, in order; only refused ones when asked so. */
  const results = async (
    id: string,
    limit: number,
    isRefusedOnly: boolean,
  ): Promise<(Pick<Item, 'resource' | 'record' | 'verb'> & Result)[]> => {
    const text = `select index, resource, record, verb, state, since, if_version as version,
        case when message is not null then jsonb_build_object('id', message, 'values', message_values) end as message
      from command.job_item
      where job = $1 ${isRefusedOnly ? "and state = 'refused'" : ''} order by index limit $2`
    return (await pool.query<Pick<Item, 'resource' | 'record' | 'verb'> & Result>(text, [id, limit])).rows
  }

  /** What takes back what a job did, the last first; one item for a record unless others came in between. */
  const inverse = async (id: string): Promise<Omit<Item, 'index'>[]> => {
    const { rows } = await pool.query<Omit<Item, 'index'>>(
      `with done as (
         select *, sum(if_version - since) over same = max(if_version) over same - min(since) over same as is_whole,
           min(since) over same as first, row_number() over (partition by resource, record order by index desc) as nth
         from command.job_item where job = $1 and state = 'done' window same as (partition by resource, record)
       )
       select resource, record, 'undo' as verb, null as sent, if_version as version,
         case when is_whole then first else since end as since
       from done where nth = 1 or not is_whole order by index desc`,
      [id],
    )
    return rows
  }

  const sweep = async (): Promise<void> => {
    await pool.query(`delete from command.job where facts = '[]' and finished_at < clock_timestamp() -
      case when is_scheduled then interval '${scheduledShownFor}' else interval '${shownFor}' end`)
  }

  return {
    insert,
    open,
    take,
    itemsFrom,
    save,
    markChecked,
    notMade,
    finish,
    cancel,
    find,
    list,
    results,
    inverse,
    sweep,
  }
}

export type JobTable = ReturnType<typeof jobTable>
