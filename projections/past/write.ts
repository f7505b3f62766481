import type { Replaced } from '../fold/fold.ts'
import { columnsSql, columnValues } from '../running/binary-encoding.ts'
import { quote } from '../sql.ts'
import type { Table } from '../table.ts'
import { hasKeyword, pastTable } from './tables.ts'

/** A part of the statement that writes a batch: its values, and its text with its first parameter's number, the same for the same `name`. */
export type Part = { name: string; values: (string | string[] | Buffer)[]; sql(first: number): string }

const typeOf = (table: Table): string => table.columns.find(([name]) => name === table.key)?.[1] ?? 'text'

/** The written rows that this statement replaces, as they are before it. */
const written = (schema: string, table: Table, ends: Replaced['ends']): Part => {
  const past = pastTable(table)
  const all = [...ends.values()]
  const kept = () => table.columns.map(([name]) => `kept.${quote(name)}`).join(', ')
  return {
    name: past.name,
    sql: (first) => `${quote(`end_${table.name}`)} as (
      insert into ${quote(schema)}.${quote(past.name)} select ${kept()}, ended.until${hasKeyword(table) ? ', ended.ends_keyword' : ''}
      from unnest($${first}::${typeOf(table)}[], $${first + 1}::bigint[], $${first + 2}::boolean[]) ended (key, until, ends_keyword)
      join ${quote(schema)}.${quote(table.name)} kept on kept.${quote(table.key)} = ended.key
      where ended.until > kept.position and exists (select from moved) on conflict do nothing)`,
    values: [[...ends.keys()], all.map(({ until }) => until), all.map((end) => String(end.ends_keyword))],
  }
}

/** The rows that came and went within the batch: a long text that none of its events said is the written row's. */
const passed = (schema: string, table: Table, rows: Replaced['rows']): Part => {
  const past = pastTable(table)
  const valueOf = (name: string) =>
    table.long.includes(name) ? `coalesce(given.${quote(name)}, kept.${quote(name)})` : `given.${quote(name)}`
  const names = past.columns.map(([name]) => name)
  return {
    name: `${past.name}s`,
    sql: (first) => `${quote(`pass_${table.name}`)} as (
      insert into ${quote(schema)}.${quote(past.name)} select ${names.map(valueOf).join(', ')}
      from (${columnsSql(past, first)}) given (${names.map(quote).join(', ')})
      left join ${quote(schema)}.${quote(table.name)} kept on kept.${quote(table.key)} = given.${quote(table.key)}
      where exists (select from moved) on conflict do nothing)`,
    values: columnValues(past, rows),
  }
}

/** What keeps the rows of a table that a batch replaces, in the statement that replaces them. */
export const pastParts = (schema: string, table: Table, { rows, ends }: Replaced): Part[] => [
  ...(ends.size > 0 ? [written(schema, table, ends)] : []),
  ...(rows.length > 0 ? [passed(schema, table, rows)] : []),
]
