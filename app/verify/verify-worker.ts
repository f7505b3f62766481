import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { resources } from '../../domain/catalog.ts'
import { openBase } from '../open.ts'
import { verifyAll } from './all.ts'
import type { VerifyJob, VerifyNews } from './job.ts'

const sayEvery = 1_000

const say = (news: VerifyNews) => parentPort?.postMessage(news)

// A thread is given anything; whoever starts it says a job (app/verify/verifying.ts).
const { config } = workerData as VerifyJob
const base = await openBase(config, pino({ level: 'silent' }), resources)
try {
  let saidAt = 0
  const { events, signed, files, position, problems, notes } = await verifyAll({
    ...base,
    config,
    resources,
    onProgress: (share) => {
      if (Date.now() - saidAt < sayEvery) return
      saidAt = Date.now()
      say({ kind: 'progress', share })
    },
  })
  say({
    kind: 'done',
    result: {
      events,
      signed,
      files,
      position: String(position),
      problems: problems.map(({ position: at, ...message }) => ({
        ...message,
        position: at === null ? null : String(at),
      })),
      notes: notes.map(({ id, values }) => ({ id, values })),
    },
  })
} finally {
  await base.close()
}
