import type { Resource } from '../../../domain/resource.ts'
import { ListTable, type TableProps } from '../list-table.tsx'
import type { ListState } from '../use-list-state.ts'
import { SortableRows } from './sortable-rows.tsx'
import { useMove } from './use-move.ts'

/** The rows of a list in the order that people gave them, which can be changed. */
export const OrderedTable = ({
  resource,
  state,
  pages,
  ...table
}: TableProps & { resource: Resource; state: ListState; pages: number }) => {
  const { mover, rows } = useMove(resource, state, table.rows, pages)
  return (
    <ListTable
      {...table}
      rows={rows}
      arranged={(cells, isSelected) => <SortableRows {...{ rows, mover, cells, isSelected }} />}
    />
  )
}
