import type { Pool } from 'pg'
import type { Resource } from '../domain/resource.ts'
import type { Log } from '../event-store/log.ts'
import type { Logger } from '../platform/logger.ts'
import { changesConsumer, sweepChanges } from '../projections/consumers/changes.ts'
import { type Consumer, parkedForConsumers } from '../projections/consumers/consumer.ts'
import { startConsumer } from '../projections/consumers/run-consumer.ts'

type Parts = { pool: Pool; log: Log; logger: Logger; resources: readonly Resource[]; isRunning: boolean }

/** What follows from events beside the read models: one line each. */
const consumersOf = (resources: readonly Resource[]): readonly Consumer[] => [changesConsumer(resources)]

/** Runs every consumer, in one process each; `isRunning` says whether this process takes part. */
export const openConsumers = ({ pool, log, logger, resources, isRunning }: Parts) => {
  const stops = isRunning
    ? consumersOf(resources).map((consumer) => startConsumer({ pool, log, logger, consumer }))
    : []
  return {
    /** How many streams wait behind an event that some consumer could not handle. */
    parkedStreams: async () =>
      new Set((await parkedForConsumers(pool)).map(({ consumer, stream }) => `${consumer} ${stream}`)).size,
    sweep: () => sweepChanges(pool),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
