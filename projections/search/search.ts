import { searchedWords } from '../../domain/comparable.ts'
import type { Resource } from '../../domain/resource.ts'
import { ownedSql } from '../list.ts'
import { listed } from '../portal.ts'
import { searchedThen, selected } from '../past/held.ts'
import { scopeSql } from '../scope.ts'
import { escapeLike, linesSql, placeholders, quote } from '../sql.ts'
import { misspelled } from './misspelled.ts'
import type { Reader } from '../reader.ts'

/** A record that a search found: `key` is its slug, or its id. */
export type Hit = { resource: string; id: number; key: string; label: string; isInactive: boolean }

/** Whose search it is: staff find what is in their lists, employees what the portal shows. */
export type SearchScope = 'staff' | 'portal'

/** How many of one resource are found. */
export const mostOfKind = 8

// So many are put in order; of more, the newest.
const mostRanked = 200
// Words that are spelled in another way are looked for when so few are found as they were typed.
const fewEnough = 5

/** True when the search of the header finds records of a resource. */
export const isSearched = ({ list, recordLabel, isSingleton, portalSearch }: Resource, scope: SearchScope): boolean =>
  scope === 'portal'
    ? portalSearch !== undefined
    : list.search.length > 0 && recordLabel.length > 0 && isSingleton !== true

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
      select resource, id, slug, label, status, row_number() over (partition by resource order by score desc, id desc) as place
      from (select * from exact ${rest}) hit order by score desc, id desc`,
    values,
  }
}

type Row = { resource: string; id: number; slug: string | null; label: string; status: string; place: string }

/** What a search finds in these resources, best first, at most eight of each. */
export const search = async (
  pool: Reader,
  resources: readonly Resource[],
  scope: SearchScope,
  text: string,
): Promise<Hit[]> => {
  const [asTyped, inAnySpelling] = [
    searchStatement(resources, scope, text, 'as typed', pool.isThen),
    searchStatement(resources, scope, text, 'any', pool.isThen),
  ]
  if (!asTyped || !inAnySpelling) return []
  const { rows } = await pool.query<Row>(asTyped)
  // To plan the whole statement takes several times as long as to find what holds the words.
  const isFound = rows.length >= fewEnough || inAnySpelling.text === asTyped.text
  const found = isFound ? rows : (await pool.query<Row>(inAnySpelling)).rows
  return found
    .filter(({ place }) => Number(place) <= mostOfKind)
    .map(({ resource, id, slug, label, status }) => {
      return { resource, id, key: slug ?? String(id), label, isInactive: status === 'inactive' }
    })
}
