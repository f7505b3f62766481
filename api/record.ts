import { z } from 'zod'
import type { Field } from '../domain/field.ts'
import type { Resource } from '../domain/resource.ts'
import type { Row } from './rooms.ts'

/** A value of a row that is a text; anything else reads as the empty text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : null)

const base = (resource: Resource, row: Row) => ({
  id: row.id,
  ...(resource.slug ? { slug: row.slug } : {}),
  version: row.version,
  created_at: iso(row.created_at),
  changed_at: iso(row.changed_at),
  changed_by: row.changed_by ?? null,
  // Inactive means that deletedAt is set (spec/1 §2); a record is inactive since its last change at the latest.
  deletedAt: row.status === 'active' ? null : iso(row.changed_at),
})

/** A record as staff read it: every field of the declaration under its wire name; pictures also as a link. */
export const toRecord = (resource: Resource, row: Row): Record<string, unknown> => {
  const record: Record<string, unknown> = base(resource, row)
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in row)) continue
    record[name] = field.kind === 'moment' ? iso(row[name]) : (row[name] ?? null)
    if (field.kind === 'picture') record[`${name}_url`] = row[`${name}_url`] ?? null
  }
  return { ...record, ...(row.isLive === undefined ? {} : { isLive: row.isLive }) }
}

const named = z.object({ id: z.number(), name: z.string(), slug: z.string().nullable().optional() })

/** The schema of a record on its way out: an allow-list, whatever else a row holds stays inside. */
export const recordSchema = (resource: Resource) => {
  const shape: Record<string, z.ZodType> = {
    id: z.number(),
    version: z.number(),
    created_at: z.string().nullable(),
    changed_at: z.string().nullable(),
    changed_by: z.string().nullable(),
    deletedAt: z.string().nullable(),
  }
  if (resource.slug) shape.slug = z.string().nullable()
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind === 'flag') shape[name] = z.boolean().optional()
    else if (field.kind === 'integer' || field.kind === 'picture') shape[name] = z.number().nullable().optional()
    else if (field.kind === 'reference') shape[name] = named.nullable().optional()
    else if (field.kind === 'permissions') shape[name] = z.array(z.string()).optional()
    else shape[name] = z.string().nullable().optional()
    if (field.kind === 'picture') shape[`${name}_url`] = z.string().nullable().optional()
  }
  if (Object.values(resource.fields).some((field) => field.sets)) shape.isLive = z.boolean().optional()
  return z.object(shape)
}

const sentOf = ({ kind, input }: Field) => {
  if (kind === 'picture') return z.union([z.file(), z.int(), z.string()])
  if (kind === 'reference' || kind === 'integer') return z.union([z.int(), z.string()])
  return input
}

/** What a client sends to make or edit a record; `isWhole` when all that is required must be there, `only` some fields. */
export const sentSchema = (resource: Resource, isWhole: boolean, only?: readonly string[]) => {
  const shape: Record<string, z.core.$ZodType> = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.isDerived && (only?.includes(name) ?? true))
      shape[name] = isWhole && field.isRequired ? sentOf(field) : z.optional(sentOf(field))
  }
  if (resource.slug && !only) shape.slug = z.string().optional()
  return z.object(shape)
}
