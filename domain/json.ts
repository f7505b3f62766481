import type { Json, JsonObject } from './event.ts'

/** True for an object among JSON values. */
export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none of anything else. */
export const partsOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** A text or a number as a text; anything else reads as the empty text. */
export const wordsOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value))

/** A text as it is; anything else reads as the empty text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
