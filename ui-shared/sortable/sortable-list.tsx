import { type ReactNode, Suspense, useRef, useState } from 'react'
import '../styles/sortable.css'
import { t } from '../i18n.ts'
import { useIsPainted } from '../parts/late.ts'
import { type DrawnRows, Handle, lateDrag, useDrawnRows, useGrip } from './grips.tsx'
import { RowButton } from './row-button.tsx'

const ListDrag = lateDrag(async () => (await import('./list-drag.tsx')).ListDrag)

type Item = { id: string | number; name: string; content: ReactNode }

type Props = {
  items: readonly Item[]
  /** Whether people choose the order. */
  isOrdered: boolean
  disabled: boolean
  /** How many high ones fill a window: the others come behind the first paint. */
  atFirst?: number
  onMove: (from: number, to: number) => void
  /** Absent where nothing can be taken away. */
  onRemove?: ((index: number) => void) | undefined
}

type RowProps = { rows: DrawnRows; item: Item; index: number; props: Props }

const Row = ({ rows, item, index, props }: RowProps) => {
  const { items, isOrdered, disabled, onMove, onRemove } = props
  const { row, handle, grip } = useGrip(rows, item.id)
  const { name } = item
  return (
    <li ref={row} className={grip?.isDragging ? 'row is-moving' : 'row'} style={grip?.style}>
      {isOrdered && !disabled && <Handle {...{ handle, grip }} label={t('Move {name}', { name })} />}
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
  const { items, isOrdered, disabled, onMove, onRemove, atFirst } = props
  const drawn = useIsPainted() ? items : items.slice(0, atFirst)
  const rows = useDrawnRows()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const place = (index: number) => t('{place} of {count}', { place: index + 1, count: items.length })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    onMove(from, to)
    setSaid(t('{name}: {place}.', { name: items[from]?.name ?? '', place: place(to) }))
  }
  const remove = (index: number) => {
    onRemove?.(index)
    // The focus stays near; the row that had it is gone.
    const elements = list.current?.querySelectorAll<HTMLElement>(':scope > .row') ?? []
    const next = elements[index + 1] ?? elements[index - 1]
    next?.querySelector<HTMLElement>('.row-acts button:last-child')?.focus()
  }
  return (
    <>
      <ol className="sortable" ref={list}>
        {drawn.map((item, index) => (
          <Row
            key={item.id}
            rows={rows}
            item={item}
            index={index}
            props={{ ...props, onMove: move, ...(onRemove ? { onRemove: remove } : {}) }}
          />
        ))}
      </ol>
      <span className="away" role="status">
        {said}
      </span>
      {isOrdered && (
        <Suspense>
          <ListDrag {...{ rows, items, onMove }} isFixed={disabled} placeAt={place} />
        </Suspense>
      )}
    </>
  )
}
