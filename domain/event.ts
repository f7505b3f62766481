import * as z from 'zod/mini'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Who acts. `system` names a job (spec/decisions L5). */
export const actorSchema = z.object({
  type: z.enum(['user', 'employee', 'system']),
  id: z.union([z.number(), z.string()]),
})
export type Actor = z.infer<typeof actorSchema>

/** An event as the domain decides it: data holds plain and personal fields alike; the log seals what is personal. */
export type DecidedEvent = { type: string; data: JsonObject }

/** An event as the domain folds it. `at` is the `now` that was given to decide; `revision` counts from 0. */
export type PastEvent = DecidedEvent & { stream: string; revision: number; at: string; actor: Actor }

/** A stream's name: category, dash, id. */
export const streamOf = (category: string, id: number | string) => `${category}-${id}`

/** The category and the id of a stream's name. */
export const splitStream = (stream: string): { category: string; id: string } => {
  const dash = stream.indexOf('-')
  return { category: stream.slice(0, dash), id: stream.slice(dash + 1) }
}

/** Lifts the data of one version of an event type to the next. It never throws: an edit may lack any field. */
export type Upcast = (data: JsonObject) => JsonObject

/**
 * An event type. `schema` is what may be appended today. `past` lifts version 1 to 2, 2 to 3 and so on: today's version is one
 * more than it has steps. `read` makes sense of values that were stored under another declaration and throws TypeError where
 * that cannot be done. `personal` are the fields that are sealed, with what stands there once they are erased: under the key
 * of the stream, or of the stream that the field `owner` names; where it is empty nobody's.
 */
export type EventType = {
  schema: z.ZodMiniType<JsonObject>
  past: readonly Upcast[]
  read: Upcast
  personal: Readonly<Record<string, Json>>
  owner?: string
}

/** What stands in place of an erased text (design §3). */
export const erasedText = '[erased]'

/** Every type that the log may hold. An unknown type in one of our categories halts what reads it. */
export type EventTypes = Readonly<Record<string, EventType>>

/** A type with a single version and nothing personal. */
export const plainEvent = (shape: Parameters<typeof z.strictObject>[0]): EventType => ({
  schema: asEventSchema(z.strictObject(shape)),
  past: [],
  read: (data) => data,
  personal: {},
})

/** The upcast for a field that has got another name. */
export const renamed =
  (from: string, to: string): Upcast =>
  ({ [from]: value, ...others }) =>
    value === undefined ? others : { ...others, [to]: value }

/** A strict object schema as an event schema: all our stored schemas yield JSON, which their types cannot say. */
export const asEventSchema = (schema: z.ZodMiniType) => schema as z.ZodMiniType<JsonObject>
