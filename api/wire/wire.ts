import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { filterNames, sortNames } from '../../domain/filters.ts'
import { fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { declaredMessage, type Message, spoken } from '../../domain/message.ts'
import type { Outcome } from '../../commands/command.ts'
import { messageSchema, spokenShape } from '../body/fields.ts'
import type { Resource } from '../../domain/resource.ts'
import { isFilterValue } from '../../projections/filters.ts'

/** A whole number in a query. */
export const whole = (least: number, most: number) => {
  const message = declaredMessage('{name} is a whole number from {least} to {most}.', { least, most })
  return z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))
}

/** A text of a path or a query. NUL cannot be asked of PostgreSQL (IN-3). */
export const plain = (most: number) =>
  z
    .string('{name} is one text.')
    .max(most, declaredMessage('{name} has at most {most} characters.', { most }))
    .refine((text) => !text.includes('\u0000'), '{name} holds characters that cannot be looked for.')

/** The query of every list: page from 1, per_page 1–100, keyword; `type` and `category` are accepted and ignored where they mean nothing (X10). */
export const listQuery = z.object({
  page: whole(1, 1_000_000).default(1),
  per_page: whole(1, 100).default(20),
  keyword: plain(200).default(''),
  type: plain(80).optional(),
  status: z.enum(['active', 'inactive', 'deleted', ''], '{name} is active, inactive or deleted.').default(''),
  category: plain(200).optional(),
})

export type ListQuery = z.output<typeof listQuery> & { readonly [name: string]: unknown }

/** What asks for records as employees read them. */
export const portalView = z.literal('portal', '{name} is portal or absent.').optional()

/** The query of a resource's list: its own filters and orders besides, each text by its name. @param known the declarations that its filters point at */
export const listQueryOf = (resource: Resource, known: readonly Resource[]) => {
  const filter = (name: string) =>
    plain(200)
      .refine((value) => value === '' || isFilterValue(resource, known, name, value), '{name} is not valid')
      .optional()
  const names = [...filterNames(resource), ...filterNames(resource, resource.portal?.filters ?? [])]
  const sorts = sortNames(resource).flatMap((name) => [name, `-${name}`])
  return listQuery.extend({
    ...Object.fromEntries(names.map((name) => [name, filter(name)])),
    sort: z.enum(sorts, '{name} is not an order of this list.').optional(),
    ...(resource.portal ? { view: portalView } : {}),
  })
}

/** `total_page` is at least 1, so that an empty list is page 1 of 1 (X7). */
export const listMeta = (total: number, perPage: number) => ({
  total_page: Math.max(1, Math.ceil(total / perPage)),
  total_item: total,
})

export const metaSchema = z.object({ total_page: z.number(), total_item: z.number() })

/** What a write answers (X4). */
export const writeSchema = z.object({
  type: z.literal('success'),
  name: z.string(),
  ...spokenShape,
  /** Sentences beside the message, which holds their English. */
  notes: z.array(z.object(spokenShape)).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  position: z.string().nullable().optional(),
  projected: z.boolean().optional(),
  results: z
    .array(
      z.object({
        id: z.number(),
        ok: z.boolean(),
        message: z.string(),
        says: messageSchema,
      }),
    )
    .optional(),
})

/** One id or slug, as it stands in a path. */
export const keyParams = z.object({ key: plain(300).min(1) })

// Of the integers of PostgreSQL.
const largestId = 2_147_483_647

/** One id, as it stands in a path. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^\d{1,10}$/, '{name} is a number.')
    .transform(Number)
    // No record has a larger one, nor the id 0: what cannot be asked of the database leads to nothing.
    .transform((id) => (id <= largestId ? id : 0)),
})

const ids = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,99}$/, '{name} are up to 100 numbers, joined by commas.')
  .transform((text) => text.split(',').map(Number))
  .refine((all) => new Set(all).size === all.length, '{name} are distinct.')
  .refine((all) => all.every((id) => id > 0 && id <= largestId), '{name} are from 1 to 2147483647.')

/** 1–100 distinct ids, joined by commas (X5). */
export const idsParams = z.object({ ids })

/** The same, or the slug of one record. */
export const idsOrSlugParams = z.object({
  ids: z.union([ids, plain(300).regex(/^[^,]*\p{L}[^,]*$/u)], {
    error: ({ errors }) => errors?.[0]?.[0]?.message ?? '{name} are up to 100 numbers, or one slug.',
  }),
})

/** The version that If-Match names; undefined without one. @throws Rejected for anything that is not a version. */
export const versionOf = (header: string | undefined): number | undefined => {
  if (header === undefined || header === '*') return undefined
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())
  if (!match) throw new Rejected('If-Match holds one version, such as "3".', 'validation')
  return Number(match[1])
}

/** @throws Rejected when If-Match names a version where many records are meant: each has a version of its own. */
export const refuseIfMatch = ({ headers }: Pick<FastifyRequest, 'headers'>): void => {
  const header = headers['if-match']
  if (header !== undefined && header !== '*')
    throw new Rejected('If-Match names the version of one record, and this call is about many.', 'malformed')
}

/** The `id` of a body: a number, or its digits. @throws Rejected for anything else. */
export const readId = (value: unknown, wanted: Message): number => {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > largestId)
    return rejectFields([fieldProblem('id', 'required', wanted.id, wanted.values)])
  return id
}

/** The Idempotency-Key of a call; undefined without one. @throws Rejected for what cannot be kept as one. */
export const keyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new Rejected('Idempotency-Key holds 1 to 200 letters, digits or signs.', 'validation')
}

const removedNote = (removed: readonly string[]): Message => ({
  id: 'Taken out of the text: {removed}.',
  values: { removed: removed.join(', ') },
})

const withNotes = (done: Message, notes: readonly Message[]) => {
  const said = [done, ...notes].map(spoken)
  const message = said.map((one) => one.message).join(' ')
  return { ...spoken(done), message, ...(notes.length > 0 ? { notes: said.slice(1) } : {}) }
}

/** The body of an answered write, without its position. */
export const written = (
  outcome: Pick<Outcome, 'id' | 'slug' | 'version' | 'removed' | 'span' | 'isRevertible'>,
  name: string,
  done: Message,
) => ({
  type: 'success' as const,
  name,
  ...withNotes(done, outcome.removed.length > 0 ? [removedNote(outcome.removed)] : []),
  data: {
    id: outcome.id,
    ...(outcome.slug === null ? {} : { slug: outcome.slug }),
    // The version to which an Undo goes back; in this place, since answers that are kept have their names by length.
    ...(outcome.span && outcome.isRevertible !== false ? { before: outcome.span.from } : {}),
    version: outcome.version,
    ...(outcome.removed.length > 0 ? { removed: outcome.removed } : {}),
  },
})

const dayText = '{name} is a day such as 2026-11-22.'

/** A day of the calendar in a query; PostgreSQL knows no year 0. */
export const day = z.iso.date(dayText).refine((text) => text >= '0001', dayText)

const momentText = '{name} is a day, or a moment such as 2026-11-22T14:05:09.'

/** A day, a minute or a second of the company's clock in a query. */
export const moment = z
  .union(
    [z.iso.date(), z.iso.datetime({ local: true, precision: -1 }), z.iso.datetime({ local: true, precision: 0 })],
    momentText,
  )
  .refine((text) => text >= '0001' && !text.endsWith('Z'), momentText)
