import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Json } from '../domain/event.ts'
import { makeBell } from '../event-store/bell.ts'
import type { EventStore, RecordedEvent } from '../event-store/port.ts'

/** What goes into one transaction at most; twice as much is read ahead. Above 1,000 events only latency grows (reference §4.3). */
export const batchLimits = { events: 1_000, bytes: 4_000_000 }

/** Events as they come, in batches of what is there. */
export type Feed = {
  /** The next events; an empty batch says once that the head known at the start has been passed. Null at the end. */
  next(): Promise<readonly RecordedEvent[] | null>
  /** True when `next` would have to wait. */
  isEmpty(): boolean
  close(): Promise<void>
}

// Only long texts matter: this bounds memory, it need not be exact.
const weigh = (value: Json): number => {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 8
  return Object.values(value).reduce((sum: number, member) => sum + weigh(member), 16)
}

const sizeOf = (event: RecordedEvent): number => 200 + weigh(event.data) + (event.personal?.ciphertext.length ?? 0)

/** Reads ahead from a subscription while earlier events are worked on. Ends with `close`, or when the subscription does. */
export const openFeed = (store: EventStore, after: bigint): Feed => {
  const stop = new AbortController()
  const [filled, drained] = [makeBell(), makeBell()]
  let buffer: { event: RecordedEvent; size: number }[] = []
  let bytes = 0
  let caughtUp: 'not yet' | 'now' | 'told' = 'not yet'
  let ending: { error: unknown } | null = null

  const isFull = () => buffer.length >= 2 * batchLimits.events || bytes >= 2 * batchLimits.bytes

  const keep = async (event: RecordedEvent) => {
    const size = sizeOf(event)
    buffer.push({ event, size })
    bytes += size
    for (let ticket = drained.ticket(); isFull() && !stop.signal.aborted; ticket = drained.ticket()) {
      await drained.wait(ticket, 60_000, stop.signal)
    }
  }

  const read = async () => {
    for await (const delivery of store.subscribe(after, stop.signal)) {
      if (delivery.kind === 'caughtUp') caughtUp = caughtUp === 'told' ? 'told' : 'now'
      filled.ring()
      if (delivery.kind === 'event') await keep(delivery.event)
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
    for (const one of buffer.slice(0, batchLimits.events)) {
      if (count > 0 && size + one.size > batchLimits.bytes) break
      count += 1
      size += one.size
    }
    const taken = buffer.slice(0, count)
    buffer = buffer.slice(count)
    bytes -= size
    drained.ring()
    return taken.map((one) => one.event)
  }

  const next = async () => {
    for (;;) {
      const ticket = filled.ticket()
      // What arrives in the same turn belongs to the same batch.
      if (buffer.length > 0 && buffer.length < batchLimits.events) await nextTurn()
      if (stop.signal.aborted) return null
      if (buffer.length > 0) return take()
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
    isEmpty: () => buffer.length === 0,
    async close() {
      stop.abort()
      filled.ring()
      await reading
    },
  }
}
