import { Readable } from 'node:stream'
import { extname } from 'node:path'
import { z } from 'zod'
import { Rejected } from '../../domain/rejected.ts'
import { sheetType } from '../../platform/sheets/write.ts'
import { type Call, personOf, type Session } from '../server/route.ts'

const types: Readonly<Record<string, string>> = {
  '.xlsx': sheetType,
  '.csv': 'text/csv; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.zip': 'application/zip',
}

/** What a list is exported as: `xlsx` or `csv`. */
export const sheetFormat = z.enum(['xlsx', 'csv'], '{name} is xlsx or csv.').default('xlsx')

/** Sets the headers of an answer that is saved as a file of this name. */
export const asFile = ({ reply }: Pick<Call, 'reply'>, name: string) =>
  reply.type(types[extname(name)] ?? '').header('content-disposition', `attachment; filename="${name}"`)

// A cell that begins so would be computed by a spreadsheet (CWE-1236); what follows an apostrophe is text.
const computed = /^[=+\-@\t\r]/

const cellOf = (value: string): string => {
  const safe = computed.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

async function* linesOf(heading: readonly string[], pages: AsyncIterable<readonly string[][]>) {
  // Spreadsheets read UTF-8 only when a mark says so.
  yield `\uFEFF${lineOf(heading)}`
  for await (const rows of pages) yield rows.map(lineOf).join('')
}

/** A table for spreadsheets (RFC 4180), written as its pages are read; no cell of it is a formula. */
export const csvOf = (heading: readonly string[], pages: AsyncIterable<readonly string[][]>): Readable =>
  Readable.from(linesOf(heading, pages))

/** Lets each person have one export of a kind at a time: until its stream is read, or given up. */
export const oneAtATime = () => {
  const underWay = new Set<string>()
  /** @throws Rejected while another one is under way */
  return async (session: Session, open: () => Promise<Readable>): Promise<Readable> => {
    const person = personOf(session)
    if (underWay.has(person)) throw new Rejected('An export of yours is under way. Please wait until it is finished.')
    underWay.add(person)
    const over = () => void underWay.delete(person)
    try {
      return (await open()).once('close', over)
    } catch (error) {
      over()
      throw error
    }
  }
}
