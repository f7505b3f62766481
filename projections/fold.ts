import type { LogEvent } from '../event-store/log.ts'
import type { Projection, Row, Tally } from './projection.ts'

/** Rows by table and key. */
export type Rows = Map<string, Map<string, Row>>

/** What a batch leads to: the rows to write and by how much each total changes. */
export type Folded = { rows: Rows; totals: Map<string, Record<Tally['column'], number>> }

/** The keys that a batch needs loaded: rows that it goes on from, not those that it begins. */
export const keysToLoad = (projections: readonly Projection[], events: readonly LogEvent[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const projection of projections) {
    const seen = new Set<string>()
    const keys: string[] = []
    for (const event of events) {
      const key = projection.keyOf(event)
      if (key === null || seen.has(key)) continue
      seen.add(key)
      if (!projection.begins(event)) keys.push(key)
    }
    if (keys.length > 0) found.set(projection.table, keys)
  }
  return found
}

/** Folds a batch over the loaded rows. Pure: the same rows and events always lead to the same. */
export const foldBatch = (projections: readonly Projection[], loaded: Rows, events: readonly LogEvent[]): Folded => {
  const folded: Folded = { rows: new Map(), totals: new Map() }
  for (const projection of projections) {
    const before = loaded.get(projection.table) ?? new Map<string, Row>()
    const after = new Map<string, Row>()
    for (const event of events) {
      const key = projection.keyOf(event)
      if (key !== null) after.set(key, projection.apply(after.get(key) ?? before.get(key), event))
    }
    if (after.size > 0) folded.rows.set(projection.table, after)
    for (const [key, row] of after) {
      count(folded, projection, before.get(key), -1)
      count(folded, projection, row, 1)
    }
  }
  return folded
}

const count = ({ totals }: Folded, projection: Projection, row: Row | undefined, by: 1 | -1): void => {
  for (const { list, column } of row ? projection.tallies(row) : []) {
    const total = totals.get(list) ?? { active: 0, inactive: 0, deleted: 0 }
    total[column] += by
    totals.set(list, total)
  }
}
