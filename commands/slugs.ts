import type { Resource } from '../domain/resource.ts'
import { slugCandidates } from '../domain/slug.ts'
import type { EventStore } from '../event-store/port.ts'
import { claimOf } from './claims.ts'

/**
 * Chooses a slug for a title. The first try takes the title's own without looking; the second the first free number; when
 * that race is lost too, many write the same title at once, so each goes its own way by id; the last ends in the id.
 */
export const slugChooser = (store: EventStore, claimKey: Uint8Array) => {
  const isFree = async (resource: Resource, id: number, slug: string) => {
    const holder = await store.holder(claimOf(claimKey, `${resource.name}.slug`, slug))
    return holder === null || holder === `${resource.name}-${id}`
  }

  return async (resource: Resource, id: number, title: string, attempt: number): Promise<string> => {
    const candidates = slugCandidates(title, resource.name, id)
    const last = candidates.at(-1) ?? `${resource.name}-${id}`
    if (attempt === 0) return candidates[0] ?? last
    if (attempt === 2) return candidates[id % candidates.length] ?? last
    if (attempt > 2) return last
    const some = candidates.slice(0, 12)
    const free = await Promise.all(some.map((slug) => isFree(resource, id, slug)))
    return some.find((_, index) => free[index]) ?? last
  }
}
