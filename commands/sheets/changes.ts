import { comparableName } from '../../domain/comparable.ts'
import { textOf } from '../../domain/json.ts'
import type { Resource, RecordState } from '../../domain/resource.ts'
import { fieldOfColumn, type Matched } from '../../domain/sheets/heading.ts'
import type { Row } from './row.ts'

/** What a row would change of a record that exists: its name, and each field with what it says before and after. */
export type RowChange = {
  row: number
  id: number
  name: string
  fields: readonly { column: string; label: string; before: string; after: string }[]
}

/** The texts of these records in the columns of a kind of spreadsheet. */
export type TextsOf = (
  resource: Resource,
  mode: Matched['mode'],
  ids: readonly number[],
) => Promise<readonly (readonly string[])[]>

type Edited = { row: Row; before: RecordState; after: RecordState }

const idsAtOnce = 500

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const nameOf = ({ recordLabel }: Resource, { values }: RecordState): string =>
  recordLabel.map((field) => textOf(values[field])).join(' ')

/** What edits would change, before and after, in the texts of the columns. */
export const changesOf = async (
  resource: Resource,
  { mode }: Matched,
  edited: readonly Edited[],
  textsOf: TextsOf,
): Promise<RowChange[]> => {
  const key = resource.sheets?.key ?? ''
  const columns = Object.entries(mode.columns)
  const keyAt = columns.findIndex(([name]) => name === key)
  const known = new Map<string, readonly string[]>()
  for (let from = 0; from < edited.length; from += idsAtOnce) {
    const ids = edited.slice(from, from + idsAtOnce).map(({ before }) => before.id)
    for (const cells of await textsOf(resource, mode, ids)) known.set(comparableName(cells[keyAt] ?? ''), cells)
  }
  return edited.map(({ row, before, after }) => {
    const texts = known.get(comparableName(row.texts[key] ?? ''))
    const fields = columns.flatMap(([column, declared], at) => {
      const name = declared.field ?? column
      if (isSame(before.values[name], after.values[name])) return []
      const { label } = fieldOfColumn(resource, mode, column, declared)
      return [{ column, label, before: texts?.[at] ?? '', after: row.texts[column] ?? '' }]
    })
    return { row: row.number, id: before.id, name: nameOf(resource, before), fields }
  })
}
