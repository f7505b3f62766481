import type { Answered, AnsweredPart } from '../../../domain/fields/values.ts'
import { page } from '../../../domain/resources/page.ts'
import { z } from 'zod'
import type { Json, JsonObject } from '../../../domain/event.ts'
import { asJson, isObject } from '../../../domain/json.ts'
import { fieldProblem, rejectFields } from '../../../domain/rejected.ts'
import { type RecordState, valuesOf } from '../../../domain/resource.ts'
import type { Sent } from '../../body/sent.ts'
import { objectsIn, type Shape } from './shape.ts'

type Fields = Record<string, unknown>
type Image = AnsweredPart<(typeof page.initialValues.images)[number] & { ordering: number }>

/** The field that holds the images of a gallery. */
export const pictures = 'images' satisfies keyof typeof page.fields
const fileOf = (id: string) => `${pictures}[${id}].${'thumbnail' satisfies keyof Image}`

const image = z.looseObject({
  id: z.number(),
  ordering: z.number(),
  thumbnail_url: z.string().nullable(),
  altText: z.string(),
  caption: z.string(),
} satisfies Image)

/** `image_new_1` is the file of the image `new_1` (D10). */
const pathOf = (name: string) => name.replace(/^image_(\w+)$/, fileOf('$1'))

const known: readonly string[] = ['id', 'ordering', 'thumbnail', 'altText', 'caption'] satisfies (keyof Image)[]
const imageOf = (entry: Fields): Image =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => known.includes(name)))

/** The images of a gallery as they were sent. A new one without a file is an empty slot, which counts for nothing. */
const imagesOf = (content: unknown, files: Sent['files']): Image[] =>
  objectsIn(content)
    .map(imageOf)
    .filter(({ id, thumbnail }) => /^\d+$/.test(String(id)) || thumbnail || fileOf(String(id)) in files)

/** A page's text as the specification sends it: `content` is the HTML, or an object with excerpt, content and css. */
const read = ({ fields, files, fingerprint }: Sent): Sent => {
  const moved = Object.fromEntries(Object.entries(files).map(([name, file]) => [pathOf(name), file]))
  const { content, removed: _, ...others } = fields
  if (content === undefined) return { fields: others, files: moved, fingerprint }
  const value = asJson(content)
  if (Array.isArray(value))
    return { fields: { ...others, [pictures]: imagesOf(value, moved) }, files: moved, fingerprint }
  if (!isObject(value)) return { fields: { ...others, body: content }, files: moved, fingerprint }
  const { content: body, ...texts } = value
  return { fields: { ...others, ...texts, ...(body === undefined ? {} : { body }) }, files: moved, fingerprint }
}

const answer = ({ excerpt, body, css, images }: Answered<typeof page.fields>): Fields => {
  const content = {
    content: {
      ...(excerpt === undefined ? {} : { excerpt }),
      ...(body === undefined ? {} : { content: body }),
      ...(css === undefined ? {} : { css }),
    },
  }
  if (!Array.isArray(images)) return content
  const placed = objectsIn(images).map((entry, index) => ({ ...entry, ordering: index + 1 }))
  const [first] = objectsIn(images)
  return {
    ...content,
    images: placed,
    galleryContent: { images: placed },
    thumbnail_url: first?.thumbnail_url ?? null,
  }
}

const withCaption = (entry: Fields): Fields => ({ ...entry, caption: entry.caption || entry.altText })

/** How pages are answered: the text as one object, images with their place; the first of them stands for the page. */
export const pageShape: Shape<typeof page.fields> = {
  schema: {
    content: z
      .object({ excerpt: z.string().optional(), content: z.string().optional(), css: z.string().optional() })
      .optional(),
    images: z.array(image).optional(),
    galleryContent: z.object({ images: z.array(image) }).optional(),
    thumbnail_url: z.string().nullable().optional(),
  },
  answer,
  // Not for staff: what a form shows as the caption would be saved as one.
  inPortal: ({ images, ...row }) =>
    answer(Array.isArray(images) ? { ...row, images: objectsIn(images).map(withCaption) } : row),
  read,
}

const refuseUnknown = (ids: readonly unknown[], current: ReadonlyMap<unknown, JsonObject>, property: string) => {
  if (ids.every((id) => current.has(id))) return
  rejectFields([fieldProblem(property, 'unknown', 'Images holds an entry that is not there any more')])
}

const numbersOf = (removed: unknown): unknown[] =>
  (Array.isArray(removed) ? removed : typeof removed === 'string' ? removed.split(',') : [])
    .map((id) => String(id).trim())
    .filter((id) => id !== '')
    .map((id) => (/^\d{1,10}$/.test(id) ? Number(id) : id))

/** A gallery's images after `content` and `removed` (D10); on a retry they may be gone already. @throws Rejected for foreign ids */
export const galleryAfter = (state: RecordState, sent: Sent, isRetry: boolean): Fields => {
  const current = new Map(
    valuesOf(page, state)[pictures].map((entry, index): [unknown, JsonObject] => [
      entry.id,
      { ...entry, ordering: index + 1 },
    ]),
  )
  const removed = numbersOf(sent.fields.removed)
  if (!isRetry) refuseUnknown(removed, current, 'removed')
  const files = read(sent).files
  const named = imagesOf(asJson(sent.fields.content), files).map((entry) => {
    const id = /^\d+$/.test(String(entry.id)) ? Number(entry.id) : entry.id
    return { ...current.get(id), ...entry, id }
  })
  const ids = named.map(({ id }) => id)
  if (!isRetry)
    refuseUnknown(
      ids.filter((id) => typeof id === 'number'),
      current,
      'content',
    )
  const untouched = [...current.values()].filter(({ id }) => !ids.includes(id as Json))
  const all: Fields[] = [...named, ...untouched].filter(({ id }) => !removed.includes(id))
  const placeOf = ({ ordering }: Fields) =>
    Number.isFinite(Number(ordering ?? Number.NaN)) ? Number(ordering) : Number.MAX_SAFE_INTEGER
  return {
    [pictures]: all.toSorted((one, other) => placeOf(one) - placeOf(other)).map(({ ordering: _, ...entry }) => entry),
  }
}
