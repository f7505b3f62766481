import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CellValue } from 'exceljs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { sheetReader } from '../../platform/sheets/sheet-reader.ts'
import { columnLetters, sheetLimits } from '../../platform/sheets/sheet.ts'
import { archiveOf, bookParts, sheetOf, sheetXml, workbookOf, workbookParts } from '../support/sheets.ts'

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

const escapeXml = (text: string) => text.replaceAll('"', '&quot;')
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
    'macros that are declared late': () =>
      archiveOf({ ...workbookParts, '[Content_Types].xml': `<Types>${' '.repeat(3_000)}macroEnabled</Types>` }),
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

  it('refuses an element of millions of attributes, which would end the process and not the thread alone', async () => {
    const attributes = Array.from({ length: 4_000_000 }, (_, index) => `a${index.toString(36)}=""`)
    const path = await sheetXml(`<row ${attributes.join(' ')}/>`)
    expect((await refusal(path)).error).toMatchObject({ message: 'The file is not a spreadsheet in the format .xlsx.' })
  })

  it('counts a text as often as cells share it', async () => {
    const shared = '<c t="s"><v>0</v></c>'.repeat(40)
    const path = await sheetXml(`<row>${'<c t="str"><v>a</v></c>'}</row>${`<row>${shared}</row>`.repeat(2)}`, {
      'xl/texts.xml': `<sst><si><t>${'word '.repeat(180_000)}</t></si></sst>`,
    })
    expect((await refusal(path)).error).toMatchObject({ statusCode: 413 })
  })

  it('gives up what takes too long or too much memory, and reads the next one', async () => {
    const words = (index: number) => `<c t="inlineStr"><is><t>${'words '.repeat(50)}${index}</t></is></c>`
    const rows = Array.from({ length: 20_000 }, (_, index) => `<row>${words(index)}${words(-index)}</row>`)
    const big = await sheetXml(rows.join(''))
    for (const limits of [{ seconds: 0.05 }, { heapMegabytes: 12 }]) {
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

describe('XL-2: cells are found however a program writes them', () => {
  const head = '<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row>'
  const cellsOf = async (rows: string, parts: Readonly<Record<string, string>> = {}) =>
    (await reader.read(await sheetXml(head + rows, parts))).rows

  it('counts on where rows and cells have no number', async () => {
    const rows =
      '<row><c><v>1</v></c><c r="D2"><v>2</v></c><c><v>3</v></c></row><row r="9"><c r="B9"><v>4</v></c></row>'
    expect(await cellsOf(rows)).toEqual([
      { number: 2, cells: { 1: '1', 4: '2', 5: '3' } },
      { number: 9, cells: { 2: '4' } },
    ])
  })

  it.each([
    '<row r="1"/>',
    '<row r="2"><c r="B2"/><c r="A2"/></row>',
    '<row r="0"/>',
    '<row r="1048577"/>',
    '<row><c r="XFE2"/></row>',
  ])('refuses %s, which is out of order or beyond the sheet', async (rows) => {
    await expect(cellsOf(rows)).rejects.toThrow('The file is not a spreadsheet in the format .xlsx.')
  })

  it('reads texts in parts, without how they are pronounced, and spells out what XML cannot hold', async () => {
    const inline = '<c t="inlineStr"><is><r><rPr><b/></rPr><t>Jo</t></r><r><t>hn</t></r><rPh><t>Jon</t></rPh></is></c>'
    const spelled = '<c t="inlineStr"><is><t>a_x0009_b_x005F_x0009_ &amp;lt;<![CDATA[ <b> ]]></t></is></c>'
    const shared = '<c t="s"><v>0</v></c><c t="s"><v> 1 </v></c><c t="str"><v>&amp;lt;</v></c>'
    const texts = '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0"><t>トウ</t></rPh></si><si><t/></si></sst>'
    expect(await cellsOf(`<row>${inline}${spelled}${shared}</row>`, { 'xl/texts.xml': texts })).toEqual([
      { number: 2, cells: { 1: 'John', 2: 'a\tb_x0009_ &lt; <b> ', 3: '東京', 5: '&lt;' } },
    ])
  })

  it('reads names with a prefix, and the first sheet of the book wherever it lies', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const path = await archiveOf({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:rel="r"><x:sheets><x:sheet name="Chart" rel:id="c"/><x:sheet name="One" rel:id="b"/><x:sheet name="Two" rel:id="a"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Type="r/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="r/worksheet" Target="/xl/Worksheets/Sheet2.xml"/><Relationship Id="c" Type="r/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': '<worksheet/>',
      'xl/Worksheets/Sheet2.xml': sheet,
    })
    expect(await reader.read(path)).toEqual({ heading: { 1: 'true' }, rows: [] })
  })

  it('knows dates by the format of their cell alone', async () => {
    const formats = [
      'General',
      '0',
      '0.00E+00',
      '[Red]#,##0',
      '"days" 0',
      '0\\d',
      'd.m.yyyy',
      '[$-409]h:mm AM/PM',
      '[h]',
    ]
    const numbers = formats.map((code, index) => `<numFmt numFmtId="${index + 200}" formatCode="${escapeXml(code)}"/>`)
    const styles = formats.map((_, index) => `<xf numFmtId="${index + 200}"/>`)
    const xml = `<styleSheet><numFmts>${numbers.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}<xf numFmtId="14"/><xf numFmtId="57"/><xf/></cellXfs></styleSheet>`
    const cells = Array.from({ length: 12 }, (_, index) => `<c s="${index}"><v>45000</v></c>`).join('')
    const [row] = await cellsOf(`<row>${cells}<c t="d"><v>2026-11-23</v></c></row>`, { 'xl/styles.xml': xml })
    const dates = Object.entries(row?.cells ?? {}).flatMap(([column, cell]) =>
      typeof cell === 'string' ? [] : Number(column),
    )
    expect(dates).toEqual([7, 8, 9, 10, 11, 13])
    expect(row?.cells[3]).toBe('45000')
  })

  it('names a formula, an error and what is no number, and refuses a text that is not there', async () => {
    const cells =
      '<c><f t="shared" si="0"/><v>2</v></c><c t="e"><v>#N/A</v></c><c><v>NaN</v></c><c t="z"><v>1</v></c><c><v/></c>'
    const [row] = await cellsOf(`<row>${cells}</row>`)
    const said = Object.values(row?.cells ?? {}).map((cell) => (typeof cell === 'string' ? cell : cell.id))
    const failed = 'The cell holds an error.'
    expect(said).toEqual(['The cell holds a formula. Paste its value instead.', failed, failed, failed])
    await expect(cellsOf('<row><c t="s"><v>7</v></c></row>')).rejects.toThrow('not a spreadsheet')
  })

  it('says nothing of blanks, and takes numbers in decimal alone', async () => {
    const blanks = ['n', 's', 'b', 'd', 'e'].map((type) => `<c t="${type}"><v>\n </v></c>`)
    const numbers = ['0x10', '0b1', '1,5', ' 12\n', '-0', '1.5E3', '1E400'].map((one) => `<c><v>${one}</v></c>`)
    const [row] = await cellsOf(`<row>${[...blanks, ...numbers].join('')}</row>`)
    const failed = 'The cell holds an error.'
    const said = Object.entries(row?.cells ?? {}).map(([column, cell]) => [
      column,
      typeof cell === 'string' ? cell : cell.id,
    ])
    expect(Object.fromEntries(said)).toEqual({
      6: failed,
      7: failed,
      8: failed,
      9: '12',
      10: '0',
      11: '1500',
      12: failed,
    })
  })

  it('reads rows of the data alone, not where a button is anchored', async () => {
    const anchor = '<x:from><x:col>0</x:col><x:row>3</x:row></x:from>'
    const rows = `<row r="2"><c><v>1</v></c></row><row r="1048576"/></sheetData><controls>${anchor}</controls><sheetData>`
    expect(await cellsOf(rows)).toEqual([{ number: 2, cells: { 1: '1' } }])
  })

  it('adds nothing to a row that has ended', async () => {
    const rows = '<row><c><v>1</v></c></row><c r="Z2"><v>2</v></c><row><c><v>3</v></c></row><c><v>4</v></c>'
    expect(await cellsOf(rows)).toEqual([
      { number: 2, cells: { 1: '1' } },
      { number: 3, cells: { 1: '3' } },
    ])
  })

  it('looks at a number format of any length at once', async () => {
    const code = `${'['.repeat(100_000)}d`
    const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`
    const began = performance.now()
    await cellsOf(`<row>${'<c s="0"><v>1</v></c>'.repeat(10)}</row>`, { 'xl/styles.xml': styles })
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it.each(['<row><c></row>', `<!-- ${'a'.repeat(3_000)} --><!DOCTYPE x><row/>`, '<row>&nbsp;</row>', '\u0000'])(
    'refuses what is no XML, or more than that: %.20s',
    async (xml) => {
      const parts = { ...bookParts, 'xl/worksheets/sheet1.xml': xml }
      expect((await refusal(await archiveOf(parts))).error).toMatchObject({ name: 'BadUpload' })
    },
  )
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
