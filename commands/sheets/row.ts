import type { JsonObject } from '../../domain/event.ts'
import { isStorable } from '../../domain/fields/plain-text.ts'
import type { Message } from '../../domain/message.ts'
import { fieldOfColumn, type Matched } from '../../domain/sheets/heading.ts'
import type { Resource } from '../../domain/resource.ts'
import { columnLetters, type Sheet } from '../../platform/sheets/sheet.ts'

/** What stands in the way of a row; `column` is its name or letters, null where it is about no single one. */
export type RowProblem = Message & { row: number; column: string | null }

/** A row of a spreadsheet: its number there, its texts by column, and what became of it so far. */
export type Row = {
  number: number
  texts: Readonly<Record<string, string>>
  problems: RowProblem[]
  /** Its record, known or drawn; null when there is none. */
  record: number | null
  verb: string
  sent: JsonObject
}

/** Adds a problem to a row. @param column its heading, null for the row as a whole */
export const refuse = (row: Row, column: string | null, { id, values }: Message): void => {
  row.problems.push({ row: row.number, column, id, values })
}

/** The column that says a field, or a part of one; null when there is none. */
export const columnOf = ({ mode }: Matched, property: string): string | null => {
  const name = property.split(/[.[]/)[0] ?? ''
  return Object.entries(mode.columns).find(([column, { field = column }]) => field === name)?.[0] ?? null
}

/** The rows of a sheet by the columns that its heading names. */
export const rowsOf = ({ rows }: Sheet, { mode, columns }: Matched): Row[] => {
  const empty: Readonly<Record<string, string>> = Object.fromEntries([...columns.values()].map((name) => [name, '']))
  return rows.map(({ number, cells }) => {
    const texts = { ...empty }
    const row: Row = { number, texts, problems: [], record: null, verb: mode.verb, sent: {} }
    for (const [place, cell] of Object.entries(cells)) {
      const column = columns.get(Number(place))
      if (column === undefined)
        refuse(row, columnLetters(Number(place)), { id: 'There is no column above this cell.', values: {} })
      else if (typeof cell !== 'string') refuse(row, column, cell)
      else if (isStorable(cell)) texts[column] = cell.trim()
      else refuse(row, column, { id: '{label} holds characters that cannot be stored', values: { label: column } })
    }
    return row
  })
}

/**
 * What a row sends of its plain fields. An empty cell leaves a new record what it begins with; of a known one it empties the field,
 * unless that is required: then it stays.
 */
export const plainValues = (resource: Resource, { mode }: Matched, { texts, verb }: Row): JsonObject => {
  const sent: JsonObject = {}
  for (const name in texts) {
    const [column, text] = [mode.columns[name], texts[name]]
    if (!column || text === undefined) continue
    const field = fieldOfColumn(resource, mode, name, column)
    if (field.references !== undefined) continue
    if (text === '' && (verb === 'create' || (verb === 'edit' && field.isRequired))) continue
    sent[column.field ?? name] = text
  }
  return sent
}
