import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const two = (number: number) => String(number).padStart(2, '0')

/** 2026-11-22 of a date in the reader's own time; empty without one. */
export const dayOf = (date: Date | null | undefined): string =>
  date ? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` : ''

/** The start of a day such as 2026-11-22; null of an empty one. */
export const dateOf = (day: string): Date | null => (day === '' ? null : new Date(`${day}T00:00:00`))

const byDays: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const byMonths: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }

// A day that the other month does not have becomes its last one.
const monthsFrom = (day: Date, months: number): Date => {
  const last = new Date(day.getFullYear(), day.getMonth() + months + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(day.getDate(), last.getDate()))
}

const goal = (day: Date, { key, shiftKey }: KeyboardEvent): Date | null => {
  const days = { ...byDays, Home: -day.getDay(), End: 6 - day.getDay() }[key]
  if (days !== undefined) return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
  const months = byMonths[key]
  return months === undefined ? null : monthsFrom(day, months * (shiftKey ? 12 : 1))
}

const dayOfCell = (target: EventTarget): Date | null => {
  const { pDay, pMonth, pYear } = (target instanceof Element && target.closest('td')?.dataset) || {}
  return pDay === undefined ? null : new Date(Number(pYear), Number(pMonth), Number(pDay))
}

/**
 * The keys of a calendar of PrimeReact, whose own lead to days that cannot be chosen and lose the focus once one is: arrows by
 * days and weeks, Home and End in the week, Page up and down by months, with Shift by years. `shown` is a day of the month in sight.
 */
export const useDayKeys = (shown: Date, show: (day: Date) => void) => {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<Date | null>(null)
  const [focusWanted] = useState(() => () => {
    const day = wanted.current
    const cells = [...(box.current?.querySelectorAll<HTMLElement>('td > span') ?? [])]
    const cell = cells.find((one) => day && dayOf(dayOfCell(one)) === dayOf(day))
    if (!cell) return
    for (const one of cells) one.tabIndex = one === cell ? 0 : -1
    cell.focus()
  })
  // It draws its days anew after the render in which another month is asked for.
  useEffect(() => {
    const drawn = new MutationObserver(() => {
      const at = document.activeElement
      const isAtButton = box.current?.contains(at) && !at?.closest('td')
      if (!isAtButton) focusWanted()
    })
    if (box.current) drawn.observe(box.current, { childList: true, characterData: true, subtree: true })
    return () => drawn.disconnect()
  }, [focusWanted])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const day = dayOfCell(event.target)
    if (!day) return
    if (event.key === 'Enter' || event.key === ' ') wanted.current = day
    const next = goal(day, event)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    wanted.current = next
    if (next.getMonth() === shown.getMonth() && next.getFullYear() === shown.getFullYear()) focusWanted()
    else show(next)
  }
  const onPointerDown = ({ target }: PointerEvent) => {
    wanted.current = dayOfCell(target)
  }
  return { ref: box, onKeyDownCapture, onPointerDown }
}
