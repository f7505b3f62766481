import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CellValue } from 'exceljs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { sheetReader } from '../../platform/sheets/sheet-reader.ts'
import { columnLetters, sheetLimits } from '../../platform/sheets/sheet.ts'
import { archiveOf, sheetOf, workbookOf, workbookParts } from '../support/sheets.ts'

const reader = sheetReader()
afterAll(() => reader.close())

const refusal = async (path: string) => {
  const began = performance.now()
  const error: unknown = await reader.read(path).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { error, milliseconds: performance.now() - began }
}

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000, 'a')

describe('XL-1: archives are checked before anything in them is parsed', () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`xl/media/${index}.png`, 'x']))
  const cases: Readonly<Record<string, () => Promise<string>>> = {
    'no archive': async () => {
      const path = await archiveOf(workbookParts)
      await writeFile(path, 'employee_number,fullname')
      return path
    },
    'an archive that is no workbook': () => archiveOf({ 'readme.txt': 'hello' }),
    'more than 200 entries': () => archiveOf({ ...workbookParts, ...many }),
    'an entry that unpacks to 60 MB': () => archiveOf({ ...workbookParts, 'xl/worksheets/sheet1.xml': zeros(60) }),
    'entries that unpack to 60 MB together': () =>
      archiveOf({
        ...workbookParts,
        ...Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`xl/media/${index}.xml`, zeros(0.75)])),
      }),
    'a small entry blown up 500 times': () => archiveOf({ ...workbookParts, 'xl/styles.xml': zeros(4) }),
    macros: () => archiveOf({ ...workbookParts, 'xl/vbaProject.bin': 'x' }),
    'links to other files': () => archiveOf({ ...workbookParts, 'xl/externalLinks/externalLink1.xml': '<a/>' }),
    'embedded objects': () => archiveOf({ ...workbookParts, 'xl/embeddings/oleObject1.bin': 'x' }),
    entities: () =>
      archiveOf({ ...workbookParts, 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst>&a;</sst>' }),
    'the same name twice': () => archiveOf({ ...workbookParts, 'XL/workbook.xml': '<workbook/>' }),
    'a symbolic link': () => archiveOf(workbookParts, 0o120777),
  }
  it.each(Object.keys(cases))('refuses %s at once', async (name) => {
    const path = await cases[name]?.()
    const { error, milliseconds } = await refusal(path ?? '')
    expect(error).toMatchObject({ name: 'BadUpload' })
    expect(milliseconds).toBeLessThan(5_000)
  })

  it('refuses a path that leads out of the archive', async () => {
    const path = await archiveOf({ ...workbookParts, 'xl/aaaaaaaaa.xml': 'x' })
    const bytes = (await readFile(path)).toString('latin1').replaceAll('xl/aaaaaaaaa.xml', '../../../../x.xml'.slice(1))
    await writeFile(path, bytes, 'latin1')
    expect((await refusal(path)).error).toMatchObject({ name: 'BadUpload' })
  })

  it('counts what is unpacked, whatever the archive says of itself', async () => {
    const path = await archiveOf({ ...workbookParts, 'xl/styles.xml': zeros(4) })
    const bytes = await readFile(path)
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
      if (bytes.readUInt32LE(at + 24) === 4_000_000) bytes.writeUInt32LE(1_000, at + 24)
    await writeFile(path, bytes)
    expect((await refusal(path)).error).toMatchObject({ name: 'BadUpload' })
  })

  it('takes 20,000 rows and no more, and 40 columns and no more', async () => {
    const row = ['1', '2']
    const full = await sheetOf(
      ['a', 'b'],
      Array.from({ length: sheetLimits.rows }, () => row),
    )
    expect((await reader.read(full)).rows).toHaveLength(sheetLimits.rows)
    const over = await sheetOf(
      ['a', 'b'],
      Array.from({ length: sheetLimits.rows + 1 }, () => row),
    )
    expect((await refusal(over)).error).toMatchObject({ message: 'The spreadsheet has more than 20000 rows.' })
    const wide = await workbookOf([Array.from({ length: 41 }, (_, index) => `c${index}`)])
    expect((await refusal(wide)).error).toMatchObject({ message: 'The spreadsheet has more than 40 columns.' })
  })

  it('counts cells that hold something, wherever they are', async () => {
    const path = await workbookOf([['a'], ['1']], { far: { XFD1048576: 'far', C900000: '  ' } })
    expect((await reader.read(path)).rows).toEqual([
      { number: 2, cells: { 1: '1' } },
      { number: 1_048_576, cells: { 16_384: 'far' } },
    ])
    expect(columnLetters(16_384)).toBe('XFD')
  })

  it('gives up what takes too long or too much memory, and reads the next one', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [
      `${index}`,
      `Some words ${index}`,
      `More words ${index}`,
    ])
    const big = await sheetOf(['a', 'b', 'c'], rows)
    for (const limits of [{ seconds: 0.05 }, { heapMegabytes: 24 }]) {
      const bounded = sheetReader(limits)
      await expect(bounded.read(big)).rejects.toThrow('The spreadsheet takes too much to read.')
      await bounded.close()
    }
    const small = await sheetOf(['a'], [['1']])
    const answers = await Promise.all([reader.read(small), reader.read(small)])
    expect(answers.map(({ rows: found }) => found.length)).toEqual([1, 1])
  })
})

it('XL-2: reads each kind of cell by its rule', async () => {
  const rows: CellValue[][] = [
    ['number', 'kind'],
    ['0012', 'text'],
    [12, 'zeros'],
    [6_281_234_567_890, 'long'],
    [1_234_567_890_123_456, 'rounded'],
    ['1234567890123456', 'long text'],
    ["'+62812", 'marked'],
    [{ formula: '1+1', result: 2 }, 'formula'],
    [{ text: 'a@b.org', hyperlink: 'javascript:alert(1)' }, 'link'],
    [{ richText: [{ text: 'Jo' }, { font: { bold: true }, text: 'hn' }] }, 'rich'],
    [new Date('2026-11-22'), 'date'],
    [{ error: '#N/A' }, 'error'],
    [true, 'flag'],
    [null, 'nothing'],
  ]
  const path = await workbookOf(rows, { formats: { A3: '0000' } })
  const sheet = await reader.read(path)
  expect(sheet.heading).toEqual({ 1: 'number', 2: 'kind' })
  const found = Object.fromEntries(sheet.rows.map(({ cells }) => [cells[2], cells[1]]))
  const refused = (start: string) => ({ id: expect.stringContaining(start), values: {} })
  expect(found).toEqual({
    text: '0012',
    zeros: '0012',
    long: '6281234567890',
    rounded: refused('The number has more digits'),
    'long text': '1234567890123456',
    marked: '+62812',
    formula: refused('The cell holds a formula'),
    link: 'a@b.org',
    rich: 'John',
    date: refused('The cell holds a date'),
    error: refused('The cell holds an error'),
    flag: 'true',
    nothing: undefined,
  })
})

describe('XL-3: nothing that is written is computed, and all of it is read back', () => {
  const parts = async (path: string) => {
    const zip = await openPromise(path)
    const found: Record<string, string> = {}
    for await (const entry of zip.eachEntry())
      found[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
    return found
  }

  it('writes texts and an apostrophe before what could be a formula', async () => {
    const values = ['=1+1', '+62812', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", "'quoted'", '0012', 'plain']
    const path = await sheetOf(
      ['value'],
      values.map((value) => [value]),
    )
    const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/sharedStrings.xml': strings = '' } = await parts(path)
    expect(sheet).not.toContain('<f')
    expect([...sheet.matchAll(/<c [^>]*t="(\w+)"/g)].map(([, type]) => type)).toEqual(
      Array(values.length + 1).fill('s'),
    )
    const shared = [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, one = '']) => one)
    expect(shared).toHaveLength(values.length + 1)
    expect(shared.filter((one) => /^[=+\-@\t\r]/.test(one))).toEqual([])
    expect((await reader.read(path)).rows.map(({ cells }) => cells[1])).toEqual(values)
  })

  it('reads back every text as it was', async () => {
    const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\u0000', '_x0041_', '&lt;', '\n', ' ')
    const words = fc.array(fc.oneof(sign, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 8 })
    const any = words.map((some) => some.join(''))
    const texts = fc.sample(any, 2_000).filter((one) => one.trim() !== '')
    const path = await sheetOf(
      ['value'],
      texts.map((one) => [one]),
    )
    expect((await reader.read(path)).rows.map(({ cells }) => cells[1])).toEqual(texts)
  })
})
