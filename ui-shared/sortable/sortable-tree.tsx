import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  type KeyboardCoordinateGetter,
  MeasuringStrategy,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useRef, useState } from 'react'
import '../styles/sortable.css'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { spoken, useDragSensors } from './drag.ts'

const indent = 28

type TreeRow = { id: string; level: number; name: string; content: ReactNode; acts: ReactNode; isFixed?: boolean }

type Props = {
  /** The nodes in the order in which the tree is read. */
  rows: readonly TreeRow[]
  disabled: boolean
  /** How many rows stand below a row; they move with it. */
  sizeOf: (at: number) => number
  /** The level that a row may take at a place, nearest to the one that is wished. `to` counts without the rows below it. */
  project: (from: number, to: number, level: number) => number
  onPlace: (from: number, to: number, level: number) => void
}

type Moving = { id: string; over: string; by: number }

const Row = ({ row, level, disabled }: { row: TreeRow; level: number; disabled: boolean }) => {
  const sortable = useSortable({ id: row.id, disabled: disabled || (row.isFixed ?? false) })
  const { y = 0 } = sortable.transform ?? {}
  const transform = sortable.transform && {
    transform: `translate3d(0, ${Math.round(y)}px, 0)`,
    transition: sortable.transition,
  }
  // The level is a padding: a margin would move what the library measures, and it would take the move back.
  const style = { paddingInlineStart: `calc(var(--indent) * ${level})`, ...transform }
  return (
    <li ref={sortable.setNodeRef} style={style}>
      <div className={sortable.isDragging ? 'row is-moving' : 'row'}>
        {!disabled && !row.isFixed && (
          <button
            type="button"
            className="btn bare small handle"
            ref={sortable.setActivatorNodeRef}
            {...sortable.attributes}
            {...sortable.listeners}
            aria-label={t('Move {name}, level {level}', { name: row.name, level: level + 1 })}
          >
            <Icon name="handle" />
          </button>
        )}
        <div className="content">{row.content}</div>
        {!disabled && <div className="row-acts">{row.acts}</div>}
      </div>
    </li>
  )
}

// The library's own getter skips rows whose heights differ (clauderic/dnd-kit#137): this one goes from row to row.
const stepFrom =
  (ids: readonly string[]): KeyboardCoordinateGetter =>
  (event, { context: { active, over, droppableRects }, currentCoordinates: at }) => {
    if (!['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'].includes(event.code)) return undefined
    event.preventDefault()
    if (event.code === 'ArrowRight') return { ...at, x: at.x + indent }
    if (event.code === 'ArrowLeft') return { ...at, x: at.x - indent }
    const here = ids.indexOf(String(over?.id ?? active?.id))
    const next = ids[here + (event.code === 'ArrowDown' ? 1 : -1)]
    const rect = next === undefined ? undefined : droppableRects.get(next)
    return rect ? { x: at.x, y: rect.top } : undefined
  }

/** A tree as rows: dragging up and down puts a row elsewhere, to the sides below another one. */
export const SortableTree = ({ rows, disabled, sizeOf, project, onPlace }: Props) => {
  const [moving, setMoving] = useState<Moving | null>(null)
  // Where it is now, for what is said before the next drawing.
  const latest = useRef<Moving | null>(null)
  const from = rows.findIndex(({ id }) => id === moving?.id)
  // What stands below the moved row is not drawn meanwhile.
  const hidden = from === -1 ? 0 : sizeOf(from)
  const drawn = rows.filter((_, at) => from === -1 || at <= from || at > from + hidden)
  const sensors = useDragSensors(stepFrom(drawn.map(({ id }) => id)))
  const levelAt = ({ id, over, by }: Moving) => {
    const at = rows.findIndex((row) => row.id === id)
    const to = drawn.findIndex((row) => row.id === over)
    return { to, level: project(at, to, (rows[at]?.level ?? 0) + Math.round(by / indent)) }
  }
  const follow = ({ active, over, delta }: DragMoveEvent) => {
    latest.current = { id: String(active.id), over: String(over?.id ?? active.id), by: delta.x }
    setMoving(latest.current)
  }
  const end = ({ over, delta }: DragEndEvent) => {
    setMoving(null)
    if (!over || !moving) return
    const { to, level } = levelAt({ ...moving, over: String(over.id), by: delta.x })
    if (to !== from || level !== rows[from]?.level) onPlace(from, to, level)
  }
  const target = moving ? levelAt(moving) : null
  const nameOf = (id: string | number) => rows.find((row) => row.id === id)?.name ?? ''
  const placeOf = (id: string | number) => {
    const place = drawn.findIndex((row) => row.id === id) + 1
    const level = (latest.current ? levelAt(latest.current).level : 0) + 1
    return t('{place} of {count}, level {level}', { place, count: drawn.length, level })
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      accessibility={spoken(nameOf, placeOf, true)}
      onDragStart={({ active }) => setMoving({ id: String(active.id), over: String(active.id), by: 0 })}
      onDragMove={follow}
      onDragOver={follow}
      onDragEnd={end}
      onDragCancel={() => setMoving(null)}
    >
      <SortableContext items={drawn.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="sortable tree">
          {drawn.map((row) => (
            <Row
              key={row.id}
              row={row}
              disabled={disabled}
              level={row.id === moving?.id && target ? target.level : row.level}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}
