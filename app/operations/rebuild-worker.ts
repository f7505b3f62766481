import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { resources } from '../../domain/catalog.ts'
import { rebuild } from '../../projections/running/rebuild.ts'
import { openBase } from '../open.ts'
import type { RebuildJob } from './rebuilding.ts'

// A thread is given anything; whoever starts it says a job (app/operations/rebuilding.ts).
const { config } = workerData as RebuildJob
const logger = pino({ level: 'silent' })
const base = await openBase(config, logger, resources)
try {
  const { events, milliseconds } = await rebuild({ ...base, resources, logger })
  parentPort?.postMessage({ events, milliseconds })
} finally {
  await base.close()
}
