import type { ListedField } from '../../../domain/filters.ts'
import type { Row } from '../row.ts'

/** What a cell of a list is given: the row, and the field that it shows of it. */
export type CellProps = { row: Row; name: string; field: ListedField }
