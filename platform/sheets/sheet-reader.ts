import pLimit from 'p-limit'
import { Rejected } from '../../domain/rejected.ts'
import { BadUpload } from '../files/refused.ts'
import { openThread } from '../lazy/thread.ts'
import { type Sheet, sheetLimits } from './sheet.ts'
import type { SheetAnswer } from './sheet-job.ts'

export type SheetReader = {
  /** The first sheet of a file. @throws BadUpload also when it takes too long or too much memory; Rejected unavailable when many wait */
  read(path: string): Promise<Sheet>
  close(): Promise<void>
}

const waiting = 8
const tooMuch = () => new BadUpload(422, 'The spreadsheet takes too much to read. Please split it into smaller ones.')

/** Reads spreadsheets in a thread with a heap and a time of its own, one at a time; one that takes too much costs the thread (XL-1). */
export const sheetReader = (
  limits: Partial<Pick<typeof sheetLimits, 'seconds' | 'heapMegabytes'>> = {},
): SheetReader => {
  const { seconds, heapMegabytes } = { ...sheetLimits, ...limits }
  const thread = openThread<string, SheetAnswer>(new URL('./sheet-worker.ts', import.meta.url), {
    name: 'answer',
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  const inTurn = pLimit(1)
  let isClosed = false

  const run = async (path: string): Promise<SheetAnswer> => {
    const signal = AbortSignal.timeout(seconds * 1_000)
    try {
      return await thread.run(path, signal)
    } catch (error) {
      const isOver = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!isClosed && (signal.aborted || isOver)) throw tooMuch()
      throw error
    }
  }

  return {
    read: async (path) => {
      if (inTurn.pendingCount >= waiting)
        throw new Rejected('Too many spreadsheets are being read at the moment. Please try again.', 'unavailable', {
          data: { retryAfter: 5 },
        })
      const answer = await inTurn(() => run(path))
      if (answer.kind === 'refused') throw new BadUpload(answer.status, answer.id, { values: answer.values })
      return answer.sheet
    },
    close: async () => {
      isClosed = true
      await thread.close()
    },
  }
}
