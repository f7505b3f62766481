import type { Pool } from 'pg'
import type { FileStorage } from '../platform/files/storage.ts'
import type { Log } from '../platform/log.ts'
import { namedHashes } from '../projections/files.ts'

const day = 86_400_000
const hour = 3_600_000
const minute = 60_000

type Parts = {
  pool: Pool
  storage: FileStorage
  logger: Log
  sweepSignIns(): Promise<void>
  sweepPictures(): Promise<void>
  isCaughtUp(): Promise<boolean>
}

/** Removes what broken uploads left more than a day ago, but only while the read models know every file there is. */
const sweepFiles = async ({ pool, storage, isCaughtUp }: Parts) => {
  await storage.sweepTemporary(day)
  if (!(await isCaughtUp())) return
  for await (const hash of storage.listOlderThan(day)) {
    if (!(await namedHashes(pool, [hash])).has(hash)) await storage.removeOlderThan(hash, day)
  }
}

/** What has to be done again and again: old sign-ins every minute, pictures and files of what came to nothing every hour. Answers how to stop. */
export const startUpkeep = (parts: Parts): (() => void) => {
  const every = (milliseconds: number, what: string, work: () => Promise<void>) => {
    const report = (error: unknown) =>
      parts.logger.warn({ message: error instanceof Error ? error.message : 'unknown' }, what)
    const timer = setInterval(() => void work().catch(report), milliseconds)
    timer.unref()
    return timer
  }
  const timers = [
    every(minute, 'old sign-ins could not be swept', parts.sweepSignIns),
    every(hour, 'pictures of unfinished commands could not be taken back', parts.sweepPictures),
    every(hour, 'files of broken uploads could not be swept', () => sweepFiles(parts)),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
