import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { changeSignal } from '../../platform/signal.ts'
import type { Log } from '../../event-store/log.ts'
import type { PersonActor } from '../../domain/person.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Logger } from '../../platform/logger.ts'
import { alone } from '../../platform/database/connection.ts'
import { startLeader } from './leader.ts'
import { refold } from './refold.ts'
import { countDeadLettered, type DeadLettered, firstDeadLetters, replayDeadLetters } from './replay-dead-letters.ts'
import { createSchema, readSchema, schemaExists, useReadSchema } from '../schema.ts'
import { type Checkpoint, readCheckpoint } from './read-model-writer.ts'
import { positionWaiters, projectedChannel } from './position-waiters.ts'

/** `behindMs` is the age of the oldest event they lack, `halted` why projecting stands still, anywhere. Neither holds what records hold. */
export type ProjectorStatus = {
  position: bigint
  head: bigint
  behindMs: number
  isLeading: boolean
  isBuilt: boolean
  halted: string | null
  deadLetteredStreams: number
  lastProgressAt: string | null
}

export type Projector = {
  /** Resolves when the read models have everything that was in the log at the start. Never rejects. */
  ready: Promise<void>
  /** As `ready`, or resolves as soon as projecting stands still before that: what is shown then is an older state. */
  readyOrHalted(): Promise<void>
  /** True once the read models have the position, also when another process writes them; false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>
  status(): Promise<ProjectorStatus>
  /** What tells one state of the read models from another: it changes with whatever they hold. */
  readModelVersion(): Promise<string>
  replayDeadLetters(): Promise<{ replayed: number; left: number }>
  /** Of some dead-lettered streams the event that holds back the others. */
  firstDeadLetters(limit: number): Promise<DeadLettered[]>
  /** Folds everything about somebody anew whose key was destroyed. */
  refold(person: PersonActor): Promise<void>
  stop(): Promise<void>
}

export type ProjectorParts = {
  pool: pg.Pool
  log: Log
  resources: readonly Resource[]
  logger: Logger
  /** False in a process that only reads and waits. */
  lead: boolean
  /** How long the head may be ahead without progress before the subscription is opened anew. */
  watchdogMs?: number
}

// While there is much to tell, it is told so often.
const announcePause = 20

/** Tells other processes, one statement at a time however often it is called; only after the commit (docs/architecture.md#the-read-side). */
const announcer = (pool: pg.Pool, logger: Logger) => {
  let isRunning = false
  let isAsked = false
  const run = async () => {
    isRunning = true
    while (isAsked) {
      isAsked = false
      const text = "select set_config('synchronous_commit', 'off', true), pg_notify($1, '')"
      await pool.query({ name: 'projected', text, values: [projectedChannel] }).catch((error: unknown) => {
        if (!pool.ending) logger.warn({ err: error }, 'other processes could not be told of progress')
      })
      await pause(announcePause, undefined, { ref: false })
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}

/** Says once, at the start, what others have dead-lettered or halted at before. */
const tellBacklog = async (client: pg.Client, schema: string, logger: Logger) => {
  const { halted } = await readCheckpoint(client, schema)
  const deadLetteredStreams = await countDeadLettered(client, schema)
  if (deadLetteredStreams > 0)
    logger.warn({ deadLetteredStreams }, 'records are dead-lettered: they show an older state')
  if (halted !== null) logger.warn({ halted }, 'projecting has been standing still')
}

/** Keeps the read models of a process up to date, or follows another process that does. */
export const openProjector = async ({
  pool,
  log,
  resources,
  logger,
  lead,
  watchdogMs = 60_000,
}: ProjectorParts): Promise<Projector> => {
  const schema = readSchema(resources)
  await useReadSchema(pool, resources)
  await alone(pool, async (client) => {
    await createSchema(client, schema)
    await tellBacklog(client, schema.name, logger)
  })
  const announce = announcer(pool, logger)
  const closed = new AbortController()
  const changed = changeSignal()

  const checkpoint = async (): Promise<Checkpoint> => readCheckpoint(pool, schema.name)
  const waiters = positionWaiters({
    pool,
    logger,
    readPosition: async () => (await checkpoint()).position,
    isLeading: () => leader?.state.isLeading === true,
  })
  const onMove = (position: bigint) => {
    if (position === waiters.reached()) return
    waiters.move(position)
    announce()
  }
  const leader = lead ? startLeader({ pool, log, schema, logger, onMove }) : null

  const becomeReady = async (orHalted: boolean) => {
    while (!closed.signal.aborted) {
      try {
        const hasAll = await waiters.waitFor(await log.store.head(), 1_000)
        const { isIndexed, halted } = await checkpoint()
        if ((hasAll && isIndexed) || (orHalted && halted !== null)) return
      } catch (error) {
        logger.warn({ err: error }, 'the log or the read models cannot be read yet')
      }
      await changed.wait(changed.ticket(), 20, closed.signal)
    }
  }

  const behindMs = async (position: bigint, head: bigint): Promise<number> => {
    if (position >= head) return 0
    const [next] = await log.store.readAll(position, 1)
    return next ? Math.max(1, Date.now() - Date.parse(next.recordedAt)) : 0
  }

  const status = async (): Promise<ProjectorStatus> => {
    const head = await log.store.head()
    const isThere = await schemaExists(pool, schema.name)
    const { position, isIndexed, halted } = isThere
      ? await checkpoint()
      : { position: 0n, isIndexed: false, halted: null }
    return {
      position,
      head,
      behindMs: await behindMs(position, head),
      isBuilt: isIndexed,
      isLeading: leader?.state.isLeading === true,
      halted,
      deadLetteredStreams: isThere ? await countDeadLettered(pool, schema.name) : 0,
      lastProgressAt: leader ? new Date(leader.state.lastProgressAt).toISOString() : null,
    }
  }

  const watch = async () => {
    if (!leader?.state.isLeading || Date.now() - leader.state.lastProgressAt < watchdogMs) return
    if ((await log.store.head()) <= waiters.reached()) return
    logger.warn({ position: String(waiters.reached()) }, 'the log is ahead without progress, subscribing anew')
    leader.restart()
  }
  const watchdog = setInterval(() => void watch().catch(() => {}), Math.min(15_000, watchdogMs))
  watchdog.unref()

  return {
    ready: becomeReady(false),
    readyOrHalted: () => becomeReady(true),
    waitFor: waiters.waitFor,
    status,
    readModelVersion: async () => {
      const { position, fence } = await checkpoint()
      return `${position} ${fence}`
    },
    replayDeadLetters: async () => {
      const result = await alone(pool, (client) => replayDeadLetters(client, log, schema))
      leader?.restart()
      return result
    },
    firstDeadLetters: async (limit) =>
      (await schemaExists(pool, schema.name)) ? firstDeadLetters(pool, schema.name, limit) : [],
    refold: async (person) => {
      await alone(pool, (client) => refold(client, log, schema, person))
      leader?.restart()
    },
    async stop() {
      closed.abort()
      clearInterval(watchdog)
      await leader?.stop()
      await waiters.close()
    },
  }
}
