import { useQueries } from '@tanstack/react-query'
import type { Field } from '../../domain/fields/field.ts'
import { optionsOfQuery } from '../list/options.ts'
import { type NameOf, valueLines } from './value-lines.ts'

const askedAtOnce = 100

/** What these values point at, by resource: ids in pieces that one call may ask for. */
const pointedAt = (values: readonly (readonly [Field, unknown])[]) => {
  const ids = new Map<string, Set<string>>()
  const note: NameOf = (resource, id) => {
    ids.set(resource, (ids.get(resource) ?? new Set()).add(id))
    return id
  }
  for (const [field, value] of values) valueLines(value, field, note)
  return [...ids].flatMap(([resource, all]) => {
    const asked = [...all].filter((id) => /^\d+$/.test(id)).toSorted()
    const pieces = Math.ceil(asked.length / askedAtOnce)
    return Array.from({ length: pieces }, (_, piece) => ({
      resource,
      ids: asked.slice(piece * askedAtOnce, (piece + 1) * askedAtOnce),
    }))
  })
}

/** The names of what values of fields point at; a number for what is not offered any more. */
export const useNames = (values: readonly (readonly [Field, unknown])[]): NameOf => {
  const asked = pointedAt(values)
  const found = useQueries({ queries: asked.map(({ resource, ids }) => optionsOfQuery(resource, ids)) })
  const names = new Map(
    asked.flatMap(({ resource }, index) =>
      (found[index]?.data ?? []).map(({ value, label }) => [`${resource}-${value}`, label] as const),
    ),
  )
  return (resource, id) => names.get(`${resource}-${id}`) ?? `#${id}`
}
