import type { z } from 'zod'
import type { Sent } from '../body/sent.ts'

type Row = Record<string, unknown>

/** How a resource goes over the wire where the specification's names are not those of its fields. */
export type Shape = {
  /** The names that a record answers besides those of its fields. */
  schema: Readonly<Record<string, z.ZodType>>
  /** Their values, from a record as its fields are answered. */
  answer(record: Readonly<Row>): Row
  /** The same as employees read it, where that differs. */
  inPortal?(record: Readonly<Row>): Row
  /** What a client sent, under the names of fields. */
  read?(sent: Sent): Sent
}
