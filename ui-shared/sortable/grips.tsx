import type { DraggableAttributes, DraggableSyntheticListeners } from '@dnd-kit/core'
import { type ComponentType, type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { late } from '../parts/late.ts'

export type RowId = string | number

/** What the library for dragging, which comes behind the first paint, says of one row. */
export type Grip = {
  attributes: DraggableAttributes
  listeners: DraggableSyntheticListeners
  style: CSSProperties | undefined
  isDragging: boolean
}

type DrawnRow = {
  row: RefObject<HTMLLIElement | null>
  handle: RefObject<HTMLButtonElement | null>
  setGrip: (grip: Grip) => void
}

/** The rows of one list that are drawn, by their ids. */
export type DrawnRows = Map<RowId, DrawnRow>

/** Where the rows of a list say that they are drawn, and the library finds them. */
export const useDrawnRows = (): DrawnRows => useState<DrawnRows>(() => new Map())[0]

/** The refs that a row puts on its elements, and its grip: null until the library is loaded. */
export const useGrip = (rows: DrawnRows, id: RowId) => {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [grip, setGrip] = useState<Grip | null>(null)
  useLayoutEffect(() => {
    rows.set(id, { row, handle, setGrip })
    return () => void rows.delete(id)
  }, [rows, id])
  return { row, handle, grip }
}

/** The part that loads the library. Where it cannot be loaded, rows are moved by their buttons alone. */
export const lateDrag = <P extends object>(fetch: () => Promise<ComponentType<P>>) =>
  late<P>(() => fetch().catch(() => () => null))

/** What a row is dragged by. Until the library is loaded it takes the focus and does nothing. */
export const Handle = ({
  handle,
  grip,
  label,
}: {
  handle: RefObject<HTMLButtonElement | null>
  grip: Grip | null
  label: string
}) => (
  <button
    type="button"
    className="btn bare small handle"
    ref={handle}
    {...grip?.attributes}
    {...grip?.listeners}
    aria-label={label}
  >
    <Icon name="handle" />
  </button>
)
