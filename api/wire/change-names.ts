import { isFile, leavesOf, pointsAt } from '../../domain/fields/walk.ts'
import { personalText } from '../../domain/people/masked.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Session } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import type { Change } from './history.ts'
import { fieldOfChange, hidesNames } from './masked.ts'

/** What records are called that changes point at, by resource and id: `category-3`. */
export type Names = Readonly<Record<string, string>>

export type Told = { resource: Resource; action: string; changes: readonly Change[] }

const pointedAt = (told: readonly Told[]): Map<string, Set<number>> => {
  const ids = new Map<string, Set<number>>()
  for (const { resource, action, changes } of told)
    for (const { field: name, from, to } of changes) {
      const field = fieldOfChange(resource, action, name)
      if (!field) continue
      for (const leaf of [from, to].flatMap((value) => (value === null ? [] : leavesOf(name, field, value)))) {
        const at = isFile(leaf.field) ? null : pointsAt(leaf)
        if (at) ids.set(at.to, new Set([...(ids.get(at.to) ?? []), ...at.ids]))
      }
    }
  return ids
}

/** What everything that some changes point at is called, for a reader: one statement for each resource. */
export const namesIn = async (
  services: Pick<Services, 'records' | 'resources'>,
  told: readonly Told[],
  reader: Pick<Session, 'perms'>,
): Promise<Names> => {
  const hides = hidesNames(services, reader)
  const names: Record<string, string> = {}
  await Promise.all(
    [...pointedAt(told)].map(async ([name, ids]) => {
      const resource = services.resources.find((known) => known.name === name)
      if (!resource) return
      for (const [id, label] of await services.records.labels(resource, [...ids]))
        names[`${name}-${id}`] = hides(name) ? personalText : label
    }),
  )
  return names
}
