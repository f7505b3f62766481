import type { Claim, EventStore, Guard } from '../event-store/port.ts'
import { isFile, pointingLeaves, targetsOf } from '../domain/fields/walk.ts'
import { comparableName } from '../domain/comparable.ts'
import type { JsonObject } from '../domain/event.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import { keyedHex } from '../platform/keys.ts'

/** Keys a unique value: folded, then HMAC, so that the table of claims never holds the value. */
export const claimOf = (key: Uint8Array, scope: string, value: string): Claim => ({
  scope,
  key: keyedHex(key, `${scope}|${comparableName(value)}`),
})

const isHeld = (state: RecordState) => state.status === 'active' || state.status === 'inactive'

/** The claim of an address, in force or former. */
export const slugClaim = (key: Uint8Array, resource: Resource, slug: string): Claim =>
  claimOf(key, `${resource.name}.slug`, slug)

/** Everything unique that a record holds: its unique fields and every slug it ever had. Nothing once it is in Trash. */
const claimsOf = (key: Uint8Array, resource: Resource, state: RecordState): Claim[] => {
  if (!isHeld(state)) return []
  const values = resource.unique.flatMap((name) => {
    const value = state.values[name]
    return typeof value === 'string' && value !== '' ? [claimOf(key, `${resource.name}.${name}`, value)] : []
  })
  return [...values, ...state.slugs.map((slug) => slugClaim(key, resource, slug))]
}

const without = (some: readonly Claim[], others: readonly Claim[]) => {
  if (some.length === 0 || others.length === 0) return [...some]
  const known = new Set(others.map(({ key }) => key))
  return some.filter(({ key }) => !known.has(key))
}

const referencesOf = ({ fields }: Resource, state: RecordState): ReadonlySet<string> => {
  const leaves = isHeld(state) ? pointingLeaves(fields, state.values) : []
  return new Set(leaves.flatMap((leaf) => (isFile(leaf.field) ? [] : targetsOf(leaf))))
}

/** Values taken and released, and a guard on each record it now points at, closed by whoever deletes that (commands/dispatch.ts). */
export const conditionsBetween = (key: Uint8Array, resource: Resource, before: RecordState, after: RecordState) => {
  const held = claimsOf(key, resource, before)
  const wanted = claimsOf(key, resource, after)
  const slug = after.slugs.at(-1)
  // A former address may have become another's in Trash: whenever one comes into force, it is claimed.
  const fresh = slug === undefined || slug === before.slugs.at(-1) ? [] : [slugClaim(key, resource, slug)]
  const known = referencesOf(resource, before)
  const guards = [...referencesOf(resource, after)].flatMap((name): Guard[] =>
    known.has(name) ? [] : [{ name, expected: 'any' }],
  )
  return { claims: without(wanted, without(held, fresh)), releases: without(held, wanted), guards }
}

/** The unique fields whose values another record holds than that of the stream. */
export const takenFields = async (
  store: EventStore,
  key: Uint8Array,
  { name: scope, unique }: Pick<Resource, 'name' | 'unique'>,
  values: JsonObject,
  stream: string,
): Promise<string[]> => {
  const holders = await Promise.all(
    unique.map(async (name) => {
      const value = values[name]
      return typeof value === 'string' && value !== '' ? store.holder(claimOf(key, `${scope}.${name}`, value)) : null
    }),
  )
  return unique.filter((_, index) => (holders[index] ?? stream) !== stream)
}

/** The first of these values that another stream holds, or null. */
export const firstTaken = async (
  store: EventStore,
  claims: readonly Claim[],
  stream: string,
): Promise<Claim | null> => {
  const holders = await Promise.all(claims.map((claim) => store.holder(claim)))
  return claims.find((_, index) => (holders[index] ?? stream) !== stream) ?? null
}
