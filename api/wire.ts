import { z } from 'zod'
import { Rejected } from '../domain/rejected.ts'
import type { Outcome } from '../commands/dispatch.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))

/** The query of every list: page from 1, per_page 1–100, keyword; `type` is accepted and ignored where it means nothing (X10). */
export const listQuery = z.object({
  page: whole(1, 1_000_000).default(1),
  per_page: whole(1, 100).default(20),
  keyword: z
    .string()
    .max(200)
    .refine((text) => !text.includes('\u0000'))
    .default(''),
  type: z.string().max(80).optional(),
  status: z.enum(['active', 'inactive', '']).default(''),
  category: z.string().max(200).optional(),
})

export type ListQuery = z.output<typeof listQuery>

/** `total_page` is at least 1, so that an empty list is page 1 of 1 (spec/decisions X7). */
export const listMeta = (total: number, perPage: number) => ({
  total_page: Math.max(1, Math.ceil(total / perPage)),
  total_item: total,
})

export const metaSchema = z.object({ total_page: z.number(), total_item: z.number() })

/** What a write answers (spec/decisions X4). */
export const writeSchema = z.object({
  type: z.literal('success'),
  name: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  position: z.string().nullable().optional(),
  projected: z.boolean().optional(),
  results: z.array(z.object({ id: z.number(), ok: z.boolean(), message: z.string() })).optional(),
})

/** One id or slug, as it stands in a path. */
export const keyParams = z.object({ key: z.string().min(1).max(300) })

/** 1–100 distinct ids, joined by commas (spec/decisions X5). */
export const idsParams = z.object({
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10}){0,99}$/, 'ids are up to 100 numbers, joined by commas')
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => new Set(ids).size === ids.length, 'ids are distinct')
    .refine((ids) => ids.every((id) => id > 0 && id <= 2_147_483_647), 'ids are positive'),
})

/** The version that If-Match names; undefined without one. @throws Rejected for anything that is not a version. */
export const versionOf = (header: string | undefined): number | undefined => {
  if (header === undefined || header === '*') return undefined
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())
  if (!match) throw new Rejected('If-Match holds one version, such as "3".', 'validation')
  return Number(match[1])
}

/** The body of an answered write. */
export const written = (
  outcome: Pick<Outcome, 'id' | 'slug' | 'version' | 'position' | 'removed'>,
  name: string,
  message: string,
  isProjected: boolean,
) => ({
  type: 'success' as const,
  name,
  message: outcome.removed.length > 0 ? `${message} Taken out of the text: ${outcome.removed.join(', ')}.` : message,
  data: {
    id: outcome.id,
    ...(outcome.slug === null ? {} : { slug: outcome.slug }),
    version: outcome.version,
    ...(outcome.removed.length > 0 ? { removed: outcome.removed } : {}),
  },
  position: outcome.position === null ? null : String(outcome.position),
  ...(isProjected ? {} : { projected: false }),
})
