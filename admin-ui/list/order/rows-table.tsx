import { lazy, Suspense } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { ListTable, type TableProps } from '../list-table.tsx'
import type { Row } from '../row.ts'
import type { ListState } from '../use-list-state.ts'
import { notYet, OrderCell } from './order-cell.tsx'

// What moves rows is loaded where they have an order of people's own.
const loadOrdered = () => import('./ordered-table.tsx')
const OrderedTable = lazy(async () => ({ default: (await loadOrdered()).OrderedTable }))

/** Loads what moves rows, where a list has an order of people's own. */
export const preloadOrdered = ({ order }: Resource) =>
  void (order === undefined || loadOrdered().catch(() => undefined))

// Drawn with what moves them, which can be used once it is loaded: the columns stay as wide as they are.
const stillRows =
  (rows: readonly Row[]): TableProps['arranged'] =>
  (cells, isSelected) =>
    rows.map((row) => (
      <tr key={row.id} aria-selected={isSelected(row.id) ? true : undefined}>
        {cells(row, <OrderCell row={row} mover={notYet} />)}
      </tr>
    ))

/** The rows of a list; with what moves them, where they stand in their own order and may be moved. */
export const RowsTable = ({
  resource,
  state,
  pages,
  mayMove,
  ...table
}: TableProps & { resource: Resource; state: ListState; pages: number; mayMove: boolean }) => {
  if (resource.order !== table.sort || state.status === 'deleted' || !mayMove) return <ListTable {...table} />
  return (
    <Suspense fallback={<ListTable {...table} arranged={stillRows(table.rows)} />}>
      <OrderedTable {...table} {...{ resource, state, pages }} />
    </Suspense>
  )
}
