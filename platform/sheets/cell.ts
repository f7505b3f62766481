import type { Message } from '../../domain/message.ts'
import { fromCell } from './cell-text.ts'
import type { SheetCell } from './sheet.ts'

/** A cell as the file holds it: its type (ECMA-376, ST_CellType), what it says, and the format of its numbers. */
export type RawCell = { type: string; text: string; isFormula: boolean; format: string }

const problem = (id: string): Message => ({ id, values: {} })

const formula = problem('The cell holds a formula. Paste its value instead.')
const failed = problem('The cell holds an error.')
const dated = problem('The cell holds a date. Format it as text and type it again.')
const rounded = problem(
  'The number has more digits than a spreadsheet keeps. Format the cell as text and type it again.',
)

// Spreadsheets keep 15 digits of a number, whatever was typed.
const mostExact = 1e15

// Colours and languages are in brackets, as are hours that count on beyond a day: [h]. What is quoted is shown as it is.
const isDate = (format: string) =>
  /[ymdhsbe]/i.test(format.replace(/\[(?![hms]+])[^\][]*]|"[^"]*"|\\.|general|e[+-]/gi, ''))

// Decimal alone (xsd:double): Number would take 0x10 as well.
const numberOf = (text: string) => (/[^\d.e+\-\s]/i.test(text) ? Number.NaN : Number(text))

/** A number as it is shown by a format of zeros alone (0012): that is how people keep leading zeros without text. */
const numberText = (value: number, format: string): SheetCell => {
  if (!Number.isFinite(value)) return failed
  if (isDate(format)) return dated
  if (Math.abs(value) >= mostExact) return rounded
  const text = Number.isInteger(value) ? value.toFixed(0) : String(value)
  return /^0{2,40}$/.test(format) && Number.isInteger(value) && value >= 0 ? text.padStart(format.length, '0') : text
}

/** What a cell says, by its kind; null when it says nothing (XL-2). A link counts as its text, wherever it leads. */
export const cellText = ({ type, text, isFormula, format }: RawCell): SheetCell | null => {
  if (isFormula) return formula
  if (text === '') return null
  if (type === 's' || type === 'str' || type === 'inlineStr') return fromCell(text)
  if (text.trim() === '') return null
  if (type === 'n') return numberText(numberOf(text), format)
  if (type === 'b') return String(!/^\s*(?:0|false)\s*$/i.test(text))
  return type === 'd' ? dated : failed
}
