import * as z from 'zod/mini'
import { pageOf } from '../../ui-shared/api/answers.ts'

/** A row or a record as the API answers it; fields of the resource are read by name. */
export const rowSchema = z.looseObject({
  id: z.number(),
  slug: z.optional(z.nullable(z.string())),
  label: z.optional(z.nullable(z.string())),
  deletedAt: z.optional(z.nullable(z.string())),
  version: z.optional(z.number()),
  created_at: z.optional(z.nullable(z.string())),
  changed_at: z.optional(z.nullable(z.string())),
  changed_by: z.optional(z.unknown()),
})
export type Row = z.infer<typeof rowSchema>

export const rowsSchema = pageOf(rowSchema)

const namedSchema = z.looseObject({
  id: z.number(),
  name: z.optional(z.nullable(z.string())),
  // Titles are called by another name on the wire (docs/specification/wire.md#fields).
  title_name: z.optional(z.nullable(z.string())),
  slug: z.optional(z.nullable(z.string())),
  isInactive: z.optional(z.boolean()),
})

/** A record that another points at, by what it is called and how it is addressed. */
export type Named = { id: number; name: string; slug: string | null; isInactive: boolean }

const namedOf = (value: unknown): Named | null => {
  const { data } = namedSchema.safeParse(value)
  if (!data) return null
  return {
    id: data.id,
    name: data.name || data.title_name || `#${data.id}`,
    slug: data.slug ?? null,
    isInactive: data.isInactive === true,
  }
}

/** The record that a reference of a row points to, by a name among `Name`; or null. */
export const referenceOf = <Name extends string>(row: Row, field: Name): Named | null => namedOf(row[field])

/** The records that many references of a row point to. */
export const referencesOf = (row: Row, field: string): Named[] =>
  listOf(row, field).flatMap((one) => namedOf(one) ?? [])

/** A list of a row; empty when there is none. */
export const listOf = (row: Row, field: string): readonly unknown[] => {
  const value = row[field]
  return Array.isArray(value) ? value : []
}

/** A field of a row as text. */
export const textOf = (row: Row, field: string): string => {
  const value = row[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A yes or no of a row, by a name among `Name`; the wire also says it as text (docs/specification/wire.md#fields). */
export const flagOf = <Name extends string>(row: Row, field: Name): boolean =>
  row[field] === true || row[field] === 'true'

const actorSchema = z.looseObject({ name: z.optional(z.nullable(z.string())) })

/** The name of who did it, from a name or an actor; empty when it is not known. */
export const actorNameOf = (value: unknown): string =>
  typeof value === 'string' ? value : (actorSchema.safeParse(value).data?.name ?? '')

/** What a record is called (`recordLabel` of its declaration), else its number. */
export const titleOf = (row: Row): string => row.label || `#${row.id}`

/** How a record is addressed: by slug where it has one, else by id (docs/specification/screens.md#addresses). */
export const keyOf = (row: Row): string => row.slug ?? String(row.id)
