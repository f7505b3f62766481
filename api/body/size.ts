import type { FastifyRequest } from 'fastify'
import type { Field } from '../../domain/fields/field.ts'
import type { Fields, NameIn } from '../../domain/fields/values.ts'
import { fieldsWithin } from '../../domain/fields/walk.ts'
import { mostFileBytes } from '../../platform/files/any.ts'
import type { Resource } from '../../domain/resource.ts'

/** How much a route reads: bytes of everything that is no picture, and how many pictures, or files of any kind, beside it. */
export type BodySize = { text: number; pictures: number; files?: number }

/** In bytes: ids, codes, passwords, and all of a form around them. */
export const small: BodySize = { text: 10_000, pictures: 0 }

const pictureBytes = 10_000_000

// Names, boundaries and headers of the parts of a form, and the few words that are no field of the declaration.
const overhead = 20_000

// As many files as one form may have at all.
const mostInLists = 20

// JSON may write one character as twelve bytes (two \u escapes), but nobody writes long texts that way.
const bytesOf = ({ kind, max }: Field): number => {
  if (max === undefined) return kind === 'list' || kind === 'tree' ? 200_000 : 1_000
  return max * (max > 2_000 ? 3 : 12)
}

const picturesIn = (field: Field): number => {
  if (field.kind === 'picture') return 1
  if (field.of?.kind === 'file') return field.max ?? mostInLists
  return fieldsWithin(field).some(({ kind }) => kind === 'picture') ? mostInLists : 0
}

/** What a create or an edit of a resource may send, by its declaration; `only` some of its fields. */
export const sizeOf = <F extends Fields>(resource: Resource<F>, only?: readonly NoInfer<NameIn<F>>[]): BodySize => {
  const fields = Object.entries(resource.fields)
    .filter(([name, field]) => !field.isDerived && (only?.includes(name) ?? true))
    .map(([, field]) => field)
  return {
    text: fields.reduce((sum, field) => sum + bytesOf(field), overhead),
    files: fields.filter(({ kind }) => kind === 'file').length,
    pictures: fields.reduce((sum, field) => sum + picturesIn(field), 0),
  }
}

/** What a verb with this input may send; a file that goes with it is as large as a picture. */
export const sizeOfInput = (input: Fields): BodySize => {
  const fields = Object.values(input)
  const pictures = fields.reduce((sum, field) => sum + picturesIn(field), 0)
  return pictures === 0 ? small : { text: fields.reduce((sum, field) => sum + bytesOf(field), overhead), pictures }
}

/** What the route of a request reads. */
export const sizeFor = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): BodySize =>
  routeOptions.config.takes ?? small

/** The most that a form may have in all. */
export const formBytes = ({ text, pictures, files = 0 }: BodySize): number =>
  text + pictures * pictureBytes + files * mostFileBytes
