import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { t } from '../../../ui-shared/i18n.ts'
import type { Cells } from '../list-table.tsx'
import { type Row, titleOf } from '../row.ts'
import { OrderCell } from './order-cell.tsx'
import { type Mover, placeWords } from './use-move.ts'

const SortableRow = ({
  row,
  mover,
  cells,
  isSelected,
}: {
  row: Row
  mover: Mover
  cells: Cells
  isSelected: boolean
}) => {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: row.id,
    disabled: mover.isBusy,
  })
  const handle = {
    ref: setActivatorNodeRef,
    'aria-describedby': attributes['aria-describedby'],
    'aria-roledescription': t('handle'),
    ...listeners,
  }
  // Across the list nothing moves, and no row becomes larger or smaller.
  const style = { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }
  return (
    <tr
      ref={setNodeRef}
      style={style}
      className={isDragging ? 'dragged' : undefined}
      aria-selected={isSelected ? true : undefined}
    >
      {cells(row, <OrderCell row={row} mover={mover} handle={handle} />)}
    </tr>
  )
}

const announcementsOf = (rows: readonly Row[]): Announcements => {
  const titleAt = (id: unknown) => {
    const row = rows.find((one) => one.id === id)
    return row ? titleOf(row) : ''
  }
  const placeAt = (id: unknown) => placeWords(rows.findIndex((row) => row.id === id) + 1, rows.length)
  const words = (active: { id: unknown }, over: { id: unknown } | null) => ({
    title: titleAt(active.id),
    place: placeAt((over ?? active).id),
  })
  return {
    onDragStart: ({ active }) => t('Picked up {title}, {place}.', words(active, active)),
    onDragOver: ({ active, over }) => t('{title} is at {place}.', words(active, over)),
    onDragEnd: ({ active, over }) => t('{title} was put at {place}.', words(active, over)),
    onDragCancel: ({ active }) => t('{title} stays where it was.', { title: titleAt(active.id) }),
  }
}

/** The rows of a list that people put in order: dragged by pointer or, with Space and the arrow keys, by keyboard. */
export const SortableRows = ({
  rows,
  mover,
  cells,
  isSelected,
}: {
  rows: readonly Row[]
  mover: Mover
  cells: Cells
  isSelected: (id: number) => boolean
}) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [row, target] = [active, over].map((one) => rows.find(({ id }) => id === one?.id))
    if (row && target) mover.moveTo(row, target)
  }
  const draggable = t('To move it, press Space, then the arrow keys, and Space again. Escape leaves it where it was.')
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      // What is said aloud stands outside of the table, where such elements may be.
      accessibility={{
        container: document.body,
        announcements: announcementsOf(rows),
        screenReaderInstructions: { draggable },
      }}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {rows.map((row) => (
          <SortableRow key={row.id} {...{ row, mover, cells }} isSelected={isSelected(row.id)} />
        ))}
      </SortableContext>
    </DndContext>
  )
}
