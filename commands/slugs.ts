import { streamOf } from '../domain/event.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import { reservedSlugs, slugCandidates } from '../domain/slug.ts'
import type { EventStore } from '../event-store/port.ts'
import { slugClaim } from './claims.ts'

/** Also the names of lists in the portal are reserved. `choose` gives a slug for a title: first its own, then the first free number; after lost races its own way by id. */
export const slugs = (store: EventStore, claimKey: Uint8Array, resources: readonly Resource[]) => {
  const titled = resources.flatMap(({ name, portal }) => (portal?.title === undefined ? [] : [name]))
  const reserved = new Set([...reservedSlugs, ...titled])

  const isFree = async (resource: Resource, id: number, slug: string) => {
    const holder = await store.holder(slugClaim(claimKey, resource, slug))
    return holder === null || holder === streamOf(resource.name, id)
  }

  const choose = async (resource: Resource, id: number, title: string, attempt: number): Promise<string> => {
    const candidates = slugCandidates(title, resource.name, id, reserved)
    const last = candidates.at(-1) ?? `${resource.name}-${id}`
    if (attempt === 0) return candidates[0] ?? last
    if (attempt === 2) return candidates[id % candidates.length] ?? last
    if (attempt > 2) return last
    const some = candidates.slice(0, 12)
    const free = await Promise.all(some.map((slug) => isFree(resource, id, slug)))
    return some.find((_, index) => free[index]) ?? last
  }

  /** The slugs that a record may have back from Trash: the one in force, which is asked for, and former ones that nobody took. */
  const backFromTrash = async (resource: Resource, { id, slugs }: RecordState): Promise<string[]> => {
    const free = await Promise.all(slugs.map((slug) => isFree(resource, id, slug)))
    return slugs.filter((slug, index) => free[index] || slug === slugs.at(-1))
  }

  return { choose, backFromTrash }
}
