import exceljs, { type Worksheet } from 'exceljs'
import { BadUpload } from '../files/refused.ts'
import { checkArchive, noSheet } from './archive.ts'
import { cellText } from './cell.ts'
import { type Sheet, type SheetCell, sheetLimits, type SheetRow } from './sheet.ts'

// Looks of the sheet, which nobody asks for.
const ignored = [
  'autoFilter',
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'headerFooter',
  'hyperlinks',
  'mergeCells',
  'pageSetup',
  'picture',
  'printOptions',
  'rowBreaks',
  'tableParts',
]

/** Cells that hold something, wherever they are: a sheet may call itself a million rows long for one of them. */
const rowsOf = (sheet: Worksheet): SheetRow[] => {
  const rows: SheetRow[] = []
  sheet.eachRow((row, number) => {
    const cells: Record<number, SheetCell> = {}
    let count = 0
    row.eachCell((cell, column) => {
      const text = cellText(cell.value, cell.numFmt ?? '')
      if (text === null || (typeof text === 'string' && text.trim() === '')) return
      cells[column] = text
      count += 1
    })
    if (count > sheetLimits.columns)
      throw new BadUpload(422, 'The spreadsheet has more than {max} columns.', { values: { max: sheetLimits.columns } })
    if (count > 0) rows.push({ number, cells })
    if (rows.length > sheetLimits.rows + 1)
      throw new BadUpload(422, 'The spreadsheet has more than {max} rows.', { values: { max: sheetLimits.rows } })
  })
  return rows
}

const load = (path: string) =>
  new exceljs.Workbook().xlsx.readFile(path, { ignoreNodes: ignored }).catch((error: unknown) => {
    throw noSheet(error)
  })

/** The first sheet of a workbook, after the archive was checked. @throws BadUpload */
export const parseSheet = async (path: string): Promise<Sheet> => {
  await checkArchive(path)
  const [sheet] = (await load(path)).worksheets
  const [first, ...rows] = sheet ? rowsOf(sheet) : []
  if (first?.number !== 1) throw new BadUpload(422, 'The first row of the spreadsheet names the columns.')
  const heading = Object.entries(first.cells).flatMap(([column, name]) =>
    typeof name === 'string' ? [[column, name] as const] : [],
  )
  return { heading: Object.fromEntries(heading), rows }
}
