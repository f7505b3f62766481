import { z } from 'zod'
import type { Answered, Fields, NameIn } from '../../domain/fields/values.ts'
import { tellsAuthor } from '../../domain/filters.ts'
import { isDated } from '../../domain/publishing.ts'
import type { Resource } from '../../domain/resource.ts'
import { wireKinds } from './kinds.ts'
import { shaped, shapeSchema } from './adapters/reshape.ts'
import type { Row } from '../server/services.ts'

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : null)

const base = (resource: Resource, row: Row) => ({
  id: row.id,
  ...(resource.slug ? { slug: row.slug } : {}),
  version: row.version,
  created_at: iso(row.created_at),
  ...(isDated(resource) ? { published_at: iso(row.published_at) } : {}),
  ...(row.created_by === undefined ? {} : { created_by: row.created_by }),
  changed_at: iso(row.changed_at),
  changed_by: row.changed_by ?? null,
  // Inactive means that deletedAt is set (docs/specification/wire.md#fields); a record is inactive since its last change at the latest.
  deletedAt: row.status === 'active' ? null : iso(row.changed_at),
})

/** A record as staff read it: every field of the declaration under its wire names, and the `ends` of relations that others hold. */
export const toRecord = <F extends Fields>(resource: Resource<F>, row: Answered<F>, ends: Row = {}): Answered<F> => {
  const record: Record<string, unknown> = { ...base(resource, row), label: row.label ?? null }
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    if (!(name in row)) continue
    if (kind === 'secret') {
      record[`${name}_set`] = row[name] !== null
      continue
    }
    record[name] = row[name] ?? null
    if (`${name}_url` in row) record[`${name}_url`] = row[`${name}_url`]
  }
  // The names above are those of the fields.
  return shaped(resource, {
    ...record,
    ...ends,
    ...(row.isLive === undefined ? {} : { isLive: row.isLive }),
  }) as Answered<F>
}

const answersOf = (resource: Resource, names: readonly string[]): Record<string, z.ZodType> =>
  Object.assign(
    {},
    ...names.map((name) => {
      const field = resource.fields[name]
      return field ? wireKinds[field.kind].answers(name, field) : {}
    }),
  )

/** The schema of a record on its way out: an allow-list, whatever else a row holds stays inside. */
export const recordSchema = (resource: Resource) =>
  z.object({
    id: z.number(),
    version: z.number(),
    label: z.string().nullable(),
    created_at: z.string().nullable(),
    ...(isDated(resource) ? { published_at: z.string().nullable() } : {}),
    ...(tellsAuthor(resource) ? { created_by: z.string().nullable().optional() } : {}),
    changed_at: z.string().nullable(),
    changed_by: z.string().nullable(),
    deletedAt: z.string().nullable(),
    ...(resource.slug ? { slug: z.string().nullable() } : {}),
    ...(resource.live === undefined ? {} : { isLive: z.boolean().optional() }),
    ...(resource.inbox ? { isUnread: z.boolean().optional() } : {}),
    ...answersOf(resource, Object.keys(resource.fields)),
    ...shapeSchema(resource),
  })

const near = z.object({ slug: z.string(), name: z.string().nullable() }).nullable().optional()

/** The schema of what employees read of a resource: files by their address only. */
export const portalSchema = (resource: Resource) => {
  const { list = [], detail = [] } = resource.portal ?? {}
  const names = [...list, ...detail]
  const files = names.filter((name) => ['picture', 'file'].includes(resource.fields[name]?.kind ?? ''))
  const shape = answersOf(resource, names)
  for (const name of files) delete shape[name]
  return z.object({
    id: z.number(),
    version: z.number(),
    created_at: z.string(),
    ...(resource.slug ? { slug: z.string() } : {}),
    ...shape,
    ...shapeSchema(resource),
    ...(resource.portal?.neighboursBy ? { previous_page: near, next_page: near } : {}),
  })
}

/** What a client sends to make or edit a record; `isWhole` when all that is required must be there, `only` some fields. */
export const sentSchema = <F extends Fields>(
  resource: Resource<F>,
  isWhole: boolean,
  only?: readonly NoInfer<NameIn<F>>[],
) =>
  fieldsSchema(
    Object.fromEntries(Object.entries(resource.fields).filter(([name]) => only?.includes(name) ?? true)),
    isWhole,
    {
      ...(resource.slug && !only ? { slug: z.string().optional() } : {}),
      ...(resource.signsIn && !only ? { password: z.string().optional() } : {}),
    },
  )

/** What a client sends for some fields. */
export const fieldsSchema = (fields: Fields, isWhole: boolean, more: Record<string, z.core.$ZodType> = {}) => {
  const shape: Record<string, z.core.$ZodType> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.isDerived || field.isSupplied) continue
    const sends = wireKinds[field.kind].sends ?? field.input
    shape[name] = isWhole && field.isRequired && !field.shownWhen ? sends : z.optional(sends)
  }
  return z.object({ ...shape, ...more })
}
