import { type KeyboardEvent, startTransition, useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { besideList } from '../../shell/beside-list.ts'
import type { Row } from '../row.ts'
import type { ScreenOverrides } from '../screen.ts'

/** Which row is looked at. Space on a name looks at its record; `openAt` leads to a screen of its own instead. */
export const useLook = (rows: readonly Row[], openAt: ScreenOverrides['openAt']) => {
  const navigate = useNavigate()
  const [looked, setLook] = useState<Row | null>(null)
  const setLooked = useCallback(
    (row: Row | null) =>
      openAt && row ? void navigate(openAt(row) + location.search, { state: besideList }) : setLook(row),
    [navigate, openAt],
  )
  // A modal dialog restyles all that lies behind it, a tenth of a second with 100 rows: the press is painted first.
  const openLook = useCallback((row: Row) => startTransition(() => setLooked(row)), [setLooked])
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== ' ' || !(target instanceof HTMLElement) || !target.matches('a.title')) return
    const line = target.closest('tr')
    const row = rows[line?.parentElement ? [...line.parentElement.children].indexOf(line) : -1]
    if (!row) return
    event.preventDefault()
    openLook(row)
  }
  return { looked, setLooked, openLook, onKeyDown }
}
