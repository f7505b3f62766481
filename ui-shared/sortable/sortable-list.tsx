import { closestCenter, DndContext } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useRef, useState } from 'react'
import '../styles/sortable.css'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { spoken, upAndDown, useDragSensors } from './drag.ts'
import { RowButton } from './row-button.tsx'

type Item = { id: string | number; name: string; content: ReactNode }

type Props = {
  items: readonly Item[]
  /** Whether people choose the order. */
  isOrdered: boolean
  disabled: boolean
  onMove: (from: number, to: number) => void
  /** Absent where nothing can be taken away. */
  onRemove?: ((index: number) => void) | undefined
}

const Row = ({ item, index, props }: { item: Item; index: number; props: Props }) => {
  const { items, isOrdered, disabled, onMove, onRemove } = props
  const sortable = useSortable({ id: item.id, disabled: disabled || !isOrdered })
  const { y = 0 } = sortable.transform ?? {}
  const style = sortable.transform
    ? { transform: `translate3d(0, ${Math.round(y)}px, 0)`, transition: sortable.transition }
    : undefined
  const { name } = item
  return (
    <li ref={sortable.setNodeRef} className={sortable.isDragging ? 'row is-moving' : 'row'} style={style}>
      {isOrdered && !disabled && (
        <button
          type="button"
          className="btn bare small handle"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={t('Move {name}', { name })}
        >
          <Icon name="handle" />
        </button>
      )}
      <div className="content">{item.content}</div>
      {!disabled && (
        <div className="row-acts">
          {isOrdered && (
            <>
              <RowButton
                icon="up"
                label={t('Move {name} up', { name })}
                isOff={index === 0}
                onPress={() => onMove(index, index - 1)}
              />
              <RowButton
                icon="down"
                label={t('Move {name} down', { name })}
                isOff={index === items.length - 1}
                onPress={() => onMove(index, index + 1)}
              />
            </>
          )}
          {onRemove && (
            <RowButton icon="trash" label={t('Remove {name}', { name })} isDanger onPress={() => onRemove(index)} />
          )}
        </div>
      )}
    </li>
  )
}

/** Things in an order that people choose: by dragging, by keyboard, by buttons. */
export const SortableList = (props: Props) => {
  const { items, onMove, onRemove } = props
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const sensors = useDragSensors()
  const indexOf = (id: string | number) => items.findIndex((item) => item.id === id)
  const nameOf = (id: string | number) => items[indexOf(id)]?.name ?? ''
  const place = (index: number) => t('{place} of {count}', { place: index + 1, count: items.length })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    onMove(from, to)
    setSaid(t('{name}: {place}.', { name: items[from]?.name ?? '', place: place(to) }))
  }
  const remove = (index: number) => {
    onRemove?.(index)
    // The focus stays near; the row that had it is gone.
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > .row') ?? []
    const next = rows[index + 1] ?? rows[index - 1]
    next?.querySelector<HTMLElement>('.row-acts button:last-child')?.focus()
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={spoken(nameOf, (id) => place(indexOf(id)))}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id))
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="sortable" ref={list}>
          {items.map((item, index) => (
            <Row
              key={item.id}
              item={item}
              index={index}
              props={{ ...props, onMove: move, ...(onRemove ? { onRemove: remove } : {}) }}
            />
          ))}
        </ol>
      </SortableContext>
      <span className="away" role="status">
        {said}
      </span>
    </DndContext>
  )
}
