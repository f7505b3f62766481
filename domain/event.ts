import * as z from 'zod/mini'
import { isPersonType, personTypes } from './person.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Who acts. `system` names a job (L5). */
export const actorSchema = z.object({
  type: z.enum([...personTypes, 'system']),
  id: z.union([z.number(), z.string()]),
})
export type Actor = z.infer<typeof actorSchema>

/** An event as the domain decides it: data holds plain and personal fields alike; the log seals what is personal. */
export type DecidedEvent<D = JsonObject, Type extends string = string> = { type: Type; data: D }

/** An event as the domain folds it. `at` is the `now` that was given to decide; `revision` counts from 0. */
export type PastEvent<D = JsonObject> = DecidedEvent<D> & { stream: string; revision: number; at: string; actor: Actor }

/** A stream's name: category, dash, id. */
export const streamOf = (category: string, id: number | string) => `${category}-${id}`

/** The category and the id of a stream's name. */
export const splitStream = (stream: string): { category: string; id: string } => {
  const dash = stream.indexOf('-')
  return { category: stream.slice(0, dash), id: stream.slice(dash + 1) }
}

/** Who acts, as tables and streams name them: `user-7`. */
export const actorNamed = (name: string): Actor => {
  const { category, id } = splitStream(name)
  return isPersonType(category) ? { type: category, id: Number(id) } : { type: 'system', id }
}

/** Upcasts the data of one version of an event type to the next. It never throws: an edit may lack any field. */
export type Upcast = (data: JsonObject) => JsonObject

/** `schema` is appended, `past` upcasts version 1 to 2 and so on, `read` may throw TypeError; `owner` names whose key seals what is `personal`. */
export type EventType = {
  schema: z.ZodMiniType<JsonObject>
  past: readonly Upcast[]
  read: Upcast
  personal: Readonly<Record<string, Json>>
  /** Of lists whose entries are personal in part: what stands in place of those parts. */
  within?: Readonly<Record<string, Readonly<Record<string, Json>>>>
  owner?: string
  /** Of what somebody wrote about themselves: the field that holds their id, and of which resource they are. */
  author?: { field: string; of: string }
}

/** What stands in place of an erased text (docs/architecture.md#the-log). */
export const erasedText = '[erased]'

export type EventTypes = Readonly<Record<string, EventType>>

/** An event type of these fields, none of them personal. */
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
