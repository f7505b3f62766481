import {
  type Announcements,
  closestCenter,
  DndContext,
  type DndContextProps,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useLayoutEffect, useMemo } from 'react'
import { t } from '../i18n.ts'
import type { DrawnRows, RowId } from './grips.tsx'

type Said = Announcements['onDragOver']

/** What is said while something is moved; `isSideways` when it has a place to the sides as well. */
export const spoken = (
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => string,
  isSideways = false,
): { announcements: Announcements; screenReaderInstructions: { draggable: string } } => {
  const where: Said = ({ active, over }) =>
    over ? t('{name}: {place}.', { name: nameOf(active.id), place: placeOf(over.id) }) : undefined
  return {
    announcements: {
      ...(isSideways ? { onDragMove: where } : {}),
      onDragStart: ({ active }) => t('{name} is picked up.', { name: nameOf(active.id) }),
      onDragOver: where,
      onDragEnd: ({ active, over }) =>
        over ? t('{name} is put down: {place}.', { name: nameOf(active.id), place: placeOf(over.id) }) : undefined,
      onDragCancel: ({ active }) => t('{name} stays where it was.', { name: nameOf(active.id) }),
    },
    screenReaderInstructions: {
      draggable: t('Space picks it up and puts it down, the arrow keys move it, Escape leaves it where it was.'),
    },
  }
}

type Movable = { id: RowId; isFixed: boolean }

// Draws nothing: it has the library know a row that is drawn already, and the row what the library says of it.
const RowGrip = ({ rows, id, isFixed }: Movable & { rows: DrawnRows }) => {
  const sortable = useSortable({ id, disabled: isFixed })
  const { attributes, listeners, transform, transition, isDragging, setNodeRef, setActivatorNodeRef } = sortable
  const y = transform && Math.round(transform.y)
  // After each drawing: a row loses its handle while the form is busy.
  useLayoutEffect(() => {
    const drawn = rows.get(id)
    setNodeRef(drawn?.row.current ?? null)
    setActivatorNodeRef(drawn?.handle.current ?? null)
  })
  useLayoutEffect(() => {
    const style = y === null ? undefined : { transform: `translate3d(0, ${y}px, 0)`, transition }
    rows.get(id)?.setGrip({ attributes, listeners, style, isDragging })
  }, [rows, id, attributes, listeners, y, transition, isDragging])
  return null
}

// The library makes new listeners for new options, so these stay the same.
const byPointer = { activationConstraint: { distance: 4 } }

/** Makes rows that are drawn beside it movable: by a pointer, or by Space and the arrow keys. Draws only what is said then. */
export const Drag = ({
  rows,
  items,
  coordinateGetter = sortableKeyboardCoordinates,
  ...context
}: Omit<DndContextProps, 'children' | 'sensors' | 'collisionDetection'> & {
  rows: DrawnRows
  items: readonly Movable[]
  coordinateGetter?: KeyboardCoordinateGetter
}) => {
  const byKeys = useMemo(() => ({ coordinateGetter }), [coordinateGetter])
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeys))
  return (
    <DndContext {...context} sensors={sensors} collisionDetection={closestCenter}>
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {items.map((item) => (
          <RowGrip key={item.id} rows={rows} {...item} />
        ))}
      </SortableContext>
    </DndContext>
  )
}
