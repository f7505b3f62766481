import * as z from 'zod/mini'

/** What happens by itself at a moment: a command that somebody planned, or a moment that a record holds itself. */
export const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(['command', 'publish', 'begin', 'end']),
  resource: z.string(),
  verb: z.string(),
  /** What the verb is called: an English text that catalogues know. */
  label: z.string(),
  at: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  fields: z.array(z.string()),
  records: z.array(z.object({ id: z.number(), name: z.nullable(z.string()) })),
  person: z.nullable(z.object({ id: z.string(), name: z.string() })),
  isOwn: z.boolean(),
  mayCancel: z.boolean(),
  mayMove: z.boolean(),
  /** Why it was refused. */
  says: z.nullable(z.object({ id: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
})
export type Entry = z.infer<typeof entrySchema>

/** An entry with what it sends of each of its records. */
export const detailSchema = z.extend(entrySchema, {
  changes: z.array(
    z.object({
      id: z.nullable(z.number()),
      version: z.nullable(z.number()),
      sent: z.record(z.string(), z.unknown()),
    }),
  ),
})
