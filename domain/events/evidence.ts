import * as z from 'zod/mini'
import { personTypes } from '../person.ts'

const day = z.nullable(z.string())
const position = z.nullable(z.string())

/**
 * What an evidence package is of: everything; the events of some days or positions (both inclusive, null for an open end); all that the trail
 * has about a record; all that somebody did and all about them.
 */
export const evidenceAsked = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('days'), from: day, to: day }),
  z.strictObject({ kind: z.literal('positions'), from: position, to: position }),
  z.strictObject({ kind: z.literal('record'), resource: z.string(), record: z.number() }),
  z.strictObject({ kind: z.literal('person'), resource: z.enum(personTypes), record: z.number() }),
])

export type EvidenceAsked = z.infer<typeof evidenceAsked>
