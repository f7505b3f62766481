import * as z from 'zod/mini'

/** An answer as both sides read it. Its id is the version that it made; files have an address until they go with their person. */
export const saidSchema = z.object({
  id: z.number(),
  at: z.nullable(z.string()),
  by: z.string(),
  text: z.string(),
  files: z._default(z.array(z.object({ id: z.nullable(z.number()), url: z.nullable(z.string()) })), []),
})
export type Said = z.infer<typeof saidSchema>

/** Who reads: the employee who sent it, or staff. */
export type Side = 'employee' | 'staff'

/** What a file at an address is called. */
export const nameAt = (url: string): string => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
