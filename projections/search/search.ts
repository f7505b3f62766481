import { searchedWords } from '../../domain/comparable.ts'
import type { Resource } from '../../domain/resource.ts'
import { ownedSql } from '../list.ts'
import { listed } from '../portal.ts'
import { searchedThen, selected } from '../past/held.ts'
import { scopeSql } from '../scope.ts'
import { escapeLike, linesSql, placeholders, preparedThen, quote } from '../sql.ts'
import { mixedSql } from '../texts/hits.ts'
import { passagesOf, type Piece } from '../texts/passages.ts'
import { textSearch } from '../texts/query.ts'
import { misspelled } from './misspelled.ts'
import type { Reader } from '../reader.ts'

/** A record that a search found: `key` is its slug, or its id; `at` when it was made or published. `passage` says where its texts hold the words. */
export type Hit = {
  resource: string
  id: number
  key: string
  label: string
  isInactive: boolean
  at: string
  passage?: readonly Piece[]
}

/** Whose search it is: staff find what is in their lists, employees what the portal shows. */
export type SearchScope = 'staff' | 'portal'

/** How many of one resource are found. */
export const mostOfKind = 8

// So many are put in order; of more, the newest.
const mostRanked = 200
// Words that are spelled in another way are looked for when so few are found as they were typed.
const fewEnough = 5

/** True when the search of the header finds records of a resource. */
export const isSearched = (
  { list, menu, recordLabel, isSingleton, portalSearch }: Resource,
  scope: SearchScope,
): boolean =>
  scope === 'portal'
    ? portalSearch !== undefined
    : menu !== null && list.search.length > 0 && recordLabel.length > 0 && isSingleton !== true

type Put = (value: unknown) => string

type Asked = { resource: Resource; scope: SearchScope; isThen: boolean }

/** The conditions under which a reader finds a record, on the alias t. */
const seen = (resource: Resource, scope: SearchScope, put: Put): string[] => {
  const { portal, portalSearch } = resource
  const own = ownedSql(resource)
  if (scope === 'staff') return ["t.status <> 'deleted'", ...own]
  const fixed = Object.entries(portalSearch?.where ?? {}).map(([name, value]) => `t.${quote(name)} = ${put(value)}`)
  return [...(portal ? listed(resource, 't') : [scopeSql(resource, 'portal', 't')]), ...own, ...fixed]
}

/** What is searched: the column of keywords, and of it only the lines that employees may search by (null for all). */
const narrowed = ({ list, portalSearch }: Resource, scope: SearchScope): string | null => {
  const by = (scope === 'portal' ? portalSearch?.by : undefined) ?? list.search
  return by.length < list.search.length ? linesSql({ list }, by) : null
}

const columns = (resource: Resource, scope: SearchScope) => ({
  resource: `'${resource.name}'`,
  id: 't.id',
  slug: resource.slug === undefined ? 'null::text' : 't.slug',
  label: 't.label',
  status: 't.status',
  created_at: 't.created_at',
  searched: narrowed(resource, scope) ?? 't.keyword',
})

/** The records that hold what is asked of the keyword column, under further conditions, as a statement without its order. */
const foundSql = (
  { resource, scope, isThen }: Asked,
  conditions: readonly string[],
  words: (column: string) => string,
): string => {
  const read = columns(resource, scope)
  const where = [...conditions, words('t.keyword')].join(' and ')
  if (isThen) return searchedThen({ table: resource.name, columns: read, where, words })
  return `select ${selected(read)} from ${quote(resource.name)} t where ${where}`
}

/** Records that hold each word as it was typed: first those that begin with the first one. */
const exactSql = (asked: Asked, words: readonly string[], put: Put): string => {
  const { resource, scope } = asked
  const patterns = words.map((word) => put(`%${escapeLike(word)}%`))
  const holds = (text: string) => patterns.map((pattern) => `${text} like ${pattern}`).join(' and ')
  const lines = narrowed(resource, scope)
  const where = [...seen(resource, scope, put), ...(lines === null ? [] : [holds(lines)])]
  return `(select found.*, case when starts_with(found.searched, ${put(words[0])}) then 3 else 2 end::real as score
    from (${foundSql(asked, where, holds)} order by id desc limit ${mostRanked}) found
    order by score desc, found.id desc limit ${mostOfKind})`
}

/** A word as it was typed, and the patterns that find it although it is spelled in another way, as placeholders. */
type Spelled = { word: string; patterns: readonly string[] }

/** Records that hold words like those typed, the most alike first. */
const alikeSql = (asked: Asked, words: readonly Spelled[], put: Put): string => {
  const { resource, scope } = asked
  const holds = (text: string) =>
    words.map(({ patterns }) => `(${patterns.map((one) => `${text} like ${one}`).join(' or ')})`).join(' and ')
  const where = ['(select is_asked.yes from is_asked)', ...seen(resource, scope, put)]
  const inLines = narrowed(resource, scope) === null ? 'true' : holds('found.searched')
  const similar = words.map(({ word }) => `word_similarity(${word}, near.searched)`).join(' + ')
  // Materialized: planned as if all of it were read, which is by the index, and read as far as the limit asks.
  return `(with found as materialized (${foundSql(asked, where, holds)})
    select near.*, ((${similar}) / ${words.length})::real as score
    from (select * from found where ${inLines} limit ${mostRanked}) near
    order by score desc, id desc limit ${mostOfKind})`
}

/**
 * One statement over all these resources, of what holds the words as they were typed or, `spelling` any, of what is spelled in another way too; null when nothing
 * is asked for. Reads no table whole for three letters and more.
 */
export const searchStatement = (
  resources: readonly Resource[],
  scope: SearchScope,
  text: string,
  spelling: 'as typed' | 'any' = 'any',
  isThen = false,
) => {
  const words = searchedWords(text).slice(0, 6)
  if (words.length === 0 || resources.length === 0) return null
  const { values, put } = placeholders()
  const asked = resources.map((resource) => ({ resource, scope, isThen }))
  const exact = asked.map((one) => exactSql(one, words, put)).join(' union all ')
  const patterns = spelling === 'any' ? words.map(misspelled) : []
  const isVague = patterns.length > 0 && patterns.every((some) => some.length > 0)
  const spelled = isVague ? words.map((word, at) => ({ word: put(word), patterns: (patterns[at] ?? []).map(put) })) : []
  const near = isVague ? asked.map((one) => alikeSql(one, spelled, put)).join(' union all ') : null
  const isAsked = `select count(*) < ${fewEnough} as yes from exact`
  const rest =
    near === null
      ? ''
      : `union all select * from (${near}) near where not exists (
          select from exact where exact.resource = near.resource and exact.id = near.id)`
  return {
    text: `with exact as materialized (${exact}), is_asked as materialized (${isAsked})
      select resource, id, slug, label, status, created_at
      from (select * from exact ${rest}) hit order by score desc, id desc`,
    values,
  }
}

/** The newest of what holds the words in its texts, or some there and the others in its name; null where no texts are searched. */
export const textsStatement = (resources: readonly Resource[], scope: SearchScope, text: string, isThen = false) => {
  const { values, put } = placeholders()
  const found = resources.flatMap((resource) => {
    const texts = textSearch(resource, text, put, isThen)
    if (texts === null) return []
    const { searched: _, ...read } = columns(resource, scope)
    const where = seen(resource, scope, put).join(' and ')
    // By their ids first: of many, the rows of the newest are read alone.
    const said = `select one.* from (select record from (${texts.whole}) holding order by record desc) holding
      join lateral (select ${selected(read)} from ${quote(resource.name)} t where t.id = holding.record and ${where} offset 0) one on true
      order by holding.record desc limit ${mostOfKind}`
    // Employees find some by less than their keywords hold.
    const words = narrowed(resource, scope) === null ? texts.words : []
    const searched = { table: resource.name, where, words: null, texts: { ...texts, words }, isThen }
    const mixed = mixedSql(searched, `select count(*) < ${mostOfKind} from said`, read)
    if (mixed === null) return `(${said})`
    return `(with said as materialized (${said})
      select * from said union all (select * from (${mixed}) mixed order by id desc limit ${mostOfKind}))`
  })
  return found.length === 0 ? null : { text: found.join(' union all '), values }
}

type Row = { resource: string; id: number; slug: string | null; label: string; status: string; created_at: unknown }

const hitOf = ({ resource, id, slug, label, status, created_at }: Row): Hit => {
  const at = created_at instanceof Date ? created_at.toISOString() : new Date(String(created_at)).toISOString()
  return { resource, id, key: slug ?? String(id), label, isInactive: status === 'inactive', at }
}

const keyOf = ({ resource, id }: Pick<Hit, 'resource' | 'id'>): string => `${resource}-${id}`

/** Where hits say what was typed, by their keys. */
const passagesIn = async (
  pool: Reader,
  resources: readonly Resource[],
  text: string,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, readonly Piece[]>> => {
  const found = resources.map(async (resource) => {
    const ids = hits.flatMap((hit) => (hit.resource === resource.name ? [hit.id] : []))
    const passages = await passagesOf(pool, resource, text, ids)
    return [...passages].map(([id, passage]) => [keyOf({ resource: resource.name, id }), passage] as const)
  })
  return new Map((await Promise.all(found)).flat())
}

type Statement = { text: string; values: unknown[] }

const askedOf = async (pool: Reader, statement: Statement | null): Promise<Row[]> =>
  statement === null ? [] : (await pool.query<Row>({ ...preparedThen(pool, statement.text), ...statement })).rows

// What words may be spelled like differs with their lengths, and its plan is large: it is not kept.
const askedOnce = async (pool: Reader, statement: Statement | null): Promise<Row[]> =>
  statement === null ? [] : (await pool.query<Row>(statement)).rows

/** What a search finds in these resources, at most eight of each: by names first, then by texts, then what is spelled in another way. */
export const search = async (
  pool: Reader,
  resources: readonly Resource[],
  scope: SearchScope,
  text: string,
): Promise<Hit[]> => {
  const isThen = pool.isThen
  const asTyped = searchStatement(resources, scope, text, 'as typed', isThen)
  const inAnySpelling = searchStatement(resources, scope, text, 'any', isThen)
  const [named, said] = await Promise.all([
    askedOf(pool, asTyped),
    askedOf(pool, textsStatement(resources, scope, text, isThen)),
  ])
  // To plan the whole statement takes several times as long as to find what holds the words; what may not be misspelled was asked for already.
  const isFound = named.length + said.length >= fewEnough || inAnySpelling?.text === asTyped?.text
  const spelled = isFound ? [] : await askedOnce(pool, inAnySpelling)
  const rows = new Map([...named, ...said, ...spelled].map((row) => [keyOf(row), row]))
  const counts = new Map<string, number>()
  const hits = [...rows.values()].map(hitOf).filter(({ resource }) => {
    const count = (counts.get(resource) ?? 0) + 1
    counts.set(resource, count)
    return count <= mostOfKind
  })
  const byName = new Set(named.map(keyOf))
  const passages = await passagesIn(
    pool,
    resources,
    text,
    hits.filter((hit) => !byName.has(keyOf(hit))),
  )
  return hits.map((hit) => {
    const passage = passages.get(keyOf(hit))
    return passage ? { ...hit, passage } : hit
  })
}
