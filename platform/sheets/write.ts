import { PassThrough, type Readable } from 'node:stream'
import { asError } from '../as-error.ts'
import { lazily } from '../lazy/lazily.ts'
import { toCell } from './cell-text.ts'

// Loaded with the first spreadsheet: it is bigger than the rest of the server.
const loadExceljs = lazily(() => import('exceljs'))

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * A workbook of one sheet, written as it is read: every cell is a text, none is a formula (XL-3).
 * @param pages rows in order, some at a time; what breaks them breaks the stream, and leaving the stream ends them
 */
export const writeSheet = (
  name: string,
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): Readable => {
  const stream = new PassThrough()
  const write = async () => {
    const { default: exceljs } = await loadExceljs()
    // With shared strings, cells are of the type text; without, exceljs marks them as results of formulas.
    const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream, useSharedStrings: true, useStyles: true })
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
    sheet.columns = heading.map((title) => ({ width: Math.max(14, title.length + 2), style: { numFmt: '@' } }))
    const first = sheet.addRow(heading)
    first.font = { bold: true }
    first.commit()
    for await (const rows of pages) {
      if (stream.destroyed) return
      for (const row of rows) sheet.addRow(row.map((text) => (text === '' ? null : toCell(text)))).commit()
    }
    sheet.commit()
    await workbook.commit()
  }
  write().catch((error: unknown) => stream.destroy(asError(error)))
  return stream
}
