import { inEnglish, type Message } from '../../domain/message.ts'
import { employees } from '../../domain/person.ts'
import { personalText } from '../../domain/people/masked.ts'
import type { Resource } from '../../domain/resource.ts'
import { actorNameSql, listName, quote } from '../sql.ts'
import { hidesNameOf } from './conditions.ts'
import { describe } from './describe.ts'
import { type JobCounts, openJobCounts } from './job-counts.ts'
import { type ActivityCursor, type ActivityOptions, countedUntil, findPage, type Found, isCountKept } from './page.ts'
import { openPageStarts, type PageStarts } from './page-starts.ts'
import { type ActedEntry, type ActedRow, entriesOf, labelsOfFields } from './entry.ts'
import { remembered } from '../../platform/remembered.ts'
import type { Reader } from '../reader.ts'

/** One entry, under the wire's names (docs/specification/wire.md#fields). `id` is the event's position. */
export type ActivityEntry = ActedEntry & {
  actionType: string
  actionDesc: string
  /** The message that `actionDesc` is in English. */
  says: Message
  modelAffected: string | null
  modelID: string | null
  recordName: string | null
  changedFields: string[]
  /** What people call these fields. */
  changedLabels: string[]
  /** The job that it was part of, and how many records this did the same to. */
  job: { id: string; count: number } | null
  /** The name of the address from which sign-ins failed. */
  address: string | null
  /** The request that led to it. */
  requestId: string | null
}

type Result = ActedRow & {
  id: string
  action_type: string
  event_type: string | null
  attempts: number | null
  told: string | null
  address: string | null
  resource: string | null
  record_id: number | null
  record_name: string | null
  changed_fields: string[]
  job: string | null
  request_id: string | null
}

type Resources = ReadonlyMap<string, Resource>

const saidOf = (says: Message) => ({ actionDesc: inEnglish(says), says })

const recordNameSql = (resources: Resources): string => {
  // What belongs to a person is named where it is shown, and nowhere else.
  const shown = ({ owner }: Resource) => (owner === undefined ? '' : ` and r.${quote(owner)} = ''`)
  const cases = [...resources].map(
    ([name, resource]) =>
      `when '${name}' then (select r.label from ${quote(name)} r where r.id = one.record_id${shown(resource)})`,
  )
  return cases.length === 0 ? 'null' : `case one.resource ${cases.join(' ')} end`
}

const eventColumns =
  'position::text as id, at, actor_type, actor_id, action_type, event_type, attempts, told, address, resource, record_id, changed_fields, job, request_id'
// Apart from the page: to plan it takes several times as long as to find a page by its filter.
const entriesText = remembered(
  (resources: Resources) =>
    `select ${eventColumns}, ${actorNameSql('one.actor_type', 'one.actor_id')} as actor_name, ${recordNameSql(resources)} as record_name
    from activity one where one.position = any($1::bigint[]) order by one.at desc, one.position desc`,
)

const entriesAt = async (pool: Reader, resources: Resources, found: readonly Found[]): Promise<Result[]> => {
  const positions = found.flatMap(({ entry }) => entry ?? [])
  if (positions.length === 0) return []
  const text = entriesText(resources)
  return (await pool.query<Result>({ ...listName(text), text, values: [positions] })).rows
}

const kindOf = (row: Pick<Result, 'job' | 'resource' | 'action_type'>) =>
  `${row.job} ${row.resource} ${row.action_type}`

/** What is kept of a trail between those who read it: where pages far behind began, and what jobs did. */
export type TrailCache = { starts: PageStarts; jobs: JobCounts }

/** A cache of the trail, for one process. */
export const openTrailCache = (): TrailCache => ({ starts: openPageStarts(), jobs: openJobCounts() })

/** A page of the trail, newest first, with the total. */
export const listActivity = async (
  pool: Reader,
  asked: ActivityOptions,
  resources: Resources,
  cache: TrailCache = openTrailCache(),
): Promise<{ rows: ActivityEntry[]; total: number; isMore: boolean; last: ActivityCursor | null }> => {
  const options = { ...asked, isThen: pool.isThen }
  const found = await findPage(pool, resources, options, cache.starts)
  const rows = await entriesAt(pool, resources, found)
  const jobs = await cache.jobs.of(pool, [...new Set(rows.flatMap(({ job }) => job ?? []))])
  const counts = new Map(jobs.map(({ count, ...kind }) => [kindOf(kind), count]))
  const isNameless = hidesNameOf(resources, options.hidden)
  const isUnnamed = options.hidden.has(employees)
  const acted = rows.map((row) =>
    isUnnamed && row.actor_type === employees && row.actor_name !== null ? { ...row, actor_name: personalText } : row,
  )
  const entries = entriesOf(acted, (row) => ({
    actionType: row.action_type,
    ...saidOf(describe(resources, row)),
    modelAffected: row.resource,
    modelID: row.record_id === null ? null : String(row.record_id),
    recordName: row.record_name !== null && isNameless(row.resource) ? personalText : row.record_name,
    changedFields: row.changed_fields,
    changedLabels: labelsOfFields(resources.get(row.resource ?? ''), row.changed_fields),
    job: row.job === null ? null : { id: row.job, count: counts.get(kindOf(row)) ?? 1 },
    address: row.address,
    requestId: row.request_id,
  }))
  const total = Number(found[0]?.list_total ?? 0)
  const last = found.findLast(({ entry }) => entry !== null)
  return {
    rows: entries,
    total,
    isMore: options.counted === undefined && !isCountKept(resources, options) && total >= countedUntil(options),
    last: last?.entry ? { at: last.moment, position: last.entry } : null,
  }
}
