import { searchableText } from '../domain/comparable.ts'
import { filterNames, tellsAuthor } from '../domain/filters.ts'
import { remembered } from '../platform/remembered.ts'
import type { Resource } from '../domain/resource.ts'
import { countColumns } from './answers/counts.ts'
import { expand } from './expand.ts'
import { filterSql, type Filters } from './filters.ts'
import { liveColumns } from './live.ts'
import type { RecordRow } from './kinds.ts'
import { offsetOf, pageStatement } from './page-statement.ts'
import { everHeld, searchedThen } from './past/held.ts'
import { hitsSql } from './texts/hits.ts'
import { highestAt } from './past/totals.ts'
import { farBehind, pageStart } from './past/page-start.ts'
import { recordColumns } from './record-columns.ts'
import { type Scope, scopeSql } from './scope.ts'
import {
  authorNameSql,
  changedBySql,
  keywordOn,
  keywordSql,
  linesSql,
  listName,
  placeholders,
  preparedThen,
  quote,
} from './sql.ts'
import { orderOf, sortOf } from './order.ts'
import { textSearch } from './texts/query.ts'
import { unreadSql } from './inbox/unread.ts'
import type { Reader } from './reader.ts'

/** What a list asks: page from 1, `keyword` as typed, `status` '' for both, filters by id or slug. */
export type ListOptions = {
  page: number
  perPage: number
  keyword: string
  status: string
  filters: Filters
  scope: Scope
  sort?: string
  /** Who asks (`user-7`), where a list tells what they have not opened. */
  reader?: string
}

export type ListResult = { rows: readonly RecordRow[]; total: number }

type Resources = ReadonlyMap<string, Resource>

type Asked = Omit<ListOptions, 'page' | 'perPage'>

/** What belongs to a person is shown with them alone. */
export const ownedSql = ({ owner }: Resource): string[] => (owner === undefined ? [] : [`t.${quote(owner)} = ''`])

/** The conditions of a list on `t`, what is searched under them, and whether they are more than a status. */
const conditionsOf = (
  resource: Resource,
  resources: Resources,
  asked: Asked,
  put: (value: unknown) => string,
  isThen: boolean,
) => {
  const status = asked.status === 'active' || asked.status === 'inactive' ? asked.status : ''
  const scope =
    status === '' || asked.scope === 'trash' ? scopeSql(resource, asked.scope, 't') : `t.status = '${status}'`
  const known = filterNames(resource)
  const filters = Object.entries(asked.filters).filter(([name, value]) => value !== '' && known.includes(name))
  const words = resource.list.search.length === 0 ? null : keywordOn(asked.keyword, put)
  const sql = [
    scope,
    ...ownedSql(resource),
    ...filters.map(([name, value]) => {
      if (name !== 'unread') {
        const condition = filterSql(resource, resources, name, value, put)
        return isThen && resource.fields[name]?.kind === 'references' ? everHeld(resource.name, condition) : condition
      }
      if (value !== 'true' && value !== 'false') return 'false'
      return `${value === 'true' ? '' : 'not '}${unreadSql(resource, asked.reader ?? '', put)}`
    }),
  ]
  return {
    sql: sql.join(' and '),
    searched: {
      table: resource.name,
      words,
      texts: words === null ? null : textSearch(resource, asked.keyword, put, isThen),
      isThen,
    },
    isKeptTotal: words === null && filters.length === 0,
    status,
  }
}

const keptTotals = (scope: Scope, status: string): readonly ('active' | 'inactive' | 'deleted')[] => {
  if (scope === 'trash') return ['deleted']
  if (scope === 'portal' || status === 'active') return ['active']
  if (status === 'inactive') return ['inactive']
  return scope === 'all' ? ['active', 'inactive', 'deleted'] : ['active', 'inactive']
}

const listColumns = remembered((resources: Resources) =>
  remembered((resource: Resource) =>
    recordColumns(resource, resources, 'list', [
      ...liveColumns(resource),
      ...countColumns(resource, resources).map(({ name, sql }) => `${sql} as ${quote(name)}`),
      changedBySql,
      ...(tellsAuthor(resource) ? [`${authorNameSql} as created_by`] : []),
    ]),
  ),
)

/** The statement of one page and the total of all, with columns on `t`; those that the order reads are among them. @param isThen for a reader of a moment */
export const listPage = (
  resource: Resource,
  options: ListOptions,
  resources: Resources,
  columns: { columns: string; joins: string },
  isThen = false,
): { text: string; values: unknown[] } => {
  const { values, put } = placeholders()
  const { sql, searched, isKeptTotal, status } = conditionsOf(resource, resources, options, put, isThen)
  const statuses = keptTotals(options.scope, status)
  const kept = `select coalesce((select ${statuses.join(' + ')} from list_total where resource = '${resource.name}'), 0) as total`
  const { column: orderedBy, isDescending } = sortOf(resource, options.sort)
  const isById = isKeptTotal && orderedBy === 'id'
  const offset = offsetOf(options.page, options.perPage, put)
  const isFar = (options.page - 1) * options.perPage >= farBehind[isThen ? 'ofThen' : 'ofNow']
  const start =
    isById && isFar && offset !== null
      ? pageStart({ resource: resource.name, statuses, isDescending, isThen, offset })
      : null
  // In the order of ids a list of then begins at the newest of then.
  const highest = isThen && isById ? ` and t.id <= ${highestAt(resource.name)}` : ''
  const begins = start === null ? highest : ` and ${start.bound('t')}`
  const text = pageStatement({
    ...searched,
    columns,
    where: `${sql}${begins}`,
    start: start?.sql,
    keptTotal: isKeptTotal ? kept : null,
    orderOf: (alias) => orderOf(resource, alias, options.sort),
    orderedBy,
    perPage: options.perPage,
    offset,
  })
  return { text, values }
}

/** A list's statement. Exported so that tests and benchmarks ask for the very same. */
export const listStatement = (resource: Resource, options: ListOptions, resources: Resources, isThen = false) => {
  const columns = listColumns(resources)(resource)
  const { text, values } = listPage(resource, options, resources, columns, isThen)
  return { ...listName(text), text, values, read: columns.read }
}

/** One page of a list and its total, in one statement. Rows hold what the declaration lists, never html or css. */
export const listRecords = async (
  pool: Reader,
  resource: Resource,
  options: ListOptions,
  resources: Resources,
): Promise<ListResult> => {
  const { read, ...statement } = listStatement(resource, options, resources, pool.isThen)
  const { rows } = await pool.query<RecordRow>(statement)
  const records = rows.filter((row) => row.id !== null).map(read)
  return { rows: await expand(pool, resources, resource, records), total: Number(rows[0]?.list_total ?? 0) }
}

/** The ids of everything that a list query matches, on all pages, in the order of the list. */
export const matchingIds = async (
  pool: Reader,
  resource: Resource,
  asked: Asked,
  resources: Resources,
): Promise<number[]> => {
  const { values, put } = placeholders()
  const { sql, searched } = conditionsOf(resource, resources, asked, put, pool.isThen === true)
  const { column } = sortOf(resource, asked.sort)
  const hits = hitsSql({ ...searched, where: sql }, { id: 't.id', [column]: `t.${quote(column)}` })
  const text = `select t.id from (${hits}) t order by ${orderOf(resource, 't', asked.sort)}`
  const { rows } = await pool.query<{ id: number }>({ text, values })
  return rows.map((row) => row.id)
}

/** Which choices are asked for: those that hold a keyword (in their label alone, when said), or those with these ids; at most `limit`. */
export type OptionsAsked = {
  keyword?: string
  isByLabel?: boolean
  /** Only what employees are shown. */
  isEmployee?: boolean
  ids?: readonly number[]
  limit?: number
}

/** What a select offers: active records by name (T5). */
export const optionsOf = async (
  pool: Reader,
  resource: Resource,
  { keyword = '', isByLabel = false, isEmployee = false, ids, limit }: OptionsAsked = {},
): Promise<{ value: number; label: string }[]> => {
  const { values, put } = placeholders()
  const inLabel = resource.recordLabel.filter((name) => resource.list.search.includes(name))
  const searched = ['t.keyword', ...(isByLabel ? [linesSql(resource, inLabel)] : [])]
  const conditions = [
    isEmployee ? scopeSql(resource, 'portal', 't') : "t.status = 'active'",
    ...searched.flatMap((text) => keywordSql(keyword, text, put) ?? []),
    ...(ids ? [`t.id = any(${put(ids)}::integer[])`] : []),
  ]
  // Who typed several words may have typed how it begins: what holds them as they stand comes before what holds each somewhere.
  const whole = searchableText(keyword)
  const wholeFirst = whole.includes(' ') ? `strpos(t.keyword, ${put(whole)}) = 0, ` : ''
  const read = { id: 't.id', label: 't.label', keyword: 't.keyword' }
  const words = pool.isThen ? keywordOn(keyword, put) : null
  const from = words
    ? `(${searchedThen({ table: resource.name, columns: read, where: conditions.join(' and '), words })}) t`
    : `${quote(resource.name)} t where ${conditions.join(' and ')}`
  const text = `select t.id as value, t.label from ${from}
    order by ${wholeFirst}lower(t.label), t.id ${limit === undefined ? '' : `limit ${put(limit)}`}`
  return (await pool.query<{ value: number; label: string }>({ ...preparedThen(pool, text), text, values })).rows
}

type Totals = { resource: string; active: number; inactive: number; deleted: number }

/** The kept totals of some resources. */
export const countByStatus = async (pool: Reader, resources: readonly Resource[]): Promise<Totals[]> => {
  const text = 'select resource, active, inactive, deleted from list_total where resource = any($1) order by resource'
  const { rows } = await pool.query<Totals>({
    name: 'count-by-status',
    text,
    values: [resources.map(({ name }) => name)],
  })
  return rows
}
