import type { Json, JsonObject } from './event.ts'

/** True for an object of JSON: no array, not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON in a text. A text that is none stays as it is, and so does anything else. */
export const jsonIn = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** What a form sends of a composite value: the JSON in the text, nothing for an empty one. */
export const asJson = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : jsonIn(value)

/** True for an object among JSON values. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** The members of an object; none of anything else. */
export const partsOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** A text or a number as a text; anything else reads as the empty text. */
export const wordsOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value))

/** A text as it is; anything else reads as the empty text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** True when two values are written alike. */
export const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
