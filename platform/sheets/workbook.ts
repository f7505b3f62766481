import { posix } from 'node:path'
import type { Parts } from './archive.ts'
import { attributeOf, readXml } from './xml.ts'

/** What the cells of the first sheet are read with: its bytes, the texts that cells share, and the number format of each style. */
export type Workbook = { sheet: Uint8Array; texts: readonly string[]; formats: readonly string[] }

type Relation = { id: string; type: string; path: string }

/** Characters that XML cannot hold are spelled _x0009_ (ECMA-376, ST_Xstring). */
export const spelledOut = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

// Formats that are numbers alone in a file: those of dates and times, also the ones of East Asian languages.
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const anyDate = 'yyyy-mm-dd'
// No program keeps longer ones, and each number is looked at with its own.
const longestFormat = 255

const relationsOf = (parts: Parts): Relation[] => {
  const found: Relation[] = []
  const bytes = parts.get('xl/_rels/workbook.xml.rels')
  if (bytes)
    readXml(bytes, {
      open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
        if (name === 'Relationship') found.push({ id, type, path: posix.resolve('/xl', target).slice(1).toLowerCase() })
      },
    })
  return found
}

const firstSheet = (parts: Parts, relations: readonly Relation[]): Uint8Array => {
  const sheets = new Map(relations.filter(({ type }) => type.endsWith('/worksheet')).map(({ id, path }) => [id, path]))
  const paths: string[] = []
  readXml(parts.get('xl/workbook.xml') ?? new Uint8Array(), {
    open: (name, attributes) => {
      const path = name === 'sheet' ? sheets.get(attributeOf(attributes, 'id') ?? '') : undefined
      if (path !== undefined) paths.push(path)
    },
  })
  const found = parts.get(paths[0] ?? '')
  if (!found) throw new Error('the workbook has no sheet')
  return found
}

/** Each text whole, whatever its parts look like. */
const textsOf = (bytes: Uint8Array): string[] => {
  const texts: string[] = []
  let [text, isText] = ['', false]
  readXml(bytes, {
    open: (name) => {
      if (name === 'si') text = ''
      isText = name === 't'
    },
    text: (more) => {
      if (isText) text += more
    },
    close: (name) => {
      if (name === 'si') texts.push(spelledOut(text))
      isText = false
    },
  })
  return texts
}

const formatsOf = (bytes: Uint8Array): string[] => {
  const codes = new Map<number, string>()
  const formats: string[] = []
  let isCells = false
  readXml(bytes, {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId ?? 0)
      if (name === 'cellXfs') isCells = true
      else if (name === 'numFmt') codes.set(id, formatCode.slice(0, longestFormat))
      else if (name === 'xf' && isCells) formats.push(codes.get(id) ?? (isDateNumber(id) ? anyDate : ''))
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return formats
}

/** @throws Error when a part that is needed is missing or not well-formed */
export const openWorkbook = (parts: Parts): Workbook => {
  const relations = relationsOf(parts)
  const partOf = (type: string) => {
    const path = relations.find((relation) => relation.type.endsWith(type))?.path
    return path === undefined ? undefined : parts.get(path)
  }
  const [texts, styles] = [partOf('/sharedStrings'), partOf('/styles')]
  return {
    sheet: firstSheet(parts, relations),
    texts: texts ? textsOf(texts) : [],
    formats: styles ? formatsOf(styles) : [],
  }
}
