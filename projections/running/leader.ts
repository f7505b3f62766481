import type pg from 'pg'
import { backOff, changeSignal } from '../../platform/signal.ts'
import type { Log } from '../../event-store/log.ts'
import type { Logger } from '../../platform/logger.ts'
import { alone, tryLock } from '../../platform/database/connection.ts'
import { eventBuffer } from './event-buffer.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { projectorLoop } from './projector-loop.ts'
import { Halted, isOutage } from './poison.ts'
import { listParked } from './replay-parked.ts'
import { clearLeftovers, createIndexes, createSchema, type ReadSchema } from '../schema.ts'
import { markHalted, openWriter, type ParkedEvent, SteppedDown, type ReadModelWriter } from './read-model-writer.ts'

export type LeaderState = { isLeading: boolean; lastProgressAt: number }

type LeaderParts = { pool: pg.Pool; log: Log; schema: ReadSchema; logger: Logger; onMove(position: bigint): void }

export type Leader = {
  state: Readonly<LeaderState>
  restart(): void
  stop(): Promise<void>
}

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
    parked: ({ stream, position, error }: ParkedEvent) =>
      logger.warn({ stream, position: String(position), error }, 'an event cannot be projected, its record is parked'),
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

/** Tries to lead the projecting, and leads while it can. Every loss ends the round at once; the next starts at the checkpoint. */
export const startLeader = ({ pool, log, schema, logger, onMove }: LeaderParts): Leader => {
  const state: LeaderState = { isLeading: false, lastProgressAt: Date.now() }
  const report = reporter(pool, schema, logger)
  const stopped = new AbortController()
  const changed = changeSignal()
  let round: { end(): void } | null = null

  const pause = (milliseconds: number) => changed.wait(changed.ticket(), milliseconds, stopped.signal)

  const moved = (writer: ReadModelWriter) => {
    state.lastProgressAt = Date.now()
    onMove(writer.checkpoint.position)
  }

  const finishBuild = async (client: pg.Client, writer: ReadModelWriter) => {
    if (writer.checkpoint.isIndexed) return
    await createIndexes(client, schema)
    writer.checkpoint = { ...writer.checkpoint, isIndexed: true }
    logger.info({ schema: schema.name, position: String(writer.checkpoint.position) }, 'the read models are built')
  }

  const work = async (client: pg.Client, reader: pg.Client) => {
    await clearLeftovers(client, schema)
    const writer = await openWriter(client, schema, reader)
    const parked = await listParked(client, schema.name)
    const loop = projectorLoop(
      log,
      writer,
      'park',
      parked.map((one) => one.stream),
      report.parked,
    )
    const buffer = eventBuffer(log.store, writer.checkpoint.position)
    const step = async (events: readonly RecordedEvent[]) => {
      if (events.length > 0) await loop.take(events)
      if (buffer.hasCaughtUp()) await loop.settle()
      if (events.length === 0) await finishBuild(client, writer)
    }
    round = {
      end: () => {
        void buffer.close()
        void client.end().catch(() => {})
      },
    }
    if (stopped.signal.aborted) round.end()
    state.isLeading = true
    state.lastProgressAt = Date.now()
    onMove(writer.checkpoint.position)
    try {
      for (let events = await buffer.next(); events !== null; events = await buffer.next()) {
        await step(events).finally(() => onMove(writer.checkpoint.position))
        moved(writer)
      }
    } finally {
      state.isLeading = false
      round = null
      await buffer.close()
      await loop.settle().catch(() => {})
    }
  }

  const campaign = () =>
    alone(pool, async (client) => {
      await createSchema(client, schema)
      while (!stopped.signal.aborted) {
        if (await tryLock(client, schema.name)) return await alone(pool, (reader) => work(client, reader))
        await pause(electionPause)
      }
    })

  const run = async () => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      const began = Date.now()
      try {
        await campaign()
        attempt = 0
      } catch (error) {
        if (stopped.signal.aborted) return
        await report.ended(error)
        if (Date.now() - began > haltedPause) attempt = 1
        if (!(error instanceof SteppedDown) || attempt > 3)
          await pause(error instanceof Halted ? haltedPause : backOff(attempt))
      }
    }
  }
  const running = run()

  return {
    state,
    restart: () => {
      round?.end()
      changed.raise()
    },
    async stop() {
      stopped.abort()
      round?.end()
      await running
    },
  }
}
