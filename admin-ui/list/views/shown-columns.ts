import type { Column } from '../cells/columns.tsx'

const columnsIn = (search: string): readonly string[] | undefined =>
  new URLSearchParams(search).get('columns')?.split('.')

/** True for an address that says which columns are shown, as that of a saved view does. */
export const namesColumns = (search: string): boolean => columnsIn(search) !== undefined

/** Tells which columns are shown: those that the address names, else those that the reader has not hidden; names of records always. */
export const shownBy = (search: string, hidden: readonly string[]) => {
  const names = columnsIn(search)
  return ({ name, className }: Column): boolean =>
    className === 'wide' || (names ? names.includes(name) : !hidden.includes(name))
}
