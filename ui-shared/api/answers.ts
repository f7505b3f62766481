import * as z from 'zod/mini'
import { saysSchema } from './says.ts'

/** The answer to a write (X4). */
export const writtenSchema = z.object({
  message: z._default(z.string(), ''),
  name: z.optional(z.string()),
  data: z.optional(
    z.nullable(
      z.looseObject({
        id: z.optional(z.number()),
        slug: z.optional(z.nullable(z.string())),
        version: z.optional(z.number()),
        before: z.optional(z.number()),
      }),
    ),
  ),
})
export type Written = z.infer<typeof writtenSchema>

/** What a call about records answers: of several, how it went with each. */
export const resultsSchema = z.object({
  message: z._default(z.string(), ''),
  results: z.optional(z.array(z.object({ id: z.number(), ok: z.boolean(), message: z.string(), says: saysSchema }))),
})
export type Results = z.infer<typeof resultsSchema>

/** The answer of a list. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), meta: z.object({ total_page: z.number(), total_item: z.number() }) })

/** The answer that holds one thing. */
export const oneOf = <Thing extends z.ZodMiniType>(thing: Thing) => z.object({ data: thing })

export const optionSchema = z.object({ value: z.union([z.number(), z.string()]), label: z.string() })
export const optionsSchema = z.object({ data: z.array(optionSchema) })
export type Option = z.infer<typeof optionSchema>

export const anything: { parse(body: unknown): unknown } = { parse: (body) => body }
