import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JsonObject } from '../domain/event.ts'
import { makeBell } from '../event-store/bell.ts'
import type { EventStore, RecordedEvent } from '../event-store/port.ts'

/** What goes into one transaction at most; twice as much is read ahead. Above 1,000 events only latency grows (reference §4.3). */
export const batchLimits = { events: 1_000, bytes: 4_000_000 }

/** Events as they come, in batches: full ones up to the head known at the start, then of what is there. */
export type Feed = {
  /** The next events; an empty batch says once that the head known at the start has been passed. Null at the end. */
  next(): Promise<readonly RecordedEvent[] | null>
  /** True when `next` would have to wait. */
  isEmpty(): boolean
  close(): Promise<void>
}

// Only long texts matter: this bounds memory, it need not be exact.
const weigh = (data: JsonObject): number => {
  let size = 200
  for (const name in data) {
    const value = data[name]
    size += typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 8
  }
  return size
}

const sizeOf = (event: RecordedEvent): number => weigh(event.data) + (event.personal?.ciphertext.length ?? 0)

/** Reads ahead from a subscription while earlier events are worked on. Ends with `close`, or when the subscription does. */
export const openFeed = (store: EventStore, after: bigint): Feed => {
  const stop = new AbortController()
  const [filled, drained] = [makeBell(), makeBell()]
  let buffer: RecordedEvent[] = []
  let bytes = 0
  let caughtUp: 'not yet' | 'now' | 'told' = 'not yet'
  let ending: { error: unknown } | null = null

  const holds = (batches: number) =>
    buffer.length >= batches * batchLimits.events || bytes >= batches * batchLimits.bytes

  // Far behind, a row is written once for all that a full batch has of it.
  const isReady = () =>
    stop.signal.aborted ||
    ending !== null ||
    caughtUp === 'now' ||
    (buffer.length > 0 && caughtUp === 'told') ||
    holds(1)

  const untilDrained = async () => {
    for (let ticket = drained.ticket(); holds(2) && !stop.signal.aborted; ticket = drained.ticket())
      await drained.wait(ticket, 60_000, stop.signal)
  }

  const read = async () => {
    for await (const delivery of store.subscribe(after, stop.signal)) {
      if (delivery.kind === 'caughtUp') caughtUp = caughtUp === 'told' ? 'told' : 'now'
      else {
        buffer.push(delivery.event)
        bytes += sizeOf(delivery.event)
      }
      if (isReady()) filled.ring()
      if (holds(2)) await untilDrained()
    }
  }
  const reading = read()
    .then(
      () => {
        ending = { error: null }
      },
      (error: unknown) => {
        ending = { error }
      },
    )
    .finally(() => filled.ring())

  const take = (): RecordedEvent[] => {
    let [count, size] = [0, 0]
    for (const event of buffer.slice(0, batchLimits.events)) {
      const more = sizeOf(event)
      if (count > 0 && size + more > batchLimits.bytes) break
      count += 1
      size += more
    }
    const taken = buffer.slice(0, count)
    buffer = buffer.slice(count)
    bytes -= size
    drained.ring()
    return taken
  }

  const next = async () => {
    for (;;) {
      const ticket = filled.ticket()
      // What arrives in the same turn belongs to the same batch.
      if (buffer.length > 0 && !holds(1)) await nextTurn()
      if (stop.signal.aborted) return null
      if (buffer.length > 0 && isReady()) return take()
      if (caughtUp === 'now') {
        caughtUp = 'told'
        return []
      }
      if (ending) {
        if (ending.error !== null) throw ending.error
        return null
      }
      await filled.wait(ticket, 60_000, stop.signal)
    }
  }

  return {
    next,
    isEmpty: () => !isReady(),
    async close() {
      stop.abort()
      filled.ring()
      await reading
    },
  }
}
