import * as z from 'zod/mini'

/** Which message a sentence beside it is; absent in answers of before. */
export const saysSchema = z.optional(
  z.nullable(z.object({ id: z.string(), values: z.catchall(z.object({}), z.union([z.string(), z.number()])) })),
)
