import type { Pool } from 'pg'
import type { Resource } from '../../domain/resource.ts'
import { type Crossed, crossedSince } from '../../projections/consumers/boundaries.ts'

/** Follows the moments at which records begin or cease to be shown by the clock; it asks at the next one, and now and then. */
export const boundaryWatch = (pool: Pool, resources: readonly Resource[], atLeastEvery: number) => {
  const dated = resources.filter(({ activeBetween }) => activeBetween !== undefined)
  let since: Date | null = null
  let due = 0
  return {
    /** In how many milliseconds to look again, at least 1. */
    pause: (): number => (dated.length === 0 ? atLeastEvery : Math.max(1, due - Date.now())),
    /** Says which resources changed: one that came in between may be the next. */
    heed: (changed: readonly { resource: string }[]): void => {
      if (changed.some(({ resource }) => dated.some(({ name }) => name === resource))) due = 0
    },
    /** What crossed a moment since the last look, if it is time to look. */
    look: async (): Promise<readonly Crossed[]> => {
      if (dated.length === 0 || Date.now() < due) return []
      const { now, next, crossed } = await crossedSince(pool, dated, since)
      since = now
      // Whole milliseconds, rounded up: a look just before the moment would find nothing and come again.
      due = Date.now() + Math.min(atLeastEvery, Math.ceil(next ?? atLeastEvery) + 1)
      return crossed
    },
  }
}
