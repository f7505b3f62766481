import type { Json, JsonObject } from '../../domain/event.ts'
import type { Fields } from '../../domain/fields/values.ts'
import { jsonIn } from '../../domain/json.ts'
import { partsOfPath, putAt } from '../../domain/fields/place.ts'
import { mapLeaves } from '../../domain/fields/walk.ts'

/** Stands where a file is sent along, until it is stored and has a number. No record has this number. */
export const uploading = 2_147_483_647

/** What a client sent, with a mark in every place that one of its files belongs to. */
export const withUploads = (
  sent: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> => {
  const marked: Record<string, unknown> = { ...sent }
  for (const path of paths) {
    const parts = partsOfPath(path)
    const [root = ''] = parts
    if (parts.length > 1) marked[root] = structuredClone(jsonIn(marked[root]))
    putAt(marked, parts, uploading)
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
