import { Worker } from 'node:worker_threads'
import type { Pool } from 'pg'
import type { Rebuilding } from '../../api/server/operations.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Config } from '../../platform/config.ts'
import { failureOf, forgetFailure, keepFailure } from '../../platform/database/failures.ts'
import type { Logger } from '../../platform/logger.ts'
import { asError } from '../../platform/as-error.ts'
import { workerFile } from '../../platform/worker-file.ts'
import { rebuildProgress } from '../../projections/running/rebuild.ts'

/** What the thread that rebuilds is given: the server's settings, with the address of the database that is in use. */
export type RebuildJob = { config: Config }

const work = 'rebuild'

/** Builds in a thread of its own, so that nobody waits for it. */
export const rebuildingWith = (
  pool: Pool,
  config: Config,
  resources: readonly Resource[],
  logger: Logger,
): Rebuilding & { close(): Promise<void> } => {
  // An embedded server belongs to the process, not to its threads.
  const databaseUrl = config.databaseUrl ?? pool.options.connectionString ?? null
  let running: { worker: Worker; ended: Promise<void> } | null = null
  const follow = () => {
    const { filename, ...options } = workerFile(new URL('./rebuild-worker.ts', import.meta.url))
    const workerData: RebuildJob = { config: { ...config, databaseUrl } }
    const worker = new Worker(filename, { ...options, workerData })
    let isStopped = false
    worker.on('message', (done: object) => logger.info(done, 'the read models were built anew'))
    worker.on('error', (error) => {
      isStopped = true
      logger.warn({ err: error }, 'the read models could not be built anew')
      void keepFailure(pool, work, asError(error).message).catch((failure: unknown) =>
        logger.warn({ err: failure }, 'why the read models could not be built anew could not be kept'),
      )
    })
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', (code) => {
        if (code !== 0 && !isStopped) logger.info({ code }, 'building the read models anew was broken off')
        running = null
        resolve()
      })
    })
    return { worker, ended }
  }
  const progress = () => rebuildProgress(pool, resources)
  return {
    start: async () => {
      if (running || (await progress())) throw new Rejected('The read models are being built anew already.', 'rule')
      await forgetFailure(pool, work)
      running = follow()
    },
    progress: async () => (await progress()) ?? (running ? { position: 0n } : null),
    failed: () => failureOf(pool, work),
    close: async () => {
      const own = running
      await own?.worker.terminate()
      await own?.ended
    },
  }
}
