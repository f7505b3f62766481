import type { Answered, Fields } from '../../../domain/fields/values.ts'
import type { z } from 'zod'
import { isObject } from '../../../domain/json.ts'
import type { Sent } from '../../body/sent.ts'

type Row = Record<string, unknown>

/** The objects of a list; nothing of what is none. */
export const objectsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** How a resource goes over the wire where the specification's names are not those of its fields. */
export type Shape<F extends Fields = Fields, More extends string = never> = {
  /** The names that a record answers besides those of its fields. */
  schema: Readonly<Record<string, z.ZodType>>
  /** Their values, from a record as its fields are answered. */
  answer(record: Answered<F, More>): Row
  /** The same as employees read it, where that differs. */
  inPortal?(record: Answered<F, More>): Row
  /** What a client sent, under the names of fields. */
  read?(sent: Sent): Sent
}
