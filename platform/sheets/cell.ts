import type { CellValue } from 'exceljs'
import type { Message } from '../../domain/message.ts'
import { fromCell } from './cell-text.ts'
import type { SheetCell } from './sheet.ts'

const problem = (id: string): Message => ({ id, values: {} })

const formula = problem('The cell holds a formula. Paste its value instead.')
const failed = problem('The cell holds an error.')
const dated = problem('The cell holds a date. Format it as text and type it again.')
const rounded = problem(
  'The number has more digits than a spreadsheet keeps. Format the cell as text and type it again.',
)

// Spreadsheets keep 15 digits of a number, whatever was typed.
const mostExact = 1e15

/** A number as it is shown by a format of zeros alone (0012): that is how people keep leading zeros without text. */
const numberText = (value: number, format: string): SheetCell => {
  if (Math.abs(value) >= mostExact) return rounded
  const text = Number.isInteger(value) ? value.toFixed(0) : String(value)
  return /^0{2,40}$/.test(format) && Number.isInteger(value) && value >= 0 ? text.padStart(format.length, '0') : text
}

/** What a cell says, by its kind; null when it says nothing (XL-2). A link counts as its text, wherever it leads. */
export const cellText = (value: CellValue, format: string): SheetCell | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return fromCell(value)
  if (typeof value === 'number') return numberText(value, format)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return dated
  if ('formula' in value || 'sharedFormula' in value) return formula
  if ('error' in value) return failed
  if ('richText' in value) return fromCell(value.richText.map(({ text }) => text ?? '').join(''))
  if ('hyperlink' in value) return cellText(value.text, format)
  return failed
}
