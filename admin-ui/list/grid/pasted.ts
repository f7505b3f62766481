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
