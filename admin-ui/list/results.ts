import * as z from 'zod/mini'
import { saysSchema } from '../../ui-shared/api/says.ts'

/** What a call about records answers: of several, how it went with each. */
export const resultsSchema = z.object({
  message: z._default(z.string(), ''),
  results: z.optional(z.array(z.object({ id: z.number(), ok: z.boolean(), message: z.string(), says: saysSchema }))),
})
export type Results = z.infer<typeof resultsSchema>
