import type pg from 'pg'
import type { ChangeSignal } from '../platform/signal.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import type { Logger } from '../platform/logger.ts'
import { alone, connectAlone, tryLock } from '../platform/database/connection.ts'
import { namedHashes } from '../projections/files.ts'
import { dropAbandoned, type ReadSchema } from '../projections/schema.ts'

const day = 86_400_000
const hour = 3_600_000
const minute = 60_000
const hashesAtOnce = 500
const lock = 'maintenance'

/** Where broken uploads lie, and who knows of them. */
type Uploads = { pool: pg.Pool; storage: FileStorage; isCaughtUp(): Promise<boolean> }

/** Where read models stand that nobody needs any more. */
type ReadModels = { pool: pg.Pool; schema: ReadSchema; logger: Logger }

/** What others do when it is time. */
type Duties = {
  signCheckpoints(isForced: boolean): Promise<void>
  sweepSignIns(): Promise<void>
  sweepPictures(): Promise<void>
  sweepCommands(): Promise<void>
  completeErasures(): Promise<void>
  /** Writes down beside the backups who was erased. */
  keepLedger(): Promise<void>
  /** Begins a backup that is due. */
  backUp(): Promise<void>
  completeEnds(): Promise<void>
  tellOfJobs(): Promise<void>
  tellOfViews(): Promise<void>
  /** Tells by mail of new posts whose day or week has begun. */
  sendDigests(): Promise<void>
}

export type MaintenanceParts = Uploads &
  ReadModels &
  Duties & {
    /** Raised when a person's key was destroyed: what still holds their data goes at once. */
    erased: ChangeSignal
  }

type Task = { what: string; every: number; dueAt: number; work(): Promise<void> }

/** Removes what broken uploads left more than a day ago, but only while the read models know every file there is. */
const sweepFiles = async ({ pool, storage, isCaughtUp }: Uploads) => {
  await storage.sweepTemporary(day)
  if (!(await isCaughtUp())) return
  const remove = async (hashes: readonly string[]) => {
    const named = await namedHashes(pool, hashes)
    for (const hash of hashes) if (!named.has(hash)) await storage.removeOlderThan(hash, day)
  }
  let hashes: string[] = []
  for await (const hash of storage.listOlderThan(day)) {
    hashes.push(hash)
    if (hashes.length < hashesAtOnce) continue
    await remove(hashes)
    hashes = []
  }
  await remove(hashes)
}

const dropOldModels = async ({ pool, schema, logger }: ReadModels) => {
  const dropped = await alone(pool, (client) => dropAbandoned(client, schema))
  if (dropped.length > 0) logger.info({ dropped }, 'abandoned read models are dropped')
}

/** What is to be done and how often; `afterErasure` also as soon as a key was destroyed. */
const tasksOf = (parts: Uploads & ReadModels & Duties): { afterErasure: readonly Task[]; all: readonly Task[] } => {
  const task = (every: number, what: string, work: () => Promise<void>): Task => ({
    what,
    every,
    dueAt: Date.now() + every,
    work,
  })
  const afterErasure = [
    // What a crash left undone is completed at the start.
    { ...task(minute, 'an erasure could not be completed yet', parts.completeErasures), dueAt: 0 },
    { ...task(minute, 'the ledger of erasures could not be written', parts.keepLedger), dueAt: 0 },
    task(hour, 'abandoned read models could not be dropped', () => dropOldModels(parts)),
  ]
  return {
    afterErasure,
    all: [
      ...afterErasure,
      task(minute, 'no checkpoint could be signed', () => parts.signCheckpoints(false)),
      { ...task(minute, 'the backup failed', parts.backUp), dueAt: 0 },
      task(minute, 'relations that were edited from their other end could not be completed yet', parts.completeEnds),
      task(minute, 'the trail could not be told of what is scheduled yet', parts.tellOfJobs),
      task(minute, 'mails about new posts could not be sent yet', parts.sendDigests),
      { ...task(minute, 'the trail could not be told of shared views yet', parts.tellOfViews), dueAt: 0 },
      task(minute, 'old sign-ins could not be swept', parts.sweepSignIns),
      task(hour, 'pictures of unfinished commands could not be taken back', parts.sweepPictures),
      task(hour, 'answers and jobs of yesterday could not be forgotten', parts.sweepCommands),
      task(hour, 'files of broken uploads could not be swept', () => sweepFiles(parts)),
    ],
  }
}

const warn = (logger: Logger, error: unknown, what: string) => logger.warn({ err: error }, what)

/** The lock of whoever does the maintenance; it is held as long as its connection lives. */
const turnAt = (pool: pg.Pool) => {
  let client: pg.Client | null = null
  const leave = async () => {
    const left = client
    client = null
    await left?.end().catch(() => {})
  }
  const isMine = async (): Promise<boolean> => {
    try {
      client ??= await connectAlone(pool)
      // Asked each time: whoever lost the connection, and with it the lock, notices it here.
      if (await tryLock(client, lock)) return true
    } catch {
      // No database, no maintenance; the next look tries again.
    }
    await leave()
    return false
  }
  return { isMine, leave }
}

/**
 * What has to be done again and again, by one of all processes: old sign-ins, and what a crash left of an erasure, every
 * minute; pictures, files, answers, jobs and read models that nobody needs any more every hour. Answers how to stop.
 */
export const startMaintenance = (parts: MaintenanceParts): (() => Promise<void>) => {
  const { pool, logger, erased } = parts
  const stopped = new AbortController()
  const turn = turnAt(pool)
  const { afterErasure, all } = tasksOf(parts)

  const runDue = async () => {
    for (const task of all) {
      if (stopped.signal.aborted || Date.now() < task.dueAt) continue
      task.dueAt = Date.now() + task.every
      await task.work().catch((error: unknown) => warn(logger, error, task.what))
    }
  }

  const run = async () => {
    while (!stopped.signal.aborted) {
      const ticket = erased.ticket()
      if (await turn.isMine()) await runDue()
      await erased.wait(ticket, minute, stopped.signal)
      if (erased.ticket() !== ticket) for (const task of afterErasure) task.dueAt = 0
    }
    // What is new since the last checkpoint is signed by whoever leaves.
    if (await turn.isMine())
      await parts.signCheckpoints(true).catch((error: unknown) => warn(logger, error, 'no checkpoint could be signed'))
    await turn.leave()
  }
  const running = run()

  return async () => {
    stopped.abort()
    await running
  }
}
