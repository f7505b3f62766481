import { type DragEndEvent, type DragMoveEvent, type KeyboardCoordinateGetter, MeasuringStrategy } from '@dnd-kit/core'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { t } from '../i18n.ts'
import { Drag, spoken } from './drag.tsx'
import type { DrawnRows, RowId } from './grips.tsx'
import { indent, type Moving } from './moving.ts'

const measuring = { droppable: { strategy: MeasuringStrategy.Always } }

// The library's own getter skips rows whose heights differ (clauderic/dnd-kit#137): this one goes from row to row.
const stepFrom =
  (idsNow: () => readonly string[]): KeyboardCoordinateGetter =>
  (event, { context: { active, over, droppableRects }, currentCoordinates: at }) => {
    if (!['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(event.code)) return undefined
    event.preventDefault()
    if (event.code === 'ArrowRight') return { ...at, x: at.x + indent }
    if (event.code === 'ArrowLeft') return { ...at, x: at.x - indent }
    const ids = idsNow()
    const here = ids.indexOf(String(over?.id ?? active?.id))
    const next = ids[here + (event.code === 'ArrowDown' ? 1 : -1)]
    const rect = next === undefined ? undefined : droppableRects.get(next)
    return rect ? { x: at.x, y: rect.top } : undefined
  }

const useSteps = (drawn: Props['drawn']): KeyboardCoordinateGetter => {
  const ids = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    ids.current = drawn.map(({ id }) => id)
  })
  return useMemo(() => stepFrom(() => ids.current), [])
}

type Props = {
  rows: DrawnRows
  drawn: readonly { id: string; name: string; isFixed: boolean }[]
  moving: Moving | null
  setMoving: (moving: Moving | null) => void
  /** The level, counted from 0, that something takes where it is now. */
  levelAt: (moving: Moving) => number
  onPut: (moving: Moving) => void
}

/** Makes the rows of a tree movable: up and down, and to the sides. */
export const TreeDrag = ({ rows, drawn, moving, setMoving, levelAt, onPut }: Props) => {
  // Where it is now, for what is said before the next drawing.
  const latest = useRef<Moving | null>(null)
  const coordinateGetter = useSteps(drawn)
  const follow = ({ active, over, delta }: DragMoveEvent) => {
    latest.current = { id: String(active.id), over: String(over?.id ?? active.id), by: delta.x }
    setMoving(latest.current)
  }
  const end = ({ over, delta }: DragEndEvent) => {
    setMoving(null)
    if (over && moving) onPut({ ...moving, over: String(over.id), by: delta.x })
  }
  const nameOf = (id: RowId) => drawn.find((row) => row.id === id)?.name ?? ''
  const placeOf = (id: RowId) => {
    const place = drawn.findIndex((row) => row.id === id) + 1
    const level = (latest.current ? levelAt(latest.current) : 0) + 1
    return t('{place} of {count}, level {level}', { place, count: drawn.length, level })
  }
  return (
    <Drag
      rows={rows}
      items={drawn}
      coordinateGetter={coordinateGetter}
      measuring={measuring}
      accessibility={spoken(nameOf, placeOf, true)}
      onDragStart={({ active }) => setMoving({ id: String(active.id), over: String(active.id), by: 0 })}
      onDragMove={follow}
      onDragOver={follow}
      onDragEnd={end}
      onDragCancel={() => setMoving(null)}
    />
  )
}
