import { splitStream } from '../domain/event.ts'
import type { LogEvent } from '../event-store/log.ts'
import type { Projection, Row, Tally } from './projection.ts'

/** Rows by table and key. */
export type Rows = Map<string, Map<string, Row>>

/** What a batch leads to: the rows to write and by how much each total changes. */
export type Folded = { rows: Rows; totals: Map<string, Record<Tally['column'], number>> }

/** Which projection has to fold which events of a batch, in order. */
export type Concerned = ReadonlyMap<Projection, readonly LogEvent[]>

/** Gives each event of a batch to the projections of its category, and to those of every category. */
export const concernedBy = (projections: readonly Projection[], events: readonly LogEvent[]): Concerned => {
  const byCategory = new Map<string, LogEvent[]>()
  for (const event of events) {
    const { category } = splitStream(event.stream)
    const known = byCategory.get(category)
    if (known) known.push(event)
    else byCategory.set(category, [event])
  }
  return new Map(
    projections.flatMap((projection) => {
      const given = projection.category === null ? events : (byCategory.get(projection.category) ?? [])
      return given.length > 0 ? [[projection, given] as const] : []
    }),
  )
}

/** The keys that a batch needs loaded: rows that it goes on from, not those that it begins. */
export const keysToLoad = (concerned: Concerned): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const [projection, events] of concerned) {
    const seen = new Set<string>()
    const keys: string[] = []
    for (const event of events) {
      const key = projection.keyOf(event)
      if (seen.has(key)) continue
      seen.add(key)
      if (!projection.begins(event)) keys.push(key)
    }
    if (keys.length > 0) found.set(projection.table, keys)
  }
  return found
}

/** Folds a batch over the loaded rows. Pure: the same rows and events always lead to the same. */
export const foldBatch = (concerned: Concerned, loaded: Rows): Folded => {
  const folded: Folded = { rows: new Map(), totals: new Map() }
  for (const [projection, events] of concerned) {
    const before = loaded.get(projection.table) ?? new Map<string, Row>()
    const after = new Map<string, Row>()
    for (const event of events) {
      const key = projection.keyOf(event)
      after.set(key, projection.apply(after.get(key) ?? before.get(key), event))
    }
    folded.rows.set(projection.table, after)
    for (const [key, row] of after) {
      count(folded, projection, before.get(key), -1)
      count(folded, projection, row, 1)
    }
  }
  return folded
}

/** Adds what later events lead to. */
export const addFolded = (folded: Folded, more: Folded): void => {
  for (const [table, rows] of more.rows) {
    const known = folded.rows.get(table)
    if (!known) folded.rows.set(table, rows)
    else for (const [key, row] of rows) known.set(key, row)
  }
  for (const [list, total] of more.totals) {
    const known = folded.totals.get(list)
    if (!known) folded.totals.set(list, total)
    else for (const column of ['active', 'inactive', 'deleted'] as const) known[column] += total[column]
  }
}

const count = ({ totals }: Folded, projection: Projection, row: Row | undefined, by: 1 | -1): void => {
  for (const { list, column } of row ? projection.tallies(row) : []) {
    const total = totals.get(list) ?? { active: 0, inactive: 0, deleted: 0 }
    total[column] += by
    totals.set(list, total)
  }
}
