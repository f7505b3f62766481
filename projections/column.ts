import type { Json } from '../domain/event.ts'
import type { Row } from './projection.ts'
import type { Table } from './tables.ts'

const textOid = 25

/**
 * Texts as PostgreSQL takes a text[] in binary (array_recv: dimensions, nulls, type, length, lower bound, then each with its
 * length in bytes; -1 is null). Reading the same rows as JSON took the server three times as long.
 */
const textArray = (texts: readonly (string | null)[]): Buffer => {
  // UTF-8 takes at most three bytes for each unit of a text.
  const most = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0) * 3, 20)
  const bytes = Buffer.allocUnsafe(most)
  let at = 0
  for (const word of [1, 1, textOid, texts.length, 1]) at = bytes.writeInt32BE(word, at)
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return bytes.subarray(0, at)
}

const quoted = (value: Json): string => `"${String(value).replace(/[\\"]/g, '\\$&')}"`

const textOf = (value: Json | undefined, type: string): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' && type !== 'jsonb') return value
  return type === 'text[]' && Array.isArray(value) ? `{${value.map(quoted).join(',')}}` : JSON.stringify(value)
}

/** Rows of a table as one parameter for each column, for `columnsSql`. */
export const columnValues = (table: Table, rows: readonly Row[]): Buffer[] =>
  table.columns.map(([name, type]) => textArray(rows.map((row) => textOf(row[name], type))))

/** A statement that answers these rows, in the order of the table's columns. @param first number of the first parameter */
export const columnsSql = (table: Table, first: number): string => {
  const names = table.columns.map((_, index) => `c${index}`)
  const values = table.columns.map(([, type], index) => (type === 'text' ? `c${index}` : `c${index}::${type}`))
  const parameters = names.map((_, index) => `$${first + index}::text[]`)
  return `select ${values.join(', ')} from unnest(${parameters.join(', ')}) as given (${names.join(', ')})`
}
