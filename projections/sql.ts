import { personTypes, staff } from '../domain/person.ts'
import { searchedWords } from '../domain/comparable.ts'
import type { Declared } from '../domain/catalog.ts'
import type { NameIn } from '../domain/fields/values.ts'
import { isStorable } from '../domain/fields/plain-text.ts'
import type { Resource } from '../domain/resource.ts'

/** A name as an SQL identifier. Names come from declarations, never from a request. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The columns of a read table by the fields that are declared, so that the compiler knows the names in SQL. */
export const columnsOf =
  <N extends keyof Declared>(table: N, alias: string = quote(table)) =>
  (name: NameIn<Declared[N]['fields']>): string =>
    `${alias}.${quote(name)}`

/** Collects the values of a statement; each call answers the placeholder. */
export const placeholders = () => {
  const values: unknown[] = []
  return { values, put: (value: unknown) => `$${values.push(value)}` }
}

/** The words of a keyword, in any order, as conditions on keyword columns, or null when nothing is asked. Both sides are folded by domain/comparable.ts. */
export const keywordOn = (keyword: string, put: (value: unknown) => string): ((column: string) => string) | null => {
  const words = searchedWords(keyword).map((word) => {
    // Two letters make no trigram: the index would be read whole, so they scan without it.
    const isShort = [...word].length < 3
    return { isShort, value: put(isShort ? word : `%${escapeLike(word)}%`) }
  })
  if (words.length === 0) return null
  return (column) =>
    words
      .map(({ isShort, value }) => (isShort ? `strpos(${column}, ${value}) > 0` : `${column} like ${value}`))
      .join(' and ')
}

/** The same on one column. */
export const keywordSql = (keyword: string, column: string, put: (value: unknown) => string): string | null =>
  keywordOn(keyword, put)?.(column) ?? null

/** The lines of the keyword column of `t` that hold some of the fields that a resource is searched by. */
export const linesSql = ({ list }: Pick<Resource, 'list'>, fields: readonly string[]): string => {
  const lines = fields.map((name) => `split_part(t.keyword, E'\\n', ${list.search.indexOf(name) + 1})`)
  return lines.length === 0 ? "''" : `(${lines.join(` || E'\\n' || `)})`
}

/** A text that means itself within a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The moment at which a day (2026-11-22) begins in a time zone, or `add` days later. */
export const dayBeginsSql = (day: string, zone: string, put: (value: unknown) => string, add = 0): string =>
  `((${put(day)}::date + ${add})::timestamp at time zone ${put(zone)})`

/** The id that a text is, or null. */
export const idIn = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null

/** True for digits that may be an id, and for what may be a slug of a resource that has them. */
export const isKeyOf = ({ slug }: Pick<Resource, 'slug'>, key: string): boolean =>
  /^\d+$/.test(key) ? idIn(key) !== null : slug !== undefined && isStorable(key)

/** The name of somebody who acts, found by columns that hold type and id; the job's own name for the system. */
export const actorNameSql = (type: string, id: string): string => {
  const people = personTypes.map(
    (known) => `when ${type} = '${known}' and ${id} ~ '^[0-9]{1,9}$'
      then (select actor.label from ${quote(known)} actor where actor.id = ${id}::integer)`,
  )
  return `case ${people.join(' ')} else ${id} end`
}

/** A name under which a connection keeps a statement prepared: PostgreSQL allows 63 characters. */
export const preparedName = (...parts: readonly string[]): { name?: string } => {
  const name = parts.filter(Boolean).join('-')
  return name.length <= 60 ? { name } : {}
}

// Each costs every connection some 120 kB, and a request can ask for lists in thousands of ways.
const keptNames = (prefix: string, most: number) => {
  const kept = new Map<string, string>()
  return (text: string): { name?: string } => {
    const known = kept.get(text)
    if (known !== undefined) return { name: known }
    if (kept.size >= most) return {}
    const name = `${prefix}-${kept.size}`
    kept.set(text, name)
    return { name }
  }
}

/** A name for the text of a list, under which connections keep it prepared; none once many ways to ask for lists have one. */
export const listName = keptNames('list', 100)

const nameThen = keptNames('then', 40)

/** A name for a statement that is prepared for readers of a moment alone, on whose views planning takes longer than reading. */
export const preparedThen = ({ isThen }: { isThen?: true }, text: string): { name?: string } =>
  isThen ? nameThen(text) : {}

/** The record behind an alias as `{id, name}`, as SQL; null where a join found none. */
export const namedSql = (alias: string): string =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'name', ${alias}.label) end`

/** The name of whoever changed the record `t` last, as a column. */
export const changedBySql = `${actorNameSql('t.changed_by_type', 't.changed_by_id')} as changed_by`

/** Which of the staff made the record `t`, by name, as SQL; the job's own name for the system. Of employees lists say nothing here. */
export const authorNameSql = `case when t.created_by_type = '${staff}' and t.created_by_id ~ '^[0-9]{1,9}$'
  then (select author.label from ${quote(staff)} author where author.id = t.created_by_id::integer) when t.created_by_type = 'system' then t.created_by_id end`

/** The address of a file: it never changes, what lies behind it may (docs/architecture.md#the-log). */
export const fileLink = (key: string, name: string): string => `/files/${key}/${encodeURIComponent(name)}`

/** The same of a file that a join found or did not. */
export const fileLinkOf = (key: unknown, name: unknown): string | null =>
  typeof key === 'string' && typeof name === 'string' ? fileLink(key, name) : null
