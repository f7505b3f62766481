import type { JsonObject } from '../domain/event.ts'
import type { LogEvent } from '../event-store/log.ts'

/** A row as JSON: moments are ISO texts, positions decimal texts. A long text is not loaded; one that a row lacks stays as it is. */
export type Row = JsonObject

/** What a row adds to the kept totals: a list's name and one of its columns. */
export type Tally = { list: string; column: 'active' | 'inactive' | 'deleted' }

/** Events that follow each other in one row. */
export type RowEvents = readonly [LogEvent, ...LogEvent[]]

/** From a row and its next event to the row, found by `keyOf` unless an event `begins` it; `tallies` keep totals by difference. */
export type Projection = {
  name: string
  table: string
  category: string | null
  /** Its rows have an id, and its totals are kept as they were at each position. */
  isListed?: true
  /** All events of the category when absent. */
  concerns?(event: LogEvent): boolean
  keyOf(event: LogEvent): string
  begins(event: LogEvent): boolean
  apply(row: Row | undefined, event: LogEvent): Row
  tallies(row: Row): readonly Tally[]
}
