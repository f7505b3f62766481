import type { Resource } from '../../domain/resource.ts'
import { activityList } from '../fold/fold-activity.ts'
import type { Reader } from '../reader.ts'
import { placeholders, preparedThen } from '../sql.ts'
import { type ActivityFilter, changes, conditionsOf } from './conditions.ts'
import { startOfPage } from './far-page.ts'
import { foundByName, foundInOrder, isNamedBy, isReadInOrder, type Named, namedBy, namesWith } from './named.ts'
import type { PageStarts, Standing } from './page-starts.ts'

/** Where a page ends: what comes after it is older, or was written before it at the same moment. */
export type ActivityCursor = { at: string; position: string }

/** `after` takes the entries behind a cursor, whatever came in meanwhile; `counted` says how many there are: all, none, or enough for the pages nearby. */
export type ActivityOptions = ActivityFilter & {
  page: number
  perPage: number
  after?: ActivityCursor | undefined
  counted?: 'all' | 'none' | undefined
}

/** An entry of a page, of which the names are not looked up yet; none where a page has no entries. */
export type Found = Standing & { list_total: number; entry: string | null; moment: string }

type Resources = ReadonlyMap<string, Resource>
type Put = (value: unknown) => string

// What is kept is kept by the kind of action.
const keptTotal = (type: string, put: Put): string =>
  type === changes
    ? `(select coalesce(sum(case resource when '${activityList()}' then active else -active end), 0)::integer from list_total
        where resource in ('${activityList()}', '${activityList('Login')}', '${activityList('Logout')}'))`
    : `coalesce((select active from list_total where resource = ${put(activityList(type))}), 0)`

const where = (conditions: readonly string[]) => (conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`)

const newestFirst = 'order by at desc, position desc'

// Some pages more than the one that is shown are counted of what a filter leaves.
const countedAhead = 500

const countSql = (source: string, { counted, page, perPage }: ActivityOptions, start: PageStart | null): string => {
  if (counted === 'none') return '0'
  const passed = start?.passed ?? 0
  const limit = counted === 'all' ? '' : `limit ${countedUntil({ page, perPage }) - passed}`
  return `${passed} + (select count(*)::integer from (select from ${source} ${limit}) found)`
}

/** Whether the total of what a filter leaves is kept. */
export const isCountKept = (resources: Resources, options: ActivityOptions): boolean =>
  conditionsOf(resources, options, () => '').isKeptTotal

/** How many entries are counted at most of what a filter leaves. */
export const countedUntil = ({ page, perPage }: Pick<ActivityOptions, 'page' | 'perPage'>): number =>
  page * perPage + countedAhead

// Nearer pages are found by counting: of the whole trail, whose totals by day are read else, and of what a filter leaves.
const farBehind = { whole: 2_000, filtered: 500 }

/** Where a page far behind begins: at what is older than a moment or at an entry, which `passed` come before, after some entries more. */
type PageStart = { before?: string; from?: ActivityCursor; passed: number; skip: number }

const offsetOf = ({ page, perPage }: ActivityOptions): number => (page - 1) * perPage

/** What is asked: `named` is whom and what the keyword names. */
type Asked = { resources: Resources; options: ActivityOptions; named: Named | null }

const isWhole = ({ resources, options }: Asked): boolean => options.type === '' && isCountKept(resources, options)

const isFar = (asked: Asked): boolean =>
  !asked.options.after && offsetOf(asked.options) >= farBehind[isWhole(asked) ? 'whole' : 'filtered']

/** What a filter is called among the starts of pages: what it leaves follows from this alone. */
const keyOf = ({ options, named }: Asked, pool: Reader): string => {
  const { page: _page, perPage: _perPage, counted: _counted, hidden: _hidden, keyword: _keyword, ...filter } = options
  return JSON.stringify([pool.moment ?? '', filter, named?.key])
}

const startFor = async (pool: Reader, asked: Asked, starts: PageStarts): Promise<PageStart | null> => {
  if (!isFar(asked)) return null
  const { resources, options, named } = asked
  const offset = offsetOf(options)
  const conditions = (put: Put) => [
    ...conditionsOf(resources, options, put).events,
    ...(named ? [isNamedBy(named, put)] : []),
  ]
  const start = await starts.find(pool, { key: keyOf(asked, pool), conditions }, offset)
  // Totals of days and hours lead nearer than an entry that many come after.
  return isWhole(asked) && (start === null || start.skip >= farBehind.whole) ? startOfPage(pool, offset) : start
}

const startSql = (start: PageStart | null, put: Put): string[] => [
  ...(start?.before ? [`at < ${put(start.before)}::timestamptz`] : []),
  ...(start?.from
    ? [`(at, position) <= (${put(start.from.at)}::timestamptz, ${put(start.from.position)}::bigint)`]
    : []),
]

const behindSql = ({ after }: ActivityOptions, put: Put): string[] =>
  after ? [`(at, position) < (${put(after.at)}::timestamptz, ${put(after.position)}::bigint)`] : []

const pageSql = (source: string, options: ActivityOptions, start: PageStart | null, put: Put): string =>
  `select position, at from ${source} ${newestFirst} limit ${options.perPage} offset ${put(start?.skip ?? offsetOf(options))}`

const withPage = (total: string, page: string, extra = ''): string =>
  `select counted.total as list_total, page.position::text as entry, page.at::text as moment, c.position::text as position, c.fence::text as fence${extra}
    from (select ${total} as total) counted left join checkpoint c on c.name = 'read' left join (${page}) page on true
    order by page.at desc, page.position desc`

/** The positions of a page of the trail and the total, as a statement; of a trail without a keyword. Exported so that tests ask for the very same. */
export const activityStatement = (resources: Resources, options: ActivityOptions, start: PageStart | null = null) => {
  const { values, put } = placeholders()
  const { events, isKeptTotal } = conditionsOf(resources, options, put)
  const begins = startSql(start, put)
  const total =
    isKeptTotal && options.counted !== 'none'
      ? keptTotal(options.type, put)
      : countSql(`activity ${where([...events, ...(isKeptTotal ? [] : begins)])}`, options, start)
  const source = `activity ${where([...events, ...begins, ...behindSql(options, put)])}`
  return { text: withPage(total, pageSql(source, options, start, put)), values }
}

const neededOf = (options: ActivityOptions, start: PageStart | null): number | null => {
  if (options.counted === 'none') return offsetOf(options) + options.perPage
  return options.after || options.counted === 'all' ? null : countedUntil(options) - (start?.passed ?? 0)
}

/** The same of a trail with a keyword, whose names are known. @param isInOrder whether the trail is read in its order; `is_whole` says whether that was far enough */
export const namedStatement = (
  { resources, options, named }: Asked & { named: Named },
  start: PageStart | null,
  isInOrder: boolean,
) => {
  const { values, put } = placeholders()
  const isCounted = options.counted !== 'none'
  const behind = behindSql(options, put)
  const needed = neededOf(options, start)
  // A bound on moments more would lead the planner from the index of a name to the one of moments; of a name few entries are of later.
  const isThen = isInOrder ? options.isThen : undefined
  const conditions = [
    ...conditionsOf(resources, { ...options, isThen }, put).events,
    ...startSql(start, put),
    ...(isCounted ? [] : behind),
  ]
  const inOrder = isInOrder && needed !== null ? foundInOrder(conditions, needed) : null
  const found = inOrder?.sql ?? foundByName(named, { conditions, needed })
  const total = isCounted ? `${start?.passed ?? 0} + (select count(*)::integer from found)` : '0'
  const page = pageSql(`found ${where(isCounted ? behind : [])}`, options, start, put)
  const text = `with ${namesWith(named, put)}, ${found}
    ${withPage(total, page, `, ${inOrder?.isWhole ?? 'true'} as is_whole`)}`
  return { text, values }
}

const findNamed = async (pool: Reader, asked: Asked & { named: Named }, start: PageStart | null): Promise<Found[]> => {
  const find = async (isInOrder: boolean) =>
    (await pool.query<Found & { is_whole: boolean }>(namedStatement(asked, start, isInOrder))).rows
  const found = isReadInOrder(asked.named, neededOf(asked.options, start)) ? await find(true) : []
  return found[0]?.is_whole ? found : find(false)
}

// What a field was changed to is found by an index or not, as it is frequent.
const findFiltered = async (pool: Reader, { resources, options }: Asked, start: PageStart | null): Promise<Found[]> => {
  const { text, values } = activityStatement(resources, options, start)
  const name = options.page === 1 && !options.field ? preparedThen(pool, text) : {}
  return (await pool.query<Found>({ ...name, text, values })).rows
}

/** The entries of a page of the trail by their positions, with the total. Where pages far behind began is kept among `starts`. */
export const findPage = async (
  pool: Reader,
  resources: Resources,
  options: ActivityOptions,
  starts: PageStarts,
): Promise<Found[]> => {
  const named = await namedBy(pool, resources, options.keyword ?? '', options.hidden)
  const asked = { resources, options, named }
  const start = await startFor(pool, asked, starts)
  const found = named ? await findNamed(pool, { ...asked, named }, start) : await findFiltered(pool, asked, start)
  const [first] = found
  if (first?.entry && isFar(asked))
    starts.keep(keyOf(asked, pool), first, { rank: offsetOf(options), at: first.moment, position: first.entry })
  return found
}
