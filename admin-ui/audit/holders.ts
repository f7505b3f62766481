import * as z from 'zod/mini'

/** Everybody of the back office with what they could do at a moment. */
export const holdersSchema = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      status: z.string(),
      role: z.nullable(z.object({ id: z.number(), name: z.string(), isActive: z.boolean() })),
      perms: z.array(z.string()),
    }),
  ),
  at: z.string(),
})
export type Holder = z.infer<typeof holdersSchema>['data'][number]
