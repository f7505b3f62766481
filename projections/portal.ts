import { filterNames } from '../domain/filters.ts'
import { activeWith } from '../domain/portal/declaration.ts'
import type { Resource } from '../domain/resource.ts'
import { expand } from './expand.ts'
import { filterSql, type Filters } from './filters.ts'
import { idBySlugSql } from './find.ts'
import { readKinds, type RecordRow } from './kinds.ts'
import { liveIdSql } from './live.ts'
import { withPictureSizes } from './picture-sizes.ts'
import { offsetOf, pageStatement } from './page-statement.ts'
import { highestAt } from './past/totals.ts'
import { recordColumns } from './record-columns.ts'
import { scopeSql, shownSql } from './scope.ts'
import { isKeyOf, keywordOn, listName, placeholders, preparedName, quote } from './sql.ts'
import { textSearch } from './texts/query.ts'
import type { Reader } from './reader.ts'

type Resources = ReadonlyMap<string, Resource>

export type PortalListOptions = { page: number; perPage: number; keyword: string; filters: Filters }

const inactiveTargets = (resource: Resource, name: string): string =>
  `array(select id from ${quote(resource.fields[name]?.references ?? '')} where status <> 'active')`

/** The conditions under which employees see a record in lists, on an alias. */
export const listed = (resource: Resource, alias: string): string[] => [
  scopeSql(resource, 'portal', alias),
  ...activeWith(resource).map(
    (name) => `coalesce(${alias}.${quote(name)} <> all(${inactiveTargets(resource, name)}), true)`,
  ),
]

/** The kept total of active records, without those whose reference is not active. */
const keptTotal = (resource: Resource): string => {
  const hidden = activeWith(resource).map(
    (name) =>
      ` - (select count(*)::int from ${quote(resource.name)} t where t.status = 'active' and t.${quote(name)} = any(${inactiveTargets(resource, name)}))`,
  )
  return `select coalesce((select active from list_total where resource = '${resource.name}'), 0)${hidden.join('')} as total`
}

/** The statement of a page of what employees read, with the total. */
export const portalListStatement = (
  resource: Resource,
  { page, perPage, keyword, filters }: PortalListOptions,
  resources: Resources,
  isThen = false,
) => {
  const { values, put } = placeholders()
  const words = keywordOn(keyword, put)
  const known = filterNames(resource, resource.portal?.filters ?? [])
  const asked = Object.entries(filters).filter(([name, value]) => value !== '' && known.includes(name))
  const narrowed = asked.map(([name, value]) => filterSql(resource, resources, name, value, put))
  const isKept = words === null && asked.length === 0 && shownSql(resource, 't').length === 0
  const [orderedBy, direction] = resource.order === undefined ? ['created_at', ' desc'] : [resource.order, '']
  const columns = recordColumns(resource, resources, 'portal list', [`t.${quote(orderedBy)} as ordered_by`])
  // In the order of age a list of then begins at the newest of then.
  const begins =
    isThen && isKept && orderedBy === 'created_at' ? [`t.created_at <= ${highestAt(resource.name, orderedBy)}`] : []
  const text = pageStatement({
    table: resource.name,
    words,
    texts: words === null ? null : textSearch(resource, keyword, put, isThen),
    isThen,
    columns,
    where: [...listed(resource, 't'), ...narrowed, ...begins].join(' and '),
    keptTotal: isKept ? keptTotal(resource) : null,
    orderOf: (alias) =>
      `${alias}.${alias === 't' ? quote(orderedBy) : 'ordered_by'}${direction}, ${alias}.id${direction}`,
    orderedBy,
    perPage,
    offset: offsetOf(page, perPage, put),
  })
  return { ...listName(text), text, values, read: columns.read }
}

const pictures = (resource: Resource, names: readonly string[]) =>
  names.filter((name) => {
    const kind = resource.fields[name]?.kind
    return kind === 'picture' || kind === 'file'
  })

const viewOf = (resource: Resource, row: RecordRow): RecordRow => {
  const { list = [], detail = [] } = resource.portal ?? {}
  const view: RecordRow = { ...row, created_at: readKinds.moment.read?.(row.created_at) }
  delete view.ordered_by
  for (const name of pictures(resource, [...list, ...detail])) delete view[name]
  if (!resource.slug) delete view.slug
  return view
}

/** A page of what employees read of a resource, with the total. */
export const portalList = async (
  pool: Reader,
  resource: Resource,
  options: PortalListOptions,
  resources: Resources,
): Promise<{ rows: RecordRow[]; total: number }> => {
  const { read, ...statement } = portalListStatement(resource, options, resources, pool.isThen)
  const { rows } = await pool.query<RecordRow>(statement)
  const records = rows.filter((row) => row.id !== null).map(read)
  const expanded = await expand(pool, resources, resource, records, true)
  return { rows: expanded.map((row) => viewOf(resource, row)), total: Number(rows[0]?.list_total ?? 0) }
}

const neighbour = (resource: Resource, alias: string, comparison: '>' | '<', direction: '' | ' desc') => {
  const same = (resource.portal?.neighboursBy ?? []).map((name) => `n.${quote(name)} = t.${quote(name)}`)
  const conditions = [scopeSql(resource, 'portal', 'n'), ...same].join(' and ')
  return `left join lateral (
  select n.slug, n.label from ${quote(resource.name)} n where ${conditions} and (n.created_at, n.id) ${comparison} (t.created_at, t.id)
  order by n.created_at${direction}, n.id${direction} limit 1) ${alias} on true`
}

const detailSql = (resource: Resource, resources: Resources, id: string) => {
  const hasNeighbours = resource.portal?.neighboursBy !== undefined && resource.slug !== undefined
  const near = hasNeighbours
    ? ['newer.slug as newer_slug', 'newer.label as newer_name', 'older.slug as older_slug', 'older.label as older_name']
    : []
  const { columns, joins, read } = recordColumns(resource, resources, 'portal detail', near)
  const text = `select ${columns} from ${quote(resource.name)} t ${joins} ${
    hasNeighbours ? `${neighbour(resource, 'newer', '>', '')} ${neighbour(resource, 'older', '<', ' desc')}` : ''
  } where t.id = ${id} and ${scopeSql(resource, 'portal', 't')}`
  return { text, read, hasNeighbours }
}

/** The statement of one record by id or slug; null for digits that are no id. */
export const portalRecordStatement = (resource: Resource, key: string, resources: Resources, isThen = false) => {
  if (!isKeyOf(resource, key)) return null
  const isId = /^\d+$/.test(key)
  const id = isId ? '$1::integer' : idBySlugSql(resource, 'portal', '$1', isThen)
  const detail = detailSql(resource, resources, id)
  return { ...preparedName('portal-one', resource.name, isId ? 'id' : 'slug'), ...detail, values: [key] }
}

const nearOf = (slug: unknown, name: unknown) => (slug === null ? null : { slug, name })

const detailOf = (resource: Resource, row: RecordRow, hasNeighbours: boolean): RecordRow => {
  const { newer_slug: newer, newer_name: newerName, older_slug: older, older_name: olderName, ...own } = row
  const near = { previous_page: nearOf(newer, newerName), next_page: nearOf(older, olderName) }
  return viewOf(resource, { ...own, ...(hasNeighbours ? near : {}) })
}

/** One active record by id or slug (also a former one), with its neighbours by age. Null when employees may not read it. */
export const portalRecord = async (
  pool: Reader,
  resource: Resource,
  key: string,
  resources: Resources,
): Promise<RecordRow | null> => {
  const statement = portalRecordStatement(resource, key, resources, pool.isThen)
  if (!statement) return null
  const { read, hasNeighbours, ...asked } = statement
  return one(pool, resource, resources, await pool.query<RecordRow>(asked), read, hasNeighbours)
}

/** Texts with the sizes of their pictures, so that nothing moves when those come. */
const withSizes = async (pool: Reader, resource: Resource, row: RecordRow): Promise<RecordRow> => {
  const sized: RecordRow = { ...row }
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    const html = row[name]
    if (kind === 'html' && typeof html === 'string') sized[name] = await withPictureSizes(pool, html)
  }
  return sized
}

const one = async (
  pool: Reader,
  resource: Resource,
  resources: Resources,
  { rows: [row] }: { rows: RecordRow[] },
  read: (row: RecordRow) => RecordRow,
  hasNeighbours: boolean,
): Promise<RecordRow | null> => {
  if (!row) return null
  const [found] = await expand(pool, resources, resource, [read(row)], true)
  return found ? withSizes(pool, resource, detailOf(resource, found, hasNeighbours)) : null
}

/** The record that the portal shows alone, or null (D1, C7). */
export const liveRecord = async (pool: Reader, resource: Resource, resources: Resources): Promise<RecordRow | null> => {
  const id = liveIdSql(resource)
  if (id === null) return null
  const { text, read, hasNeighbours } = detailSql(resource, resources, id)
  const found = await pool.query<RecordRow>({ ...preparedName('portal-live', resource.name), text })
  return one(pool, resource, resources, found, read, hasNeighbours)
}
