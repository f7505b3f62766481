import { inEnglish, type Message } from '../../domain/message.ts'
import { employees } from '../../domain/person.ts'
import { personalText } from '../../domain/people/masked.ts'
import type { Resource } from '../../domain/resource.ts'
import { activityList } from '../fold/fold-activity.ts'
import { actorNameSql, placeholders, quote } from '../sql.ts'
import { type ActivityFilter, changes, conditionsOf, hidesNameOf } from './conditions.ts'
import { describe } from './describe.ts'
import { type PageStart, startOfPage } from './far-page.ts'
import { type ActedEntry, type ActedRow, entriesOf, labelsOfFields } from './entry.ts'
import type { Reader } from '../reader.ts'

/** Where a page ends: what comes after it is older, or was written before it at the same moment. */
export type ActivityCursor = { at: string; position: string }

/** `after` takes the entries behind a cursor, whatever came in meanwhile; `counted` says how many there are: all, none, or enough for the pages nearby. */
export type ActivityOptions = ActivityFilter & {
  page: number
  perPage: number
  after?: ActivityCursor | undefined
  counted?: 'all' | 'none' | undefined
}

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
  action_type: string
  event_type: string | null
  attempts: number | null
  address: string | null
  resource: string | null
  record_id: number | null
  record_name: string | null
  changed_fields: string[]
  job: string | null
  request_id: string | null
  moment: string
  position: string
  list_total: number
}

type Resources = ReadonlyMap<string, Resource>

const saidOf = (says: Message) => ({ actionDesc: inEnglish(says), says })

const recordNameSql = (resources: Resources): string => {
  const cases = [...resources.keys()].map(
    (name) => `when '${name}' then (select r.label from ${quote(name)} r where r.id = one.record_id)`,
  )
  return cases.length === 0 ? 'null' : `case one.resource ${cases.join(' ')} end`
}

// What is kept is kept by the kind of action.
const keptTotal = (type: string, put: (value: unknown) => string): string =>
  type === changes
    ? `(select coalesce(sum(case resource when '${activityList()}' then active else -active end), 0)::integer from list_total
        where resource in ('${activityList()}', '${activityList('Login')}', '${activityList('Logout')}'))`
    : `coalesce((select active from list_total where resource = ${put(activityList(type))}), 0)`

const where = (conditions: readonly string[]) => (conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`)

const eventColumns =
  'position::text as id, position, at, actor_type, actor_id, action_type, event_type, attempts, address, resource, record_id, changed_fields, job, request_id'
const newestFirst = 'order by at desc, position desc'

// Some pages more than the one that is shown are counted of what a filter leaves.
const countedAhead = 1_000

const countSql = (source: string, { counted, page, perPage }: ActivityOptions): string => {
  if (counted === 'none') return '0'
  const limit = counted === 'all' ? '' : `limit ${countedUntil({ page, perPage })}`
  return `(select count(*)::integer from (select from ${source} ${limit}) found)`
}

const isCountKept = (resources: Resources, options: ActivityOptions): boolean =>
  conditionsOf(resources, options, () => '').isKeptTotal

/** How many entries are counted at most of what a filter leaves. */
export const countedUntil = ({ page, perPage }: Pick<ActivityOptions, 'page' | 'perPage'>): number =>
  page * perPage + countedAhead

// Nearer pages are found by counting.
const farBehind = 2_000

const startFor = async (pool: Reader, resources: Resources, options: ActivityOptions) => {
  const offset = (options.page - 1) * options.perPage
  const isWhole = options.type === '' && isCountKept(resources, options)
  return isWhole && offset >= farBehind ? startOfPage(pool, offset) : null
}

/** A page of the trail as a statement. Exported so that tests ask for the very same. */
export const activityStatement = (resources: Resources, options: ActivityOptions, start: PageStart | null = null) => {
  const { values, put } = placeholders()
  const { events, isKeptTotal } = conditionsOf(resources, options, put)
  const total =
    isKeptTotal && options.counted !== 'none'
      ? keptTotal(options.type, put)
      : countSql(`activity ${where(events)}`, options)
  const { after } = options
  const behind = [
    ...(after ? [`(at, position) < (${put(after.at)}::timestamptz, ${put(after.position)}::bigint)`] : []),
    ...(start ? [`at < ${put(start.before)}::timestamptz`] : []),
  ]
  const conditions = where([...events, ...behind])
  const skip = start?.skip ?? (options.page - 1) * options.perPage
  const limit = `limit ${options.perPage} offset ${put(skip)}`
  const rows = `select ${eventColumns} from activity ${conditions} ${newestFirst} ${limit}`
  const text = `select counted.total as list_total, page.* from (select ${total} as total) counted left join lateral (
    select one.*, one.at::text as moment, ${actorNameSql('one.actor_type', 'one.actor_id')} as actor_name, ${recordNameSql(resources)} as record_name from (${rows}) one) page on true
    order by page.at desc, page.position desc`
  return { text, values }
}

const kindOf = (row: Pick<Result, 'job' | 'resource' | 'action_type'>) =>
  `${row.job} ${row.resource} ${row.action_type}`

/** How many records the jobs of some entries did the same to. */
const jobCounts = async (pool: Reader, rows: readonly Result[]): Promise<ReadonlyMap<string, number>> => {
  const jobs = [...new Set(rows.flatMap(({ job }) => job ?? []))]
  if (jobs.length === 0) return new Map()
  const text = `select job, resource, action_type, count(distinct record_id)::integer as count from activity
    where job = any($1) group by job, resource, action_type`
  const found = await pool.query<Pick<Result, 'job' | 'resource' | 'action_type'> & { count: number }>(text, [jobs])
  return new Map(found.rows.map(({ count, ...kind }) => [kindOf(kind), count]))
}

/** A page of the trail, newest first, with the total. */
export const listActivity = async (
  pool: Reader,
  asked: ActivityOptions,
  resources: Resources,
): Promise<{ rows: ActivityEntry[]; total: number; isMore: boolean; last: ActivityCursor | null }> => {
  const options = { ...asked, isThen: pool.isThen }
  const start = await startFor(pool, resources, options)
  const { rows } = await pool.query<Result>(activityStatement(resources, options, start))
  const counts = await jobCounts(pool, rows)
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
  const total = Number(rows[0]?.list_total ?? 0)
  const last = rows.findLast(({ id }) => id !== null)
  return {
    rows: entries,
    total,
    isMore: options.counted === undefined && !isCountKept(resources, options) && total >= countedUntil(options),
    last: last ? { at: last.moment, position: String(last.position) } : null,
  }
}
