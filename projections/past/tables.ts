import { quote } from '../sql.ts'
import { gatheredWords, type Table } from '../table.ts'

/** Whether rows of a table are replaced by later events; what is named by its position is written once. */
export const hasPast = ({ key, columns }: Table): boolean =>
  key !== 'position' && columns.some(([name]) => name === 'position')

export const pastName = (table: string): string => `${table}_past`

const hasColumn = (name: string) => (table: Table) => table.columns.some(([column]) => column === name)

const hasStatus = hasColumn('status')

/** Whether a table is searched by words. Each row of its past then says whether the one after it has other keywords. */
export const hasKeyword = hasColumn('keyword')

const endsKeyword = ['ends_keyword', 'boolean'] as const

// Few ask for a moment: what is looked for by words is sorted into the index later and many at once, so that writing stays quick.
const later = 'with (fastupdate = on, gin_pending_list_limit = 2048)'

// The row of now has every address that a record ever had, and the first index below leads through the past in the order of ids.
const isNeeded = (index: string): boolean => !index.includes('(slugs)') && !index.startsWith('("id"')

const ofEveryStatus = (index: string): string => {
  const [plain = ''] = index.split(' where ')
  return plain.includes(' include (') ? plain.replace(' include (', ' include (status, ') : `${plain} include (status)`
}

// An ordered index says whether a row was there at a position, so that what was not is passed by without being read. Of rows with the same
// keywords that follow each other the last is found by them (held.ts), so that most events leave that index alone.
const thenIndex = (index: string): string => {
  const then = index
    .replace(', "position"', '')
    .replace(/^\(((?:[^()]|\([^()]*\))+)\)/, '($1, until, "position")')
    .replace(gatheredWords, later)
  if (index.includes('(keyword ')) return `${then} where ends_keyword`
  // Whether a record was listed then is a question to its row of then, of whatever status.
  return index.startsWith('(created_at') ? ofEveryStatus(then) : then
}

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
    columns: [...table.columns, ['until', 'bigint'], ...(hasKeyword(table) ? [endsKeyword] : [])],
    long: [],
    indexes: [
      `(${quote(table.key)}, until)${hasStatus(table) ? ' include ("position", status)' : ''}`,
      ...table.indexes.filter(isNeeded).map(thenIndex),
    ],
  }
  made.set(table, past)
  return past
}

// Each batch asks for some.
const made = new WeakMap<Table, Table>()
