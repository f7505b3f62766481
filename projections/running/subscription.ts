import type pg from 'pg'
import type { EventStore, RecordedEvent } from '../../event-store/port.ts'
import { alone, tryLock } from '../../platform/database/connection.ts'
import { type ChangeSignal, changeSignal } from '../../platform/signal.ts'
import { eventBuffer } from './event-buffer.ts'

/** Hands events in from a position on until the round ends: those that are there, none once when it has caught up. */
export type Follow = (
  position: bigint,
  take: (events: readonly RecordedEvent[], hasCaughtUp: boolean) => Promise<void>,
) => Promise<void>

/** What follows the log in one process at a time. */
export type Subscriber = {
  /** The name of the lock that whoever follows holds. */
  lock: string
  /** In milliseconds: whoever waits for its turn asks for the lock again. */
  electionPause: number
  /** In milliseconds, where nobody waits for it: what comes so soon after a batch is taken with the next. */
  pace?: number
  /** Before the lock is asked for. */
  prepare?(client: pg.Client): Promise<void>
  /** One round, from its own checkpoint on; `client` holds the lock, and the round ends with it. */
  round(client: pg.Client, follow: Follow): Promise<void>
  /** Told why the nth round in a row failed; answers how many milliseconds to wait before the next. */
  failed(error: unknown, attempt: number): Promise<number> | number
}

export type Subscription = {
  /** Ends the round under way; the next begins at the checkpoint. */
  restart(): void
  stop(): Promise<void>
}

// What one subscriber of a process has won another process has left, most often with all the rest: the others of this one ask at once.
const elections = new WeakMap<pg.Pool, ChangeSignal>()

const electionsOf = (pool: pg.Pool): ChangeSignal => {
  const signal = elections.get(pool) ?? changeSignal()
  elections.set(pool, signal)
  return signal
}

// A round that went on so long had begun well.
const longRound = 10_000

/** Runs a subscriber in this process while no other does. Every loss ends the round at once. */
export const startSubscription = (pool: pg.Pool, store: EventStore, subscriber: Subscriber): Subscription => {
  const { lock, electionPause, pace = 0, prepare, round, failed } = subscriber
  const stopped = new AbortController()
  const changed = changeSignal()
  const elected = electionsOf(pool)
  let endRound: (() => void) | null = null

  const pause = (milliseconds: number) => changed.wait(changed.ticket(), milliseconds, stopped.signal)

  const followWith =
    (client: pg.Client): Follow =>
    async (position, take) => {
      const buffer = eventBuffer(store, position, pace)
      const close = () => void buffer.close()
      client.once('end', close)
      endRound = () => void client.end().catch(() => {})
      // It may have been stopped while its place was being read.
      if (stopped.signal.aborted) endRound()
      try {
        for (let events = await buffer.next(); events !== null; events = await buffer.next()) {
          await take(events, buffer.hasCaughtUp())
          if (pace > 0 && buffer.hasCaughtUp()) await pause(pace)
        }
      } finally {
        endRound = null
        client.off('end', close)
        await buffer.close()
      }
    }

  const campaign = () =>
    alone(pool, async (client) => {
      await prepare?.(client)
      while (!stopped.signal.aborted) {
        const ticket = elected.ticket()
        if (await tryLock(client, lock)) {
          elected.raise()
          return await round(client, followWith(client))
        }
        await elected.wait(ticket, electionPause, stopped.signal)
      }
    })

  const run = async () => {
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      const began = performance.now()
      try {
        await campaign()
        attempt = 0
      } catch (error) {
        if (stopped.signal.aborted) return
        if (performance.now() - began > longRound) attempt = 1
        await pause(await failed(error, attempt))
      }
    }
  }
  const running = run()

  return {
    restart: () => {
      endRound?.()
      changed.raise()
    },
    async stop() {
      stopped.abort()
      endRound?.()
      await running
    },
  }
}
