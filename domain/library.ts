import * as z from 'zod/mini'

/** A file as pictures are chosen from the library (spec/decisions T5); `thumbnail` is null for what is no picture. */
export const libraryFile = z.object({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  link: z.string(),
  thumbnail: z.nullable(z.string()),
})
export type LibraryFile = z.infer<typeof libraryFile>
