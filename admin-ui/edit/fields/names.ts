import { isObject } from '../../../domain/json.ts'
import type { Row } from '../../list/row.ts'

const collect = (value: unknown, into: Map<string, string>): void => {
  if (Array.isArray(value)) for (const item of value) collect(item, into)
  if (!isObject(value)) return
  const name = value.name ?? value.title_name
  if (typeof value.id === 'number' && typeof name === 'string') into.set(String(value.id), name)
  for (const part of Object.values(value)) collect(part, into)
}

const known = new WeakMap<Row, Map<string, Map<string, string>>>()

/** What the records are called that a field of a record points at, by id: also those that are no longer offered. */
export const namesIn = (row: Row | null, path: string): ReadonlyMap<string, string> => {
  if (!row) return new Map()
  const field = path.split(/[.[]/)[0] ?? path
  const fields = known.get(row) ?? new Map<string, Map<string, string>>()
  known.set(row, fields)
  const found = fields.get(field) ?? new Map<string, string>()
  if (!fields.has(field)) collect(row[field], found)
  fields.set(field, found)
  return found
}
