import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import { CheckpointRefused } from '../../event-store/merkle/checkpoints.ts'
import { TreeIncomplete } from '../../event-store/merkle/tiles.ts'
import { alone, tryLock } from '../../platform/database/connection.ts'
import type { Logger } from '../../platform/logger.ts'
import { changeSignal } from '../../platform/signal.ts'
import { isCode } from '../../platform/small-file.ts'
import { evidenceTable, type TakenExport } from './exports.ts'
import type { MakePackage } from './make.ts'

type Parts = {
  pool: Pool
  /** Where packages lie until they are fetched: read by every process that serves. */
  folder: string
  make: MakePackage
  logger: Logger
}

// How soon one goes on whose process died.
const lookEvery = 15_000
const noteEvery = 500
const mostTries = 3

const sentenceOf = (error: unknown): string | null => {
  if (error instanceof Rejected) return error.id
  if (error instanceof TreeIncomplete || error instanceof CheckpointRefused)
    return 'Log, tree and checkpoints contradict each other. Run the verification.'
  return isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT') ? 'There is no room for the package.' : null
}

/** Evidence packages: made one after the other beside all else, kept for a day, fetched by whoever asked (docs/decisions/log/0130). */
export const openEvidence = ({ pool, folder, make, logger }: Parts) => {
  const table = evidenceTable(pool)
  const change = changeSignal()
  const stopped = new AbortController()
  let working: Promise<void> | null = null
  const pathOf = (id: string) => join(folder, `${id}.zip`)

  const write = async (taken: TakenExport, signal: AbortSignal, cancel: () => void): Promise<void> => {
    const { id } = taken
    let [events, notedAt] = [0, 0]
    // A step that cannot be noted is followed by others.
    const note = (written: number) => {
      notedAt = performance.now()
      table.progress(id, { events, written }).then(
        (isWanted) => isWanted || cancel(),
        () => {},
      )
    }
    const onProgress = (written: number) => {
      if (performance.now() - notedAt >= noteEvery) note(written)
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const made = await make(taken, { onProgress, signal })
    events = made.events
    note(0)
    const draft = join(folder, `${id}.new`)
    try {
      // At once: an error of a package that nobody hears yet would end the process.
      await pipeline(made.stream, createWriteStream(draft, { mode: 0o600 }), { signal })
      const { size } = await stat(draft)
      await rename(draft, pathOf(id))
      // Cancelled, or somebody was erased meanwhile: it is made anew then.
      if (!(await table.finish(id, { bytes: size }))) await rm(pathOf(id), { force: true })
    } finally {
      await rm(draft, { force: true })
    }
  }

  const attempt = async (id: string, tries: number): Promise<void> => {
    const taken = await table.take(id)
    if (!taken) return
    const cancelled = new AbortController()
    const signal = AbortSignal.any([stopped.signal, cancelled.signal])
    try {
      await write(taken, signal, () => cancelled.abort())
    } catch (error) {
      if (signal.aborted) return
      const problem = sentenceOf(error)
      if (problem === null) logger.warn({ err: error }, 'an evidence package could not be made')
      if (problem !== null || tries + 1 >= mostTries)
        await table.finish(id, { problem: problem ?? 'The package could not be made.' })
    }
  }

  const lookOnce = async (): Promise<void> => {
    for (const { id, tries } of await table.open())
      if (!stopped.signal.aborted)
        await alone(pool, async (client) => {
          if (await tryLock(client, `evidence ${id}`)) await attempt(id, tries)
        })
  }

  const look = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const ticket = change.ticket()
      await lookOnce().catch((error: unknown) => {
        if (!pool.ending) logger.warn({ err: error }, 'evidence packages cannot be looked for')
      })
      await change.wait(ticket, lookEvery, stopped.signal)
    }
  }

  const removeAllBut = async (ids: readonly string[]): Promise<void> => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return []
      throw error
    })
    for (const name of names)
      if (!ids.includes(basename(basename(name, '.zip'), '.new'))) await rm(join(folder, name), { force: true })
  }

  return {
    /** Begins a package for somebody. @throws Rejected while another one of theirs is under way */
    start: async (asked: TakenExport): Promise<void> => {
      await table.insert(asked)
      change.raise()
    },
    find: table.find,
    list: table.list,
    cancel: table.cancel,
    /** The bytes of a package that is done. @throws Rejected when it is kept no longer */
    read: async (id: string): Promise<{ bytes: Readable; size: number }> => {
      const file = await open(pathOf(id)).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT')) throw error
        throw new Rejected('This package is no longer kept. Please export it again.', 'missing')
      })
      const { size } = await file.stat()
      return { bytes: file.createReadStream(), size }
    },
    /** Removes what is a day old. */
    sweep: async (): Promise<void> => removeAllBut(await table.expire(false)),
    /** Removes all: somebody in it may have been erased. What is under way begins anew. */
    forgetAll: async (): Promise<void> => {
      await removeAllBut(await table.expire(true))
      change.raise()
    },
    work: (): void => {
      working ??= look()
    },
    stop: async (): Promise<void> => {
      stopped.abort()
      await working
    },
  }
}

export type Evidence = ReturnType<typeof openEvidence>
