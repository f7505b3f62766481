import { useRef, useState } from 'react'
import type { Row } from './row.ts'

/** What is ticked: rows of the page, or everything that matches. */
export type Selection = {
  ids: ReadonlySet<number>
  isMatching: boolean
  isAllOnPage: boolean
  /** Ticks or unticks a row; `isRange`, with all rows between it and the one before (Shift). */
  toggle: (id: number, isRange: boolean) => void
  togglePage: () => void
  selectMatching: () => void
  keep: (ids: readonly number[]) => void
  clear: () => void
}

type Ticked = { scope: string; ids: ReadonlySet<number>; isMatching: boolean }

/** The rows from one to another, whichever comes first; the second alone when the first is not there. */
const between = (rows: readonly Row[], from: number | null, to: number): number[] => {
  const [start, end] = [from, to].map((id) => rows.findIndex((row) => row.id === id))
  if (start === undefined || end === undefined || start < 0) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id)
}

/** The selection of a list. `scope` is which records the list shows, not in which columns: ticks do not outlive a change of it. */
export const useSelection = (rows: readonly Row[], scope: string): Selection => {
  const [ticked, setTicked] = useState<Ticked>({ scope, ids: new Set(), isMatching: false })
  const last = useRef<number | null>(null)
  // At once and for good: what was ticked stays forgotten where somebody comes back to what the list showed before.
  if (ticked.scope !== scope) setTicked({ scope, ids: new Set(), isMatching: false })
  const known = ticked.scope === scope ? ticked : { ids: new Set<number>(), isMatching: false }
  // Of what is shown only: a row that others took away, or that stood here while the list was loading, is ticked no more.
  const now = { ...known, ids: new Set(rows.flatMap(({ id }) => (known.ids.has(id) ? [id] : []))) }
  const isAllOnPage = rows.length > 0 && rows.every((row) => now.ids.has(row.id))
  const set = (ids: Iterable<number>, isMatching = false) => setTicked({ scope, ids: new Set(ids), isMatching })
  const toggle = (id: number, isRange: boolean) => {
    const meant = isRange ? between(rows, last.current, id) : [id]
    last.current = id
    set(now.ids.has(id) ? [...now.ids].filter((known) => !meant.includes(known)) : [...now.ids, ...meant])
  }
  return {
    ids: now.ids,
    isMatching: now.isMatching,
    isAllOnPage,
    toggle,
    togglePage: () => set(isAllOnPage ? [] : rows.map(({ id }) => id)),
    selectMatching: () =>
      set(
        rows.map(({ id }) => id),
        true,
      ),
    keep: (ids) => set(ids),
    clear: () => set([]),
  }
}
