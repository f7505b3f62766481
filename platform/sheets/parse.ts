import { BadUpload } from '../files/refused.ts'
import { checkArchive, noSheet, type Parts, tooBig } from './archive.ts'
import { cellText, type RawCell } from './cell.ts'
import { type Sheet, type SheetCell, sheetLimits, type SheetRow } from './sheet.ts'
import { openWorkbook, spelledOut, type Workbook } from './workbook.ts'
import { readXml } from './xml.ts'

const [lastRow, lastColumn] = [1_048_576, 16_384]

/** The number of the column in an address such as AB12. */
const columnAt = (address: string): number => {
  let column = 0
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column
}

/** Numbers lead on from one to the next, also where a file leaves them out. @throws Error for one that does not */
const following = (last: number, number: number, most: number): number => {
  if (!(Number.isInteger(number) && number > last && number <= most)) throw new Error('the cells are out of order')
  return number
}

/** Cells that hold something, wherever they are: a sheet may call itself a million rows long for one of them. */
const rowsOf = ({ sheet, texts, formats }: Workbook): SheetRow[] => {
  const rows: SheetRow[] = []
  let [row, column, count, isText] = [0, 0, 0, false]
  let cells: Record<number, SheetCell> = {}
  let cell: RawCell | null = null
  let characters = 0
  let isData = false

  const endCell = (cell: RawCell) => {
    const text = cell.type === 's' && cell.text.trim() !== '' ? texts[Number(cell.text)] : spelledOut(cell.text)
    if (text === undefined) throw new Error('there is no such text')
    cell.text = text
    const said = cellText(cell)
    if (said === null || (typeof said === 'string' && said.trim() === '')) return
    // A text that cells share goes from thread to thread as often as it is used.
    if (typeof said === 'string') characters += said.length
    if (characters > sheetLimits.inflated) throw tooBig()
    cells[column] = said
    count += 1
  }

  const endRow = () => {
    if (count > sheetLimits.columns)
      throw new BadUpload(422, 'The spreadsheet has more than {max} columns.', { values: { max: sheetLimits.columns } })
    if (count > 0) rows.push({ number: row, cells })
    // Nothing comes to a row that has ended.
    count = 0
    cells = {}
    if (rows.length > sheetLimits.rows + 1)
      throw new BadUpload(422, 'The spreadsheet has more than {max} rows.', { values: { max: sheetLimits.rows } })
  }

  readXml(sheet, {
    open: (name, { r, s, t = 'n' }) => {
      isText = false
      if (name === 'sheetData') isData = true
      // Where a button or picture is anchored is told in elements named row as well.
      if (!isData) return
      if (name === 'c') {
        column = following(column, r === undefined ? column + 1 : columnAt(r), lastColumn)
        cell = { type: t, text: '', isFormula: false, format: formats[Number(s ?? 0)] ?? '' }
      } else if (name === 'row') {
        row = following(row, Number(r ?? row + 1), lastRow)
        ;[column, count, cells] = [0, 0, {}]
      } else if (cell && name === 'f') cell.isFormula = true
      else isText = name === 'v' || name === 't'
    },
    text: (text) => {
      if (isText && cell) cell.text += text
    },
    close: (name) => {
      isText = false
      if (name === 'sheetData') isData = false
      if (!isData) return
      if (name === 'c' && cell) {
        endCell(cell)
        cell = null
      } else if (name === 'row') endRow()
    },
  })
  return rows
}

const readRows = (parts: Parts): SheetRow[] => {
  try {
    return rowsOf(openWorkbook(parts))
  } catch (error) {
    throw error instanceof BadUpload ? error : noSheet(error)
  }
}

/** The first sheet of a workbook, after the archive was checked. @throws BadUpload */
export const parseSheet = async (path: string): Promise<Sheet> => {
  const [first, ...rows] = readRows(await checkArchive(path))
  if (first?.number !== 1) throw new BadUpload(422, 'The first row of the spreadsheet names the columns.')
  const heading = Object.entries(first.cells).flatMap(([column, name]) =>
    typeof name === 'string' ? [[column, name] as const] : [],
  )
  return { heading: Object.fromEntries(heading), rows }
}
