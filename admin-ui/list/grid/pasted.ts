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

/** True for what puts nothing into a cell. */
export const isBlank = (value: string): boolean => value.trim() === ''

const wordsOf = (all: readonly string[]): string => {
  const values = all.filter((value) => !isBlank(value))
  const blank = all.length - values.length
  const first = values.slice(0, named).map((value) => `“${value.length > 20 ? `${value.slice(0, 20)}…` : value}”`)
  const more = values.length - first.length
  return [
    ...first,
    ...(more > 0 ? [t('and {count} more', { count: more })] : []),
    ...(blank > 0 ? [t('{count, plural, one {# blank value} other {# blank values}}', { count: blank })] : []),
  ].join(', ')
}

/** Values of a pasted text that were left out: no cell is there, it is locked, or its field may not be blank. */
export type LeftOut = Readonly<Record<'outside' | 'locked' | 'needed', readonly string[]>>

/** Which values of a pasted text were left out, and why; nothing where none was. */
export const leftOutWords = ({ outside, locked, needed }: LeftOut): string =>
  [
    ...(outside.length > 0 ? [t('Left out, since no cell is there: {words}.', { words: wordsOf(outside) })] : []),
    ...(locked.length > 0
      ? [t('Left out, since the cell cannot be changed: {words}.', { words: wordsOf(locked) })]
      : []),
    ...(needed.length > 0
      ? [t('Left out, since the field may not be blank: {words}.', { words: wordsOf(needed) })]
      : []),
  ].join(' ')
