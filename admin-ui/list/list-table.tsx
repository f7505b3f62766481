import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { Column } from './cells/columns.tsx'
import { type Row, titleOf } from './row.ts'
import type { Selection } from './selection.ts'

// A heading goes where its column goes; how the column's cells look is theirs alone.
const headingClass = (className: string): string | undefined =>
  className
    .split(' ')
    .filter((word) => ['num', 'hide', 'extra', 'copy'].includes(word))
    .join(' ') || undefined

const Heading = ({ column, sort, onSort }: { column: Column; sort: string; onSort: (sort: string) => void }) => {
  const { heading, className, sort: by } = column
  const [isUp, isDown] = [sort === by, sort === `-${by}`]
  return (
    <th
      scope="col"
      className={headingClass(className)}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {by ? (
        <button type="button" className="sort" onClick={() => onSort(isUp ? `-${by}` : by)}>
          {heading}
          <Icon name={isDown ? 'down' : 'up'} />
        </button>
      ) : (
        heading
      )}
    </th>
  )
}

/** Draws the cells of a row; `order` is what moves it. */
export type Cells = (row: Row, order?: ReactNode) => ReactNode

export type TableProps = {
  /** The last cell of a row: what can be done to its record. The same while nothing of it changes, as all that is given. */
  actions: (row: Row) => ReactNode
  caption: string
  columns: readonly Column[]
  rows: readonly Row[]
  selection: Selection | null
  sort: string
  onSort: (sort: string) => void
  /** Draws rows that can be moved, instead of rows that stay where they are. */
  arranged?: (cells: Cells, isSelected: (id: number) => boolean) => ReactNode
}

type PickRow = (id: number, isRange: boolean) => void

const Pick = memo(({ row, isTicked, onPick }: { row: Row; isTicked: boolean; onPick: PickRow }) => (
  <td className="pick no-print">
    <input
      className="check"
      type="checkbox"
      aria-label={t('Select {title}', { title: titleOf(row) })}
      checked={isTicked}
      onChange={({ nativeEvent }) => onPick(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  </td>
))

// What a row shows is drawn anew with its record or the columns, not with each tick of a hundred rows.
const Values = memo(({ row, columns }: { row: Row; columns: readonly Column[] }) =>
  columns.map(({ name, className, cell }) => (
    <td key={name} className={className}>
      {cell(row)}
    </td>
  )),
)

// The same function for each selection, so that rows which stay as they are need not be drawn.
const usePick = (selection: Selection | null): PickRow | null => {
  const latest = useRef(selection)
  useLayoutEffect(() => {
    latest.current = selection
  })
  const mayPick = selection !== null
  return useMemo(() => (mayPick ? (id, isRange) => latest.current?.toggle(id, isRange) : null), [mayPick])
}

type LineProps = {
  row: Row
  columns: readonly Column[]
  actions: TableProps['actions']
  isTicked: boolean
  onPick: PickRow | null
  order?: ReactNode
}

const Line = ({ row, columns, actions, isTicked, onPick, order }: LineProps) => (
  <>
    {onPick && <Pick {...{ row, isTicked, onPick }} />}
    {order}
    <Values row={row} columns={columns} />
    {actions(row)}
  </>
)

const StillLine = memo((line: LineProps) => (
  <tr aria-selected={line.isTicked ? true : undefined}>
    <Line {...line} />
  </tr>
))

const Rows = ({ columns, rows, selection, actions, arranged }: TableProps) => {
  const onPick = usePick(selection)
  const isSelected = (id: number) => selection?.ids.has(id) ?? false
  const line = (row: Row) => ({ row, columns, actions, onPick, isTicked: isSelected(row.id) })
  if (arranged) return arranged((row, order) => <Line {...line(row)} order={order} />, isSelected)
  return rows.map((row) => <StillLine key={row.id} {...line(row)} />)
}

/** The rows of a list. Without `selection` there is nothing to tick, without `arranged` nothing to move. `sort` is the order in force. */
export const ListTable = memo((props: TableProps) => {
  const { caption, columns, selection, sort, onSort, arranged } = props
  // The last one is that of the actions.
  const headings = [selection, arranged].filter(Boolean).length + columns.length + 1
  return (
    <div className="rows">
      <table className={headings >= 10 ? 'many' : undefined}>
        <caption className="away">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="pick no-print">
                <span className="away">{t('Select')}</span>
              </th>
            )}
            {arranged && (
              <th scope="col" className="order no-print">
                <span className="away">{t('Order')}</span>
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} {...{ column, sort, onSort }} />
            ))}
            <th scope="col" className="row-acts no-print">
              <span className="away">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Rows {...props} />
        </tbody>
      </table>
    </div>
  )
})
