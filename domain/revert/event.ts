import * as z from 'zod/mini'
import type { Json, JsonObject } from '../event.ts'
import type { Fields } from '../fields/values.ts'
import { picking, storedOf } from '../fields/walk.ts'
import type { RecordState } from '../resource.ts'

/** The statuses of a record that is there. */
const statuses = ['active', 'inactive', 'deleted'] as const
const put = ['active', 'inactive'] as const

// What a secret was nobody knows, and what the server says of a file follows from bytes that are there or gone.
const kept = picking(({ kind, isSupplied }) => kind !== 'secret' && !isSupplied)

/** The fields that a revert may bring back. */
export const revertible = ({ fields }: { fields: Fields }): Fields => kept(fields)

type Declared = { slug?: string; owner?: string; author?: string; fields: Fields }

/**
 * What the event of a revert holds: the version that it goes back to (that before the changes it leaves out), and what it changes; of
 * fields only those that change. Whose key seals it stands in it as in any other event.
 */
export const revertShape = (declaration: Declared) => {
  const { slug, owner, author, fields } = declaration
  const whose = Object.fromEntries(Object.entries(fields).filter(([name]) => name === owner || name === author))
  const changed: Record<string, z.ZodMiniType> = {
    ...storedOf({ ...revertible(declaration), ...whose }),
    ...(slug === undefined ? {} : { slug: z.string() }),
    status: z.enum(statuses),
    restores_to: z.enum(put),
    created_at: z.string(),
    without: z.array(z.number()),
  }
  const optional = Object.entries(changed).map(([name, schema]) => [name, z.optional(schema)] as const)
  return z.strictObject({ ...Object.fromEntries(optional), version: z.number() })
}

const oneOf = <T extends string>(words: readonly T[], value: Json | undefined): T | undefined =>
  words.find((word) => word === value)

/** Where a record stands after a revert; its fields change as by an edit. */
export const revertedBy = (
  { status, restoresTo, createdAt }: Pick<RecordState, 'status' | 'restoresTo' | 'createdAt'>,
  data: JsonObject,
): Pick<RecordState, 'status' | 'restoresTo' | 'createdAt' | 'last'> => ({
  status: oneOf(statuses, data.status) ?? status,
  restoresTo: oneOf(put, data.restores_to) ?? oneOf(put, data.status) ?? restoresTo,
  createdAt: typeof data.created_at === 'string' ? data.created_at : createdAt,
  // Which verb was the last to change the record, and from where, is no longer so.
  last: null,
})
