import type { Message } from '../../domain/message.ts'

/** A cell as it was read: its text, or why it has none. */
export type SheetCell = string | Message

/** A row with its number in the spreadsheet (the heading is row 1) and its cells by the number of their column, from 1. Empty ones are absent. */
export type SheetRow = { number: number; cells: Readonly<Record<number, SheetCell>> }

/** The first sheet of a workbook: its heading and what lies below. */
export type Sheet = { heading: Readonly<Record<number, string>>; rows: readonly SheetRow[] }

export const sheetLimits = {
  bytes: 10_000_000,
  entries: 200,
  /** Of everything in the archive, once inflated. */
  inflated: 50_000_000,
  /** How many times its size an entry may be once inflated: XML of many like rows reaches about 60. */
  ratio: 400,
  rows: 20_000,
  columns: 40,
  seconds: 60,
  heapMegabytes: 512,
}

/** The letters of a column: 1 is A, 27 is AA. */
export const columnLetters = (column: number): string => {
  const rest = Math.floor((column - 1) / 26)
  return `${rest > 0 ? columnLetters(rest) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`
}
