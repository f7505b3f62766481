import * as z from 'zod/mini'
import type { Field } from './fields/field.ts'
import { fieldsWithin } from './fields/walk.ts'
import type { Resource } from './resource.ts'

/** The resource whose records the pictures and files of all others are. */
export const library = 'file'

const holdsShared = ({ kind, isPersonal }: Field): boolean => kind === 'html' || (kind === 'picture' && !isPersonal)

/** Any of these permissions lets upload for the house and choose from its library (D8). */
export const uploadersOf = (resources: readonly Resource[]): string[] =>
  resources
    .filter(
      ({ usesLibrary, isSingleton, fields }) =>
        usesLibrary ?? (!isSingleton && Object.values(fields).flatMap(fieldsWithin).some(holdsShared)),
    )
    .flatMap(({ area }) => [`c-${area}`, `u-${area}`])

/** A file as pictures are chosen from the library (T5); `thumbnail` is null for what is no picture. */
export const libraryFile = z.object({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  link: z.string(),
  thumbnail: z.nullable(z.string()),
  /** What it is by its content, in lower case: 'pdf'. */
  extension: z.string(),
  /** In bytes. */
  size: z.number(),
})
export type LibraryFile = z.infer<typeof libraryFile>
