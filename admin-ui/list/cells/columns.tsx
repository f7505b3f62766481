import type { ReactNode } from 'react'
import type { FieldKind } from '../../../domain/fields/field.ts'
import { listedField } from '../../../domain/filters.ts'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { RelativeTime } from '../../../ui-shared/relative-time.tsx'
import { ChangeCell, CopyButton, StatusCell, TitleCell } from './cells.tsx'
import { FieldCell } from './field-cell.tsx'
import { type Row, textOf, titleOf } from '../row.ts'
import { type Cell, publicPathOf, type ScreenOverrides } from '../screen.ts'

/** A column: its heading, class names, what is in it, and by what it sorts (null: it does not). */
export type Column = {
  name: string
  heading: ReactNode
  className: string
  sort?: string | null
  cell: (row: Row) => ReactNode
}

const idColumn: Column = { name: 'id', heading: 'ID', className: 'num mono dim hide', cell: (row) => row.id }
const statusColumn = (resource: Resource): Column => ({
  name: 'status',
  heading: 'Status',
  className: 'under',
  cell: (row) => <StatusCell row={row} resource={resource} />,
})

// When a record was made, or published.
const agoColumn = (name: string, heading: string): Column => ({
  name,
  heading,
  className: 'dim extra',
  cell: (row) => {
    const at = textOf(row, name)
    return at && <RelativeTime at={at} />
  },
})

const classNames: Partial<Record<FieldKind, string>> = {
  integer: 'num under',
  decimal: 'num under',
  reference: 'under named',
}

const declaredColumn = (resource: Resource, name: string, isTitle: boolean): Column | null => {
  if (name === 'id') return idColumn
  if (name === 'status') return statusColumn(resource)
  const field = listedField(resource, name)
  if (!field && name !== 'label') return null
  const heading = field?.heading ?? field?.label ?? (resource.inbox ? 'Number' : 'Name')
  if (isTitle) {
    return {
      name,
      heading,
      className: 'wide',
      cell: (row) => <TitleCell row={row} resource={resource.name} column={name} />,
    }
  }
  if (!field) return null
  if (field.isFolded) return agoColumn(name, field.label)
  return {
    name,
    heading,
    className: name === 'created_by' ? 'under named' : (classNames[field.kind] ?? 'under'),
    cell: (row) => <FieldCell row={row} name={name} field={field} />,
  }
}

const changeColumn: Column = {
  name: 'changed',
  heading: 'Last change',
  className: 'dim extra',
  cell: (row) => <ChangeCell row={row} />,
}

const copyColumn = (publicPath: (row: Row) => string | null): Column => ({
  name: 'copy',
  heading: 'Copy',
  className: 'copy',
  cell: (row) => {
    const path = publicPath(row)
    return path && <CopyButton path={path} title={titleOf(row)} />
  },
})

const ownCell = (resource: Resource, Own: Cell) => (row: Row) => <Own row={row} resource={resource} />

// What lies in Trash is read, not opened.
const inTrash = (column: Column): Column => {
  if (column.name === 'status') return { ...column, cell: () => t('In Trash') }
  return column.className === 'wide'
    ? { ...column, cell: (row) => <span className="title">{titleOf(row)}</span> }
    : column
}

/** The columns of a list of Trash: those the resource declares and when it was thrown away. */
export const trashColumnsOf = (resource: Resource): Column[] => columnsOf(resource, {}).map(inTrash)

// What was changed last has a column of its own, with who changed it.
const sortOf = ({ name }: Column): string => (name === 'changed' ? 'changed_at' : name)

/** The columns of a resource's list: those it declares, the last change, and Copy where it has a public address. */
export const columnsOf = (resource: Resource, overrides: ScreenOverrides): Column[] => {
  const { columns: names, sortable = [] } = resource.list
  const titleColumn = ['label', ...resource.recordLabel].find((name) => names.includes(name))
  const declared = names.flatMap((name) => {
    const column = declaredColumn(resource, name, name === titleColumn)
    const own = overrides.cells?.[name]
    if (!column) return []
    return [own ? { ...column, cell: ownCell(resource, own) } : column]
  })
  const others = (overrides.columns ?? []).map(
    ({ name, heading, Cell }): Column => ({ name, heading, className: 'under', cell: ownCell(resource, Cell) }),
  )
  const publicPath = publicPathOf(resource, overrides)
  const copy = publicPath ? [copyColumn(publicPath)] : []
  return [...declared, changeColumn, ...copy, ...others].map((column) => ({
    ...column,
    sort: column.name === 'id' || sortable.some((name) => name === sortOf(column)) ? sortOf(column) : null,
    heading: typeof column.heading === 'string' ? t(column.heading) : column.heading,
  }))
}
