import { type Json, type JsonObject, streamOf } from '../domain/event.ts'
import { isFile, leavesOf, mapLeaves, pointsAt, targetsOf } from '../domain/fields/walk.ts'
import type { RecordState, Resource } from '../domain/resource.ts'

const without = (value: Json, from: number, to: number | null): Json => {
  if (!Array.isArray(value)) return value === from ? to : value
  return [...new Set(value.flatMap((id) => (id === from ? (to ?? []) : id)))]
}

/** What an edit sends so that a record points at `to` (null: at nothing) where it pointed at `from`: whole fields, those that change only. */
export const movedFields = (
  { fields }: Resource,
  { values }: RecordState,
  target: Resource,
  from: number,
  to: number | null,
): JsonObject => {
  const stream = streamOf(target.name, from)
  const sent: JsonObject = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name] ?? field.initial
    const isThere = leavesOf(name, field, value).some((leaf) => !isFile(leaf.field) && targetsOf(leaf).includes(stream))
    if (!isThere) continue
    sent[name] = mapLeaves(name, field, value, (leaf) =>
      pointsAt(leaf)?.to === target.name && !isFile(leaf.field) ? without(leaf.value, from, to) : leaf.value,
    )
  }
  return sent
}
