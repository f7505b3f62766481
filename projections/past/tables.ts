import { quote } from '../sql.ts'
import type { Table } from '../table.ts'

/** Whether rows of a table are replaced by later events; what is named by its position is written once. */
export const hasPast = ({ key, columns }: Table): boolean =>
  key !== 'position' && columns.some(([name]) => name === 'position')

export const pastName = (table: string): string => `${table}_past`

// Few ask for a moment: what is looked for by words is sorted into the index later, so that writing stays quick.
const later = 'with (fastupdate = on, gin_pending_list_limit = 512)'

const hasStatus = ({ columns }: Table): boolean => columns.some(([name]) => name === 'status')

// An ordered index says whether a row was there at a position, so that what was not is passed by without being read.
const thenIndex = (index: string): string => index.replace(/^\(([^()]+)\)/, '($1, until, "position")')

/**
 * Where the rows of a table go that were replaced, each `until` the position that ended it: one event ends one row of a table. A row was
 * there at a position from its own `position` on and before its `until`.
 */
export const pastTable = (table: Table): Table => {
  const known = made.get(table)
  if (known) return known
  const past: Table = {
    ...table,
    name: pastName(table.name),
    key: 'until',
    columns: [...table.columns, ['until', 'bigint']],
    long: [],
    indexes: [
      `(${quote(table.key)}, until)${hasStatus(table) ? ' include ("position", status)' : ''}`,
      ...table.indexes.map((index) => thenIndex(index).replace('with (fastupdate = off)', later)),
    ],
  }
  made.set(table, past)
  return past
}

// Each batch asks for some.
const made = new WeakMap<Table, Table>()
