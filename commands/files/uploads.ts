import type { Json, JsonObject } from '../../domain/event.ts'
import type { Fields } from '../../domain/fields/values.ts'
import { isObject, jsonIn } from '../../domain/json.ts'
import { mapLeaves } from '../../domain/fields/walk.ts'

/** Stands where a file is sent along, until it is stored and has a number. No record has this number. */
export const uploading = 2_147_483_647

const entryOf = (value: unknown, key: string): unknown => {
  if (!Array.isArray(value)) return undefined
  for (const item of value) {
    if (!isObject(item)) continue
    if (String(item.id) === key) return item
    const below = entryOf(item.children, key)
    if (below !== undefined) return below
  }
  return undefined
}

/** Puts the mark where a path leads to. What is not there stays away: then nothing asks for the file. */
const mark = (value: unknown, path: readonly string[]): void => {
  const [part = '', ...rest] = path
  if (!isObject(value)) return
  if (rest.length === 0) {
    value[part] = uploading
    return
  }
  const inside = value[part]
  const [key = '', ...after] = rest
  if (Array.isArray(inside)) markIn(inside, key, after)
  else mark(inside, rest)
}

const partsOf = (path: string) => path.split(/[.[\]]+/).filter(Boolean)

// Entries that are objects go by their ids, others by their place.
const markIn = (items: unknown[], key: string, after: readonly string[]): void => {
  const place = Number(key)
  if (after.length > 0) mark(entryOf(items, key), after)
  else if (Number.isInteger(place) && place < items.length && !isObject(items[place])) items[place] = uploading
}

/** What a client sent, with a mark in every place that one of its files belongs to. */
export const withUploads = (
  sent: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> => {
  const marked: Record<string, unknown> = { ...sent }
  for (const path of paths) {
    const parts = partsOf(path)
    const [root = ''] = parts
    if (parts.length > 1) marked[root] = structuredClone(jsonIn(marked[root]))
    mark(marked, parts)
  }
  return marked
}

/** Values in which the stored files stand in the places of their marks. @param stored numbers by path */
export const withStored = (fields: Fields, values: JsonObject, stored: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => {
      const field = fields[name]
      return [name, field ? mapLeaves(name, field, value, (leaf) => stored[leaf.path] ?? leaf.value) : value]
    }),
  )
