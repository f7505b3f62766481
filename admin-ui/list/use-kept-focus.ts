import { type FocusEvent, useEffect, useRef } from 'react'

/** Keeps the focus in a list when what had it goes: to the same heading, the name in the row, the box that ticks the page, or the list. */
export const useKeptFocus = () => {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; row: Element | null; heading: string | undefined } | null>(null)
  useEffect(() => {
    const { current: lost } = last
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
    last.current = null
    const headings = [...(list.current?.querySelectorAll<HTMLElement>('thead th button') ?? [])]
    const inHeading = headings.find(({ textContent }) => textContent === lost.heading)
    const inRow = lost.row?.isConnected ? lost.row.querySelector<HTMLElement>('a.title') : null
    const next = inHeading ?? inRow ?? list.current?.querySelector<HTMLElement>('.page-box input') ?? list.current
    next?.focus({ preventScroll: true })
  })
  const onFocus = ({ target }: FocusEvent) => {
    last.current = { element: target, row: target.closest('tbody tr'), heading: target.closest('th')?.textContent }
  }
  return { ref: list, tabIndex: -1, onFocus }
}
