import { type ReactNode, Suspense, useState } from 'react'
import '../styles/sortable.css'
import { t } from '../i18n.ts'
import { type DrawnRows, Handle, lateDrag, useDrawnRows, useGrip } from './grips.tsx'
import { indent, type Moving } from './moving.ts'

const TreeDrag = lateDrag(async () => (await import('./tree-drag.tsx')).TreeDrag)

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

type RowProps = { drawn: DrawnRows; row: TreeRow; level: number; disabled: boolean }

const Row = ({ drawn, row, level, disabled }: RowProps) => {
  const { row: element, handle, grip } = useGrip(drawn, row.id)
  // The level is a padding: a margin would move what the library measures, and it would take the move back.
  const style = { paddingInlineStart: `calc(var(--indent) * ${level})`, ...grip?.style }
  return (
    <li ref={element} style={style}>
      <div className={grip?.isDragging ? 'row is-moving' : 'row'}>
        {!disabled && !row.isFixed && (
          <Handle {...{ handle, grip }} label={t('Move {name}, level {level}', { name: row.name, level: level + 1 })} />
        )}
        <div className="content">{row.content}</div>
        {!disabled && <div className="row-acts">{row.acts}</div>}
      </div>
    </li>
  )
}

/** A tree as rows: dragging up and down puts a row elsewhere, to the sides below another one. */
export const SortableTree = ({ rows, disabled, sizeOf, project, onPlace }: Props) => {
  const [moving, setMoving] = useState<Moving | null>(null)
  const drawnRows = useDrawnRows()
  const from = rows.findIndex(({ id }) => id === moving?.id)
  // What stands below the moved row is not drawn meanwhile.
  const hidden = from === -1 ? 0 : sizeOf(from)
  const drawn = rows.filter((_, at) => from === -1 || at <= from || at > from + hidden)
  const placeOf = ({ id, over, by }: Moving) => {
    const at = rows.findIndex((row) => row.id === id)
    const to = drawn.findIndex((row) => row.id === over)
    return { to, level: project(at, to, (rows[at]?.level ?? 0) + Math.round(by / indent)) }
  }
  const put = (moved: Moving) => {
    const { to, level } = placeOf(moved)
    if (to !== from || level !== rows[from]?.level) onPlace(from, to, level)
  }
  const target = moving ? placeOf(moving) : null
  return (
    <>
      <ol className="sortable tree">
        {drawn.map((row) => (
          <Row
            key={row.id}
            drawn={drawnRows}
            row={row}
            disabled={disabled}
            level={row.id === moving?.id && target ? target.level : row.level}
          />
        ))}
      </ol>
      <Suspense>
        <TreeDrag
          rows={drawnRows}
          drawn={drawn.map(({ id, name, isFixed = false }) => ({ id, name, isFixed: disabled || isFixed }))}
          levelAt={(moved) => placeOf(moved).level}
          onPut={put}
          {...{ moving, setMoving }}
        />
      </Suspense>
    </>
  )
}
