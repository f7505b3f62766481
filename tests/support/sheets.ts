import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import exceljs, { type CellValue } from 'exceljs'
import yazl from 'yazl'
import { writeSheet } from '../../platform/sheets/write.ts'

const folder = mkdtemp(join(tmpdir(), 'atrium-sheets-'))
let written = 0

const toFile = async (stream: NodeJS.ReadableStream | Readable): Promise<string> => {
  written += 1
  const path = join(await folder, `${written}.xlsx`)
  await pipeline(stream, createWriteStream(path))
  return path
}

/** A file as Atrium writes it. */
export const sheetOf = (heading: readonly string[], rows: readonly (readonly string[])[]): Promise<string> => {
  const pages = async function* () {
    yield rows
  }
  return toFile(writeSheet('Sheet', heading, pages()))
}

/** A file as a spreadsheet program writes it: `numFmt` by the address of a cell. */
export const workbookOf = async (
  rows: readonly (readonly CellValue[])[],
  more: { formats?: Readonly<Record<string, string>>; far?: Readonly<Record<string, CellValue>> } = {},
): Promise<string> => {
  const workbook = new exceljs.Workbook()
  const sheet = workbook.addWorksheet('Sheet')
  for (const row of rows) sheet.addRow([...row])
  for (const [address, format] of Object.entries(more.formats ?? {})) sheet.getCell(address).numFmt = format
  for (const [address, value] of Object.entries(more.far ?? {})) sheet.getCell(address).value = value
  written += 1
  const path = join(await folder, `${written}.xlsx`)
  await workbook.xlsx.writeFile(path)
  return path
}

/** An archive with these parts, whatever they are. */
export const archiveOf = async (parts: Readonly<Record<string, Buffer | string>>, mode = 0o100644): Promise<string> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name, { mode })
  zip.end()
  return toFile(zip.outputStream)
}

/** The parts that every workbook has. */
export const workbookParts = { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }

/** The parts of a workbook of one sheet, which is not among them. */
export const bookParts = {
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Sheet" sheetId="1" r:id="one"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>
    <Relationship Id="one" Type="r/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="two" Type="r/sharedStrings" Target="texts.xml"/>
    <Relationship Id="three" Type="r/styles" Target="styles.xml"/>
  </Relationships>`,
}

/** A workbook whose one sheet has these rows, as they are. */
export const sheetXml = (rows: string, parts: Readonly<Record<string, string>> = {}): Promise<string> =>
  archiveOf({
    ...bookParts,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })
