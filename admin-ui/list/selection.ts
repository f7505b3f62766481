import { useState } from 'react'
import type { Row } from './row.ts'

/** What is ticked: rows of the page, or everything that matches. */
export type Selection = {
  ids: ReadonlySet<number>
  isMatching: boolean
  isAllOnPage: boolean
  toggle: (id: number) => void
  togglePage: () => void
  selectMatching: () => void
  keep: (ids: readonly number[]) => void
  clear: () => void
}

type Ticked = { scope: string; ids: ReadonlySet<number>; isMatching: boolean }

/** The selection of a list. `scope` is what the list shows (its address): ticks do not outlive a change of it. */
export const useSelection = (rows: readonly Row[], scope: string): Selection => {
  const [ticked, setTicked] = useState<Ticked>({ scope, ids: new Set(), isMatching: false })
  const now: Ticked = ticked.scope === scope ? ticked : { scope, ids: new Set(), isMatching: false }
  const isAllOnPage = rows.length > 0 && rows.every((row) => now.ids.has(row.id))
  const set = (ids: Iterable<number>, isMatching = false) => setTicked({ scope, ids: new Set(ids), isMatching })
  return {
    ids: now.ids,
    isMatching: now.isMatching,
    isAllOnPage,
    toggle: (id) => set(now.ids.has(id) ? [...now.ids].filter((known) => known !== id) : [...now.ids, id]),
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
