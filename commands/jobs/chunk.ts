import { ownTargets } from '../../domain/fields/walk.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Item } from './job.ts'

export const largestChunk = 256

/** How many items run beside each other: what is new has no past to read, so that many fit into memory. */
export const atOnce = (items: readonly Item[]) => (items.every(({ verb }) => verb === 'create') ? largestChunk : 32)

/** The next items that may run beside each other and those under way: one verb on different records of one resource, none of which points at another. */
export const chunkOf = (
  items: readonly Item[],
  underWay: readonly Item[],
  resources: readonly Resource[],
): readonly Item[] => {
  const first = underWay[0] ?? items[0]
  const known = resources.find(({ name }) => name === first?.resource)
  const seen = new Set<number | null>(underWay.map(({ record }) => record))
  const end = items.findIndex(({ resource, verb, record, sent }) => {
    const isApart = resource !== first?.resource || verb !== first.verb || seen.has(record)
    const pointsAtOne = known && sent && ownTargets(known, sent).some((id) => seen.has(id))
    seen.add(record)
    return isApart || pointsAtOne
  })
  return end < 0 ? items : items.slice(0, end)
}
