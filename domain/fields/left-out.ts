import * as z from 'zod/mini'
import type { Json, JsonObject } from '../event.ts'
import { isShown, list, object, tree } from './composite.ts'
import type { Field } from './field.ts'
import type { Fields } from './values.ts'
import { type Leaf, leavesOf } from './walk.ts'

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const emptyOr = ({ input, initial }: Field): Field['input'] =>
  z.pipe(
    z.transform((value: unknown, context): Json => {
      if (isEmpty(value)) return initial
      const read = input.safeParse(value)
      if (read.success) return read.data
      for (const { path, message } of read.error.issues)
        context.issues.push({ code: 'custom', input: value, path: [...path], message })
      return z.NEVER
    }),
    z.any(),
  )

const mapped = (fields: Field['fields'] = {}) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, mayBeEmpty(field)]))

/** A field that may be left empty, with all of its parts, although it is required; what is sent is read as before. */
export const mayBeEmpty = (field: Field): Field => {
  if (field.kind === 'object') return object({ ...field, fields: mapped(field.fields) })
  if (field.kind === 'tree') return tree({ ...field, fields: mapped(field.fields) })
  if (field.kind === 'list' && field.of) return list({ ...field, of: mayBeEmpty(field.of), min: 0 })
  return field.isRequired ? { ...field, isRequired: false, input: emptyOr(field) } : field
}

const isAsked = ({ isDerived, isSupplied, sets }: Field) => !isDerived && !isSupplied && !sets

/** The required fields and parts that values leave empty: `excerpt`, `images[7].thumbnail`. */
export const leftOut = (fields: Fields, values: JsonObject): Leaf[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isAsked(field) && isShown(field, values)
      ? leavesOf(name, field, values[name] ?? field.initial).filter(
          (leaf) => leaf.field.isRequired && isEmpty(leaf.value),
        )
      : [],
  )
