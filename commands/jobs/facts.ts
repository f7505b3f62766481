import type { Pool } from 'pg'
import type { ScheduleEvent } from '../../domain/events/schedule.ts'
import { type Actor, actorNamed, type JsonObject } from '../../domain/event.ts'
import type { Audit } from '../audit.ts'
import { fieldOfName } from '../schedule/merge.ts'
import type { NewJob } from './job.ts'

/** What the trail is to be told of a job; its `id` is the event's, so that it is told once. `by` names who did it: `user-7`. */
type Fact = { id: string; type: ScheduleEvent; by?: string; data: JsonObject }

/** True for what a person has planned: the trail tells of it, and the calendar shows it. */
export const isPlanned = ({ actor, startsAt, isDryRun = false }: NewJob, now: Date): boolean =>
  actor.type !== 'system' && startsAt !== undefined && startsAt > now && !isDryRun

/** The names of the fields that a job sends. */
const fieldsSent = ({ items }: NewJob): string[] => [
  ...new Set(items.flatMap(({ sent }) => Object.keys(sent ?? {}).map(fieldOfName))),
]

/** The columns `is_scheduled`, `fields` and `facts` of a new job. */
export const plannedParts = (job: NewJob, person: string, now: Date): [boolean, string[], string] => {
  if (!isPlanned(job, now)) return [false, [], '[]']
  const fields = fieldsSent(job)
  // The fact's id is the job's: one that is started twice is told of once.
  return [true, fields, JSON.stringify([{ id: job.id, type: 'CommandScheduled', by: person, data: { fields } }])]
}

/** SQL: the facts of a job with one more where it was planned. @param type and more as SQL, `more` an object */
export const withFact = (type: string, more: string): string =>
  `case when is_scheduled then facts || jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'type', ${type}, 'data', '{}'::jsonb) || ${more}::jsonb) else facts end`

type Row = {
  facts: Fact[]
  person: string
  verb: string
  resource: string
  total: number
  record: number | null
  due: Date
  done: number
  failed: number
  correlation: string | null
}

const system: Actor = { type: 'system', id: 'schedule' }

/** Tells the trail what is noted beside jobs. It is noted in the statement that did it, so that no crash can forget it. */
export const jobFacts = (pool: Pool, audit: Audit) => {
  const dataOf = (id: string, row: Row, { type, data }: Fact): JsonObject => ({
    schedule: id,
    person: row.person,
    verb: row.verb,
    resource: row.resource,
    count: row.total,
    ...(row.record === null ? {} : { record: row.record }),
    due: row.due.toISOString(),
    ...(type === 'ScheduleRan' ? { done: row.done, refused: row.failed } : {}),
    ...data,
  })

  const find = async (id: string): Promise<Row | undefined> => {
    const text = `select facts, person, verb, resource, total, starts_at as due, done, failed, correlation_id as correlation,
        case when total = 1 then (select item.record from command.job_item item where item.job = job.id limit 1) end as record
      from command.job where id = $1 and facts <> '[]'`
    return (await pool.query<Row>(text, [id])).rows[0]
  }

  /** Answers the position of the last event that was written, null when nothing was left to tell. @throws StoreUnavailable */
  const tell = async (id: string): Promise<bigint | null> => {
    const row = await find(id)
    let position: bigint | null = null
    for (const fact of row ? row.facts : []) {
      const { type, by } = fact
      const said = { actor: by === undefined ? system : actorNamed(by), correlationId: row?.correlation ?? id }
      position = await audit({ type, data: row ? dataOf(id, row, fact) : {} }, { ...said, id: fact.id })
      await pool.query(
        `update command.job set facts = (
           select coalesce(jsonb_agg(fact order by nth), '[]') from jsonb_array_elements(facts) with ordinality as other (fact, nth)
           where fact ->> 'id' <> $2
         ) where id = $1`,
        [id, fact.id],
      )
    }
    return position
  }

  /** Tells what a crash or an outage has left. */
  const tellAll = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>("select id from command.job where facts <> '[]' limit 1000")
    for (const { id } of rows) await tell(id)
  }

  return { tell, tellAll }
}
