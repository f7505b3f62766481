import { setMaxListeners } from 'node:events'
import type pg from 'pg'
import { type Appender, inFlight, makeAppender } from './append.ts'
import { connect } from './connection.ts'
import { movedPlaces } from './moved.ts'
import { makeReader } from './read.ts'
import { subscribeToAll } from './subscribe.ts'
import { type Appended, type Claim, type EventStore, StoreUnavailable } from '../port.ts'
import { eitherOf } from '../../platform/signal.ts'
import { gatheredCalls } from '../../platform/gathered-calls.ts'
import pLimit from 'p-limit'
import type { StoreLog } from '../postgres/store.ts'
import { isConditional, type PreparedAppend, prepareAppend } from '../prepare.ts'
import { type RecoveryParts, recoverReservations } from './reservation-recovery.ts'
import { type Reservations, reservations } from './reservation.ts'
import { orStoreError } from '../postgres/sql-append.ts'
import { claimHolders, holdClaims, letGoClaims } from '../postgres/sql-claim.ts'

/** Milliseconds. `answer`: one request; `append`: all its tries; `guard`: others in the way; `idle`: silence; `overdue`: well above `append`. */
export const patience = { answer: 3000, append: 8000, guard: 5000, idle: 3000, overdue: 30_000, sweep: 10_000 }

/** The log in EventStoreDB or KurrentDB, claims and guards in PostgreSQL; starts while the server is down. @throws Error for a bad `url` */
export const eventStoreDb = async (parts: {
  url: string
  pool: pg.Pool
  log?: StoreLog
  patience?: Partial<typeof patience>
}): Promise<EventStore> => {
  const wait = { ...patience, ...parts.patience }
  const warn = (message: string, error: unknown) => parts.log?.warn({ err: error }, message)
  const connection = connect(parts.url, warn)
  const places = movedPlaces(parts.pool)
  const reader = makeReader(connection, wait.answer, places)
  const appender = makeAppender(connection, reader, wait.answer)
  const reserved = reservations(parts.pool, wait.guard)
  const closed = new AbortController()
  // One of each subscription.
  setMaxListeners(0, closed.signal)
  const recovery = {
    reservations: reserved,
    look: appender.look,
    head: reader.head,
    overdueSeconds: wait.overdue / 1000,
  }
  const stopSweeping = sweepEvery(wait.sweep, recovery, warn)
  const holder = gatheredCalls((claims: readonly Claim[]) => orStoreError(claimHolders(parts.pool, claims)), 1_000)
  // So that a batch leaves connections to PostgreSQL for others.
  const oneOf = pLimit(inFlight)
  const open = () => {
    if (closed.signal.aborted) throw new StoreUnavailable('the log is closed')
  }
  return {
    async append(stream, expected, events, conditions) {
      const append = prepareAppend(stream, expected, events, conditions)
      open()
      const until = () => performance.now() + wait.append
      if (!isConditional(append)) return appender.write(append, until())
      return oneOf(() => conditionally(append, appender, reserved, until()))
    },
    async read(stream, fromRevision = 0) {
      open()
      return reader.stream(stream, fromRevision)
    },
    async readAll(after, limit) {
      open()
      return reader.all(after, limit)
    },
    subscribe(after, signal) {
      const either = eitherOf(signal, closed.signal)
      const { readFrom } = places
      return subscribeToAll(
        { connection, head: reader.head, readFrom, idleMilliseconds: wait.idle, warn },
        after,
        either,
      )
    },
    async head() {
      open()
      return reader.head()
    },
    hold: (holds) => orStoreError(holdClaims(parts.pool, holds)),
    letGo: (streams) => orStoreError(letGoClaims(parts.pool, streams)),
    async holder(claim) {
      open()
      return (await holder(claim)).stream
    },
    async readGuard(name) {
      open()
      return reserved.readGuard(name)
    },
    async close() {
      closed.abort()
      await stopSweeping()
      await connection.close()
    },
  }
}

/** Reserve, append, confirm. A confirmation that is lost is made up for by the retry or by recovery. */
const conditionally = async (
  append: PreparedAppend,
  appender: Appender,
  reserved: Reservations,
  until: number,
): Promise<Appended> => {
  const [commandId = ''] = append.ids
  // A repeated append must not meet its own claims and guards as somebody else's.
  const earlier = await appender.look(append)
  if (earlier) {
    await reserved.confirm(commandId)
    return earlier
  }
  await reserved.reserve(append)
  const appended = await appender.write(append, until).catch(async (error: unknown) => {
    // After an unknown outcome the reservation stands until the log has told.
    if (!(error instanceof StoreUnavailable)) await reserved.undo(commandId)
    throw error
  })
  await reserved.confirm(commandId)
  return appended
}

const sweepEvery = (
  milliseconds: number,
  recovery: RecoveryParts,
  warn: (message: string, error: unknown) => void,
): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= recoverReservations(recovery)
      .catch((error: unknown) => warn('overdue reservations could not be settled', error))
      .finally(() => {
        running = null
      })
  }, milliseconds)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
