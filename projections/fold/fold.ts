import { splitStream } from '../../domain/event.ts'
import { textOf } from '../../domain/json.ts'
import type { LogEvent } from '../../event-store/log.ts'
import type { Counted } from '../past/totals.ts'
import type { Projection, Row, RowEvents, Tally } from '../projection.ts'

export type Rows = Map<string, Map<string, Row>>

/** What ends a row: the position of the event, and whether the row after it has other keywords. */
export type End = { until: string; ends_keyword: boolean }

/** What rows of a table were before: those that came and went within the batch, with their end, and by key the end of a written one. */
export type Replaced = { rows: Row[]; ends: Map<string, End> }

/** What a batch leads to: the rows to write, by how much each total changes, in all and by event, and by table what they replace. */
export type Folded = {
  rows: Rows
  totals: Map<string, Record<Tally['column'], number>>
  counted: Counted[]
  replaced: Map<string, Replaced>
}

/** Which projection has to fold which events of a batch: by the row's key, in order. */
export type Concerned = ReadonlyMap<Projection, ReadonlyMap<string, RowEvents>>

/** Gives each event of a batch to the projections of its category, and to those of every category. */
export const concernedBy = (projections: readonly Projection[], events: readonly LogEvent[]): Concerned => {
  const concerned = new Map<Projection, Map<string, [LogEvent, ...LogEvent[]]>>()
  for (const event of events) {
    const { category } = splitStream(event.stream)
    for (const projection of projections) {
      if (projection.category !== null && projection.category !== category) continue
      if (projection.concerns?.(event) === false) continue
      const rows = concerned.get(projection) ?? new Map<string, [LogEvent, ...LogEvent[]]>()
      if (rows.size === 0) concerned.set(projection, rows)
      const key = projection.keyOf(event)
      const known = rows.get(key)
      if (known) known.push(event)
      else rows.set(key, [event])
    }
  }
  return concerned
}

/** The keys that a batch needs loaded: rows that it goes on from, not those that it begins. */
export const keysToLoad = (concerned: Concerned): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const [projection, rows] of concerned) {
    const keys: string[] = []
    for (const [key, [first]] of rows) if (!projection.begins(first)) keys.push(key)
    if (keys.length > 0) found.set(projection.table, keys)
  }
  return found
}

/** Folds a batch over the loaded rows. Pure: the same rows and events always lead to the same. */
export const foldBatch = (concerned: Concerned, loaded: Rows): Folded => {
  const folded: Folded = { rows: new Map(), totals: new Map(), counted: [], replaced: new Map() }
  for (const [projection, rows] of concerned) {
    const before = loaded.get(projection.table)
    const after = new Map<string, Row>()
    for (const [key, events] of rows) {
      const known = before?.get(key)
      let row = known
      for (const event of events) {
        const next = projection.apply(row, event)
        if (row) replace(folded, projection.table, key, row === known ? null : row, endOf(row, next))
        if (projection.isListed && row?.status !== next.status) folded.counted.push(...countedBy(projection, row, next))
        row = next
      }
      if (row) after.set(key, row)
      count(folded, projection, known, -1)
      count(folded, projection, row, 1)
    }
    folded.rows.set(projection.table, after)
  }
  return folded
}

/** By how much totals change with a row's status; nothing for a row that is in no list. */
const countedBy = (projection: Projection, before: Row | undefined, after: Row): Counted[] => {
  const [left, entered] = [before ? projection.tallies(before) : [], projection.tallies(after)]
  if (left.length + entered.length === 0) return []
  const counted = { active: 0, inactive: 0, deleted: 0 }
  for (const { column } of left) counted[column] -= 1
  for (const { column } of entered) counted[column] += 1
  return [
    {
      position: textOf(after.position),
      resource: projection.table,
      ...counted,
      highest: Number(after.id),
      newest: textOf(after.created_at),
    },
  ]
}

const endOf = (row: Row, next: Row): End => ({
  until: textOf(next.position),
  ends_keyword: row.keyword !== next.keyword,
})

/** Notes that a row ends: one that is written already (null), or one of this batch. */
const replace = ({ replaced }: Folded, table: string, key: string, row: Row | null, end: End): void => {
  const known = replaced.get(table) ?? { rows: [], ends: new Map<string, End>() }
  replaced.set(table, known)
  if (row) known.rows.push({ ...row, ...end })
  else known.ends.set(key, end)
}

/** Adds what was folded later to what was folded before. */
export const addFolded = (folded: Folded, more: Folded): void => {
  for (const [table, { rows, ends }] of more.replaced) {
    for (const [key, end] of ends) replace(folded, table, key, folded.rows.get(table)?.get(key) ?? null, end)
    const known = folded.replaced.get(table)
    if (known) known.rows.push(...rows)
    else folded.replaced.set(table, { rows, ends: new Map() })
  }
  for (const [table, rows] of more.rows) {
    const known = folded.rows.get(table)
    if (!known) folded.rows.set(table, rows)
    else for (const [key, row] of rows) known.set(key, row)
  }
  folded.counted.push(...more.counted)
  for (const [list, total] of more.totals) {
    const known = folded.totals.get(list)
    if (!known) folded.totals.set(list, total)
    else for (const column of ['active', 'inactive', 'deleted'] as const) known[column] += total[column]
  }
}

/** Adds a row to the totals, or takes it out. */
export const count = ({ totals }: Folded, projection: Projection, row: Row | undefined, by: 1 | -1): void => {
  for (const { list, column } of row ? projection.tallies(row) : []) {
    const total = totals.get(list) ?? { active: 0, inactive: 0, deleted: 0 }
    total[column] += by
    totals.set(list, total)
  }
}
