import type { Modifier } from '@dnd-kit/core'
import { Drag, spoken } from './drag.tsx'
import type { DrawnRows, RowId } from './grips.tsx'

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [upAndDown]

type Props = {
  rows: DrawnRows
  items: readonly { id: RowId; name: string }[]
  isFixed: boolean
  /** The words for a place. */
  placeAt: (index: number) => string
  onMove: (from: number, to: number) => void
}

/** Makes the rows of a list movable, up and down. */
export const ListDrag = ({ rows, items, isFixed, placeAt, onMove }: Props) => {
  const indexOf = (id: RowId) => items.findIndex((item) => item.id === id)
  const nameOf = (id: RowId) => items[indexOf(id)]?.name ?? ''
  return (
    <Drag
      rows={rows}
      items={items.map(({ id }) => ({ id, isFixed }))}
      modifiers={modifiers}
      accessibility={spoken(nameOf, (id) => placeAt(indexOf(id)))}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id))
      }}
    />
  )
}
