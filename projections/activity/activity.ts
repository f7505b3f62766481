import { inEnglish, type Message } from '../../domain/message.ts'
import { employees } from '../../domain/person.ts'
import { personalText } from '../../domain/people/masked.ts'
import type { Resource } from '../../domain/resource.ts'
import { activityList } from '../fold/fold-activity.ts'
import { actorNameSql, listName, placeholders, quote } from '../sql.ts'
import { type ActivityFilter, changes, conditionsOf, hidesNameOf } from './conditions.ts'
import { describe } from './describe.ts'
import { startOfPage } from './far-page.ts'
import { type JobCounts, openJobCounts } from './job-counts.ts'
import { openPageStarts, type PageStarts, type Standing } from './page-starts.ts'
import { type ActedEntry, type ActedRow, entriesOf, labelsOfFields } from './entry.ts'
import { remembered } from '../../platform/remembered.ts'
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
  id: string
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
}

/** An entry of a page, of which the names are not looked up yet; none where a page has no entries. */
type Found = Standing & { list_total: number; entry: string | null; moment: string }

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
  'position::text as id, at, actor_type, actor_id, action_type, event_type, attempts, address, resource, record_id, changed_fields, job, request_id'
const newestFirst = 'order by at desc, position desc'

// Some pages more than the one that is shown are counted of what a filter leaves.
const countedAhead = 1_000

const countSql = (source: string, { counted, page, perPage }: ActivityOptions, start: PageStart | null): string => {
  if (counted === 'none') return '0'
  const passed = start?.passed ?? 0
  const limit = counted === 'all' ? '' : `limit ${countedUntil({ page, perPage }) - passed}`
  return `${passed} + (select count(*)::integer from (select from ${source} ${limit}) found)`
}

const isCountKept = (resources: Resources, options: ActivityOptions): boolean =>
  conditionsOf(resources, options, () => '').isKeptTotal

/** How many entries are counted at most of what a filter leaves. */
export const countedUntil = ({ page, perPage }: Pick<ActivityOptions, 'page' | 'perPage'>): number =>
  page * perPage + countedAhead

// Nearer pages are found by counting: of the whole trail, whose totals by day are read else, and of what a filter leaves.
const farBehind = { whole: 2_000, filtered: 500 }

/** Where a page far behind begins: at what is older than a moment or at an entry, which `passed` come before, after some entries more. */
type PageStart = { before?: string; from?: ActivityCursor; passed: number; skip: number }

const offsetOf = ({ page, perPage }: ActivityOptions): number => (page - 1) * perPage

// What a keyword finds follows from names, which change.
const isFarFiltered = (options: ActivityOptions): boolean =>
  offsetOf(options) >= farBehind.filtered && !options.keyword && !options.after

/** What a filter is called among the starts of pages: what it leaves follows from this alone. */
const keyOf = (
  { page: _page, perPage: _perPage, counted: _counted, hidden: _hidden, ...filter }: ActivityOptions,
  pool: Reader,
) => JSON.stringify([pool.moment ?? '', filter])

const startFor = async (pool: Reader, resources: Resources, options: ActivityOptions, starts: PageStarts) => {
  const offset = offsetOf(options)
  const isWhole = options.type === '' && isCountKept(resources, options)
  if (isWhole) return offset >= farBehind.whole ? startOfPage(pool, offset) : null
  if (!isFarFiltered(options)) return null
  const conditions = (put: (value: unknown) => string) => conditionsOf(resources, options, put).events
  return starts.find(pool, { key: keyOf(options, pool), conditions }, offset)
}

/** The positions of a page of the trail and the total, as a statement. Exported so that tests ask for the very same. */
export const activityStatement = (resources: Resources, options: ActivityOptions, start: PageStart | null = null) => {
  const { values, put } = placeholders()
  const { after } = options
  const needed = after || options.counted === 'all' ? null : countedUntil(options)
  const { events, isKeptTotal } = conditionsOf(resources, options, put, needed)
  const begins = [
    ...(start?.before ? [`at < ${put(start.before)}::timestamptz`] : []),
    ...(start?.from
      ? [`(at, position) <= (${put(start.from.at)}::timestamptz, ${put(start.from.position)}::bigint)`]
      : []),
  ]
  const behind = after ? [`(at, position) < (${put(after.at)}::timestamptz, ${put(after.position)}::bigint)`] : []
  const total =
    isKeptTotal && options.counted !== 'none'
      ? keptTotal(options.type, put)
      : countSql(`activity ${where([...events, ...(isKeptTotal ? [] : begins)])}`, options, start)
  const limit = `limit ${options.perPage} offset ${put(start?.skip ?? offsetOf(options))}`
  const page = `select position, at from activity ${where([...events, ...begins, ...behind])} ${newestFirst} ${limit}`
  const text = `select counted.total as list_total, page.position::text as entry, page.at::text as moment, c.position::text as position, c.fence::text as fence
    from (select ${total} as total) counted left join checkpoint c on c.name = 'read' left join (${page}) page on true
    order by page.at desc, page.position desc`
  return { text, values }
}

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
  const start = await startFor(pool, resources, options, cache.starts)
  const { rows: found } = await pool.query<Found>(activityStatement(resources, options, start))
  const rows = await entriesAt(pool, resources, found)
  const [first] = found
  if (first?.entry && isFarFiltered(options))
    cache.starts.keep(keyOf(options, pool), first, { rank: offsetOf(options), at: first.moment, position: first.entry })
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
  const total = Number(first?.list_total ?? 0)
  const last = found.findLast(({ entry }) => entry !== null)
  return {
    rows: entries,
    total,
    isMore: options.counted === undefined && !isCountKept(resources, options) && total >= countedUntil(options),
    last: last?.entry ? { at: last.moment, position: last.entry } : null,
  }
}
