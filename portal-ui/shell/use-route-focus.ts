import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { readListAddress } from '../list-address.ts'

/**
 * Moves the focus to the heading when another screen or page of a list has come, so that it is read out and the next Tab
 * starts there. The first screen is left alone, and so is a filter, whose control keeps the focus.
 */
export const useRouteFocus = (): void => {
  const { pathname, search } = useLocation()
  const place = `${pathname} ${readListAddress(new URLSearchParams(search)).page}`
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    if (document.activeElement instanceof HTMLSelectElement) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [place])
}
