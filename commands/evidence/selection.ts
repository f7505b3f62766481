import type { Pool } from 'pg'
import type { EvidenceAsked } from '../../domain/events/evidence.ts'
import { type LeafFinder, leafFinder } from '../../event-store/merkle/leaf-finder.ts'
import type { LeafRange } from '../../event-store/merkle/subset.ts'
import type { EventStore } from '../../event-store/port.ts'

/** Leaves of the tree, in order; none of the ranges touches another. */
export type Selection = { ranges: readonly LeafRange[]; events: number }

export type SelectionParts = {
  pool: Pool
  store: Pick<EventStore, 'readAll'>
  /** The positions of what the trail has about a record, or of and about a person, in order; some at a time. */
  positionsAbout(asked: EvidenceAsked & { kind: 'record' | 'person' }): AsyncIterable<readonly bigint[]>
  /** When days begin and end where the system stands. */
  momentsOf(days: EvidenceAsked & { kind: 'days' }): Promise<{ from: Date | null; to: Date | null }>
}

const scattered = async (find: LeafFinder, positions: AsyncIterable<readonly bigint[]>): Promise<LeafRange[]> => {
  const ranges: LeafRange[] = []
  for await (const some of positions)
    for (const position of some) {
      const leaf = await find.leafOf(position)
      const last = ranges.at(-1)
      if (leaf === null) continue
      if (last?.until === leaf) last.until += 1
      else ranges.push({ from: leaf, until: leaf + 1 })
    }
  return ranges
}

/** The leaves that are asked for among the first `size`. An event that was signed and is gone from the log is among them. */
export const selectionOf = async (parts: SelectionParts, asked: EvidenceAsked, size: number): Promise<Selection> => {
  const find = leafFinder(parts.pool, size)
  const recordedAt = async (position: bigint): Promise<number> => {
    const [event] = await parts.store.readAll(position - 1n, 1)
    return event ? Date.parse(event.recordedAt) : Number.POSITIVE_INFINITY
  }
  const between = async (
    from: ((position: bigint) => boolean | Promise<boolean>) | null,
    after: ((position: bigint) => boolean | Promise<boolean>) | null,
  ): Promise<LeafRange[]> => {
    const range = { from: from ? await find.firstWhere(from) : 0, until: after ? await find.firstWhere(after) : size }
    return range.from < range.until ? [range] : []
  }
  const rangesOf = async (): Promise<LeafRange[]> => {
    if (asked.kind === 'all') return between(null, null)
    if (asked.kind === 'record' || asked.kind === 'person') return scattered(find, parts.positionsAbout(asked))
    if (asked.kind === 'days') {
      const { from, to } = await parts.momentsOf(asked)
      return between(
        from && (async (position) => (await recordedAt(position)) >= from.getTime()),
        to && (async (position) => (await recordedAt(position)) >= to.getTime()),
      )
    }
    const [first, last] = [asked.from, asked.to].map((one) => (one === null ? null : BigInt(one)))
    return between(
      first === null || first === undefined ? null : (position) => position >= first,
      last === null || last === undefined ? null : (position) => position > last,
    )
  }
  const ranges = await rangesOf()
  return { ranges, events: ranges.reduce((sum, { from, until }) => sum + until - from, 0) }
}
