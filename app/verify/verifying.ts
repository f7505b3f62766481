import { Worker } from 'node:worker_threads'
import type { Pool } from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import type { Config } from '../../platform/config.ts'
import type { Logger } from '../../platform/logger.ts'
import { workerFile } from '../../platform/worker-file.ts'
import { type KeptVerification, keptVerifications } from '../../projections/running/verifications.ts'
import type { VerifyJob, VerifyNews } from './job.ts'

/** Verification beside the running server. */
export type Verifying = {
  /** Begins one. @throws Rejected while another one runs */
  start(): Promise<{ id: string }>
  /** The newest first. */
  list(limit: number): Promise<KeptVerification[]>
  close(): Promise<void>
}

const beatEvery = 10_000

/** Verifies in a thread of its own, so that nobody waits for it: one at a time in all processes. */
export const verifyingWith = (pool: Pool, config: Config, logger: Logger): Verifying => {
  const kept = keptVerifications(pool)
  // An embedded server belongs to the process, not to its threads.
  const databaseUrl = config.databaseUrl ?? pool.options.connectionString ?? null
  let running: { worker: Worker; ended: Promise<void> } | null = null

  const follow = (id: string): { worker: Worker; ended: Promise<void> } => {
    const workerData: VerifyJob = { config: { ...config, databaseUrl } }
    const { filename, ...options } = workerFile(new URL('./verify-worker.ts', import.meta.url))
    const worker = new Worker(filename, { ...options, workerData })
    let share = 0
    let last: Promise<unknown> = Promise.resolve()
    const note = (work: () => Promise<void>) => {
      last = last.then(work).catch((error: unknown) => logger.warn({ err: error }, 'a verification could not be noted'))
    }
    const beat = setInterval(() => note(() => kept.beat(id, share)), beatEvery)
    let failure: unknown = new Error('The thread ended.')
    let isDone = false
    worker.on('message', (news: VerifyNews) => {
      if (news.kind === 'progress') {
        share = news.share
        return note(() => kept.beat(id, share))
      }
      isDone = true
      note(() => kept.finish(id, news.result))
    })
    worker.on('error', (error) => {
      failure = error
    })
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        clearInterval(beat)
        if (!isDone) {
          logger.warn({ err: failure }, 'a verification could not be finished')
          note(() => kept.fail(id, failure instanceof Error ? failure.message : String(failure)))
        }
        void last.then(() => resolve())
      })
    })
    return { worker, ended }
  }

  return {
    start: async () => {
      const id = await kept.begin()
      if (id === null) throw new Rejected('A verification is running already.', 'rule')
      running = follow(id)
      return { id }
    },
    list: kept.list,
    close: async () => {
      await running?.worker.terminate()
      await running?.ended
    },
  }
}
