import { BadUpload } from '../files/refused.ts'
import { parseSheet } from './parse.ts'
import type { SheetAnswer } from './sheet-job.ts'

/** What the thread makes of a file. A refusal is answered, because an error loses its class on the way between threads. */
export const answer = async (path: string): Promise<SheetAnswer> => {
  try {
    return { kind: 'sheet', sheet: await parseSheet(path) }
  } catch (error) {
    if (!(error instanceof BadUpload)) throw error
    return { kind: 'refused', status: error.statusCode, id: error.id, values: error.values }
  }
}
