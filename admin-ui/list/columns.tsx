import type { ReactNode } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { ChangeCell, CopyButton, FieldCell, StatusCell, TitleCell } from './cells.tsx'
import { type Row, titleOf } from './row.ts'
import type { ScreenOverrides } from './screen.ts'

/** A column of a list: its heading, how it stands (class names of the look), what is in it. */
export type Column = { name: string; heading: ReactNode; className: string; cell: (row: Row) => ReactNode }

const fixed: Readonly<Record<string, Column>> = {
  id: { name: 'id', heading: 'ID', className: 'num mono dim hide', cell: (row) => row.id },
  status: { name: 'status', heading: 'Status', className: 'under', cell: (row) => <StatusCell row={row} /> },
}

const fieldColumn = (resource: Resource, name: string, isTitle: boolean): Column | null => {
  const field = resource.fields[name]
  if (!field) return null
  const heading = name === 'name' ? 'Name' : field.label
  if (isTitle) {
    return {
      name,
      heading,
      className: 'wide',
      cell: (row) => <TitleCell row={row} resource={resource.name} column={name} />,
    }
  }
  const className = field.kind === 'integer' ? 'num under' : 'under'
  return { name, heading, className, cell: (row) => <FieldCell row={row} name={name} field={field} /> }
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

// What lies in Trash is read, not opened.
const inTrash = (column: Column): Column => {
  if (column.name === 'status') return { ...column, cell: () => t('In Trash') }
  return column.className === 'wide'
    ? { ...column, cell: (row) => <span className="title">{titleOf(row)}</span> }
    : column
}

/** The columns of a list of Trash: those the resource declares and when it was thrown away. */
export const trashColumnsOf = (resource: Resource): Column[] => columnsOf(resource, {}).map(inTrash)

/** The columns of a resource's list: those it declares, the last change, and Copy where it has a public address. */
export const columnsOf = (resource: Resource, overrides: ScreenOverrides): Column[] => {
  const titleColumn = resource.list.columns.find((name) => resource.fields[name]?.kind === 'text')
  const declared = resource.list.columns.flatMap((name) => {
    const column = fixed[name] ?? fieldColumn(resource, name, name === titleColumn)
    const Own = overrides.cells?.[name]
    if (!column) return []
    return [Own ? { ...column, cell: (row: Row) => <Own row={row} resource={resource} /> } : column]
  })
  const copy = overrides.publicPath ? [copyColumn(overrides.publicPath)] : []
  return [...declared, changeColumn, ...copy].map((column) => ({
    ...column,
    heading: typeof column.heading === 'string' ? t(column.heading) : column.heading,
  }))
}
