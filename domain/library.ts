import * as z from 'zod/mini'

/** The resource whose records the pictures and files of all others are. */
export const library = 'file'

/** Who may upload for the house, and choose from its library (spec/decisions D8): one of these permissions. */
export const uploaders: readonly string[] = ['post', 'page', 'flash', 'banner', 'popup', 'employee', 'file'].flatMap(
  (area) => [`c-${area}`, `u-${area}`],
)

/** A file as pictures are chosen from the library (spec/decisions T5); `thumbnail` is null for what is no picture. */
export const libraryFile = z.object({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  link: z.string(),
  thumbnail: z.nullable(z.string()),
})
export type LibraryFile = z.infer<typeof libraryFile>
