import type pg from 'pg'
import { backOff } from '../../platform/signal.ts'
import type { Log } from '../../event-store/log.ts'
import type { Logger } from '../../platform/logger.ts'
import { alone } from '../../platform/database/connection.ts'
import { observed } from '../../platform/observed.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { projectorLoop } from './projector-loop.ts'
import { Halted, isOutage } from './poison.ts'
import { listDeadLetters } from './replay-dead-letters.ts'
import { clearLeftovers, createIndexes, createSchema, type ReadSchema } from '../schema.ts'
import { type Follow, startSubscription, type Subscription } from './subscription.ts'
import { markHalted, openWriter, type DeadLetter, SteppedDown, type ReadModelWriter } from './read-model-writer.ts'

export type LeaderState = { isLeading: boolean; lastProgressAt: number }

// The same few statements for ever, by primary keys: a plan for each batch takes longer than most batches. Without sequential scans, since a
// plan that was made while a table was empty is kept.
const plannedOnce = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off'

type LeaderParts = { pool: pg.Pool; log: Log; schema: ReadSchema; logger: Logger; onMove(position: bigint): void }

export type Leader = Subscription & { state: Readonly<LeaderState> }

// Whoever waits for its turn asks this often; a longer pause would leave writes unprojected after a crash.
const electionPause = 2_000
const haltedPause = 10_000

/** Says what happens to projecting, in the log once and in the checkpoint: never what events hold. */
const reporter = (pool: pg.Pool, schema: ReadSchema, logger: Logger) => {
  let haltedAt: bigint | null = null
  const halted = async ({ event, message }: Halted) => {
    await markHalted(pool, schema.name, event.position, message).catch((error: unknown) =>
      logger.warn({ err: error }, 'other processes could not be told that projecting stands still'),
    )
    if (haltedAt === event.position) return
    haltedAt = event.position
    logger.warn({ halted: message }, 'projecting stands still until this event can be projected')
  }
  return {
    deadLettered: ({ stream, position, error }: DeadLetter) =>
      logger.warn(
        { stream, position: String(position), error },
        'an event cannot be projected, its record is dead-lettered',
      ),
    ended: async (error: unknown) => {
      if (error instanceof Halted) return halted(error)
      if (error instanceof SteppedDown)
        return logger.info({ schema: schema.name }, 'another writes the read models, stepping down')
      logger.warn(
        { err: error },
        isOutage(error) ? 'projecting is interrupted, trying again' : 'projecting stands still',
      )
    },
  }
}

/** Leads the projecting while no other process does. */
export const startLeader = ({ pool, log, schema, logger, onMove }: LeaderParts): Leader => {
  const state: LeaderState = { isLeading: false, lastProgressAt: Date.now() }
  const report = reporter(pool, schema, logger)

  const moved = (writer: ReadModelWriter) => {
    state.lastProgressAt = Date.now()
    onMove(writer.checkpoint.position)
  }

  const finishBuild = async (client: pg.Client, reader: pg.Client, writer: ReadModelWriter) => {
    if (writer.checkpoint.isIndexed) return
    await createIndexes([client, reader], schema)
    writer.checkpoint = { ...writer.checkpoint, isIndexed: true }
    logger.info({ schema: schema.name, position: String(writer.checkpoint.position) }, 'the read models are built')
  }

  const project = async (client: pg.Client, reader: pg.Client, follow: Follow) => {
    await clearLeftovers(client, schema)
    for (const one of [client, reader]) await one.query(plannedOnce)
    const writer = await openWriter(client, schema, reader)
    const deadLetters = await listDeadLetters(client, schema.name)
    const loop = projectorLoop(
      log,
      writer,
      'dead-letter',
      deadLetters.map((one) => one.stream),
      report.deadLettered,
    )
    const step = async (events: readonly RecordedEvent[], hasCaughtUp: boolean) => {
      if (events.length > 0) await loop.take(events)
      if (hasCaughtUp) await loop.settle()
      if (events.length === 0) await finishBuild(client, reader, writer)
    }
    state.isLeading = true
    const { position } = writer.checkpoint
    logger.info({ schema: schema.name, position: String(position) }, 'this process writes the read models')
    moved(writer)
    try {
      await follow(writer.checkpoint.position, async (events, hasCaughtUp) => {
        const began = Date.now()
        await step(events, hasCaughtUp).finally(() => onMove(writer.checkpoint.position))
        moved(writer)
        if (observed.projected.isHeard()) observed.projected.tell({ began, events })
      })
    } finally {
      state.isLeading = false
      await loop.settle().catch(() => {})
    }
  }

  return {
    state,
    ...startSubscription(pool, log.store, {
      lock: schema.name,
      electionPause,
      prepare: (client) => createSchema(client, schema),
      round: (client, follow) => alone(pool, (reader) => project(client, reader, follow)),
      async failed(error, attempt) {
        await report.ended(error)
        if (error instanceof Halted) return haltedPause
        return error instanceof SteppedDown && attempt <= 3 ? 0 : backOff(attempt)
      },
    }),
  }
}
