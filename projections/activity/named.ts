import { createHash } from 'node:crypto'
import { employees, personTypes } from '../../domain/person.ts'
import { isSoughtPersonally } from '../../domain/people/personal.ts'
import type { Resource } from '../../domain/resource.ts'
import { ownedSql } from '../list.ts'
import { searchedThen } from '../past/held.ts'
import type { Reader } from '../reader.ts'
import { keywordOn, linesSql, listName, placeholders, quote } from '../sql.ts'

type Resources = ReadonlyMap<string, Resource>
type Put = (value: unknown) => string
type Words = (column: string) => string

/** Ids by kind of record: the arrays `ids` in PostgreSQL's text form. */
type Kinds = { names: readonly string[]; ids: readonly string[] }

/** Which records, and which people who act, a keyword names. Two with the same `key` are the same. */
export type Named = { records: Kinds; actors: Kinds; count: number; key: string }

// Of people who are hidden only what they are called: it stands beside everything that they did.
const actorHit = ({ list, recordLabel }: Resource, isHidden: boolean, words: Words): string => {
  const inLabel = recordLabel.filter((name) => list.search.includes(name))
  return [words('t.keyword'), ...(isHidden ? [words(linesSql({ list }, inLabel))] : [])].join(' and ')
}

/** People who may be found by what they are called, each with the condition for it on `t`. */
const actorsAmong = (resources: Resources, hidden: ReadonlySet<string>, words: Words | null): [string, string][] =>
  personTypes.flatMap((name): [string, string][] => {
    const resource = name === employees && hidden.has(name) ? undefined : resources.get(name)
    if (!resource) return []
    const isCalled = 't.label is not null'
    return [[name, words ? `${isCalled} and ${actorHit(resource, hidden.has(name), words)}` : isCalled]]
  })

/** People who act, as a select of type, id and name, by a part of a name or an address; by names alone of staff whose addresses are hidden, and not of employees who are. */
export const actorsLike = (resources: Resources, keyword: string, hidden: ReadonlySet<string>, put: Put): string[] =>
  actorsAmong(resources, hidden, keywordOn(keyword, put)).map(
    ([name, where]) =>
      `select '${name}' as actor_type, t.id::text as actor_id, t.label from ${quote(name)} t where ${where}`,
  )

const idsSql = (part: keyof Pick<Named, 'records' | 'actors'>, table: string, where: string, words: Words | null) => {
  const found = words
    ? `(${searchedThen({ table, columns: { id: 't.id' }, where, words })})`
    : `(select t.id from ${quote(table)} t where ${where})`
  return `select '${part}' as part, '${table}' as name, count(*)::integer as count, array_agg(id order by id)::text as ids from ${found} named`
}

type Row = { part: 'records' | 'actors'; name: string; count: number; ids: string | null }

/** What a keyword names among what the reader may know; null where nothing is asked for. Each name is found by the index over its words. */
export const namedBy = async (
  pool: Reader,
  resources: Resources,
  keyword: string,
  hidden: ReadonlySet<string>,
): Promise<Named | null> => {
  const { values, put } = placeholders()
  const words = keywordOn(keyword, put)
  if (words === null) return null
  const wordsThen = pool.isThen ? words : null
  const searched = [...resources.values()].filter(
    (resource) => resource.list.search.length > 0 && !(hidden.has(resource.name) && isSoughtPersonally(resource)),
  )
  const text = [
    ...searched.map((one) =>
      idsSql('records', one.name, [words('t.keyword'), ...ownedSql(one)].join(' and '), wordsThen),
    ),
    ...actorsAmong(resources, hidden, words).map(([name, where]) => idsSql('actors', name, where, wordsThen)),
  ].join(' union all ')
  const { rows } = await pool.query<Row>({ ...listName(text), text, values })
  const kindsOf = (part: Row['part']): Kinds => {
    const found = rows.flatMap(({ ids, ...row }) => (row.part === part && ids !== null ? [{ ...row, ids }] : []))
    return { names: found.map(({ name }) => name), ids: found.map(({ ids }) => ids) }
  }
  const [records, actors] = [kindsOf('records'), kindsOf('actors')]
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return {
    records,
    actors,
    count,
    key: createHash('sha256')
      .update(JSON.stringify([records, actors]))
      .digest('hex'),
  }
}

const namesSql = ({ names, ids }: Kinds, put: Put): string =>
  `select n.kind, one.id from unnest(${put(names)}::text[], ${put(ids)}::text[]) n (kind, ids) cross join unnest(n.ids::integer[]) one (id)`

/** What is named, as two common table expressions to go before a statement. */
export const namesWith = ({ records, actors }: Named, put: Put): string =>
  `named_record as materialized (${namesSql(records, put)}), named_actor as materialized (${namesSql(actors, put)})`

/** Whether an entry is of or about what is named, as a condition; the names are looked up in a hash. */
export const isNamed = (records: string, actors: string): string =>
  `((resource, record_id) in (${records}) or (actor_type, actor_id) in (${actors}))`

/** The same, where no common table expressions stand before. */
export const isNamedBy = ({ records, actors }: Named, put: Put): string =>
  isNamed(namesSql(records, put), `select kind, id::text from (${namesSql(actors, put)}) who`)

const newestFirst = 'order by at desc, position desc'

/** The entries of each name, newest first and at most so many of each, that hold conditions. */
const ofEach = (conditions: readonly string[], most: number | null): string => {
  const found = (names: string, own: string) => `select found.at, found.position from ${names} hit cross join lateral (
    select a.at, a.position from activity a where ${[own, ...conditions].join(' and ')}
    ${most === null ? 'offset 0' : `order by a.at desc, a.position desc limit ${most}`}) found`
  return [
    found('named_record', 'a.resource = hit.kind and a.record_id = hit.id'),
    found('named_actor', 'a.actor_type = hit.kind and a.actor_id = hit.id::text'),
  ].join(' union ')
}

/** What is asked of the entries of names: under which conditions, the newest so many of all; null for all. */
export type NamedAsked = { conditions: readonly string[]; needed: number | null }

// Many names have no entry at all: more of the others are needed.
const fewEntries = 100

/**
 * The newest entries of what is named as `found`, after the names: each name is looked up by its index. Of many names a few entries of each are read first:
 * these say how old what is needed can be at most.
 */
export const foundByName = ({ count }: Named, { conditions, needed }: NamedAsked): string => {
  const limit = needed === null ? '' : `${newestFirst} limit ${needed}`
  const first = needed === null ? 0 : Math.max(fewEntries, Math.ceil((2 * needed) / Math.max(1, count)))
  if (needed === null || first >= needed)
    return `found as materialized (select * from (${ofEach(conditions, needed)}) each ${limit})`
  return `first_of_each as materialized (${ofEach(conditions, first)}),
    oldest as materialized (select at from first_of_each ${newestFirst} offset ${needed - 1} limit 1),
    found as materialized (select * from (${ofEach([...conditions, "at >= coalesce((select at from oldest), '-infinity')"], needed)}) each ${limit})`
}

/** So many entries are looked through for many names, before each name is looked up. */
const lookedThrough = (needed: number): number => 20_000 + 4 * needed

/** The same for many names: the trail is read from its newest entry on. `isWhole` is whether that was far enough, as SQL. */
export const foundInOrder = (conditions: readonly string[], needed: number): { sql: string; isWhole: string } => {
  const most = lookedThrough(needed)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const newest = (columns: string) => `(select ${columns} from activity ${where} ${newestFirst} limit ${most}) newest`
  return {
    sql: `found as materialized (select at, position from ${newest('at, position, resource, record_id, actor_type, actor_id')}
      where ${isNamed('select kind, id from named_record', 'select kind, id::text from named_actor')} ${newestFirst} limit ${needed})`,
    isWhole: `(select count(*) from found) >= ${needed} or (select count(*) from ${newest('')}) < ${most}`,
  }
}

// Names of whom a few entries are asked for are quicker looked up one by one.
const fewNames = 300
const farBehind = 10_000

/** Whether the trail is read in its order for these names first. */
export const isReadInOrder = ({ count }: Named, needed: number | null): needed is number =>
  needed !== null && (count > fewNames || needed > farBehind)
