import { t } from '../../../ui-shared/i18n.ts'

// A cell in quotation marks holds what separates others, and its own marks twice, as spreadsheets copy them.
const pattern = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy

const oneLine = (text: string): string => text.replaceAll(/\s*[\n\t]\s*/g, ' ')

/** The cells of a text that was copied from a spreadsheet, line by line; a cell of several lines becomes one line. */
export const cellsIn = (text: string): string[][] => {
  const whole = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of whole.matchAll(pattern)) {
    lines.at(-1)?.push(oneLine(quoted?.replaceAll('""', '"') ?? plain))
    if (end === '\n') lines.push([])
    if (end === '') break
  }
  return lines
}

const named = 3

const wordsOf = (values: readonly string[]): string => {
  const first = values.slice(0, named).map((value) => `“${value.length > 20 ? `${value.slice(0, 20)}…` : value}”`)
  const more = values.length - first.length
  return [...first, ...(more > 0 ? [t('and {count} more', { count: more })] : [])].join(', ')
}

/** Which values of a pasted text were left out, and why; nothing where none was. */
export const leftOutWords = (outside: readonly string[], locked: readonly string[]): string =>
  [
    ...(outside.length > 0 ? [t('Left out, since no cell is there: {words}.', { words: wordsOf(outside) })] : []),
    ...(locked.length > 0
      ? [t('Left out, since the cell cannot be changed: {words}.', { words: wordsOf(locked) })]
      : []),
  ].join(' ')
