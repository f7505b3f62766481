import { setImmediate as nextTurn } from 'node:timers/promises'
import { changeSignal } from '../../platform/signal.ts'
import type { EventStore, RecordedEvent } from '../../event-store/port.ts'

/** What goes into one transaction, about: the larger it is, the more events of a row are written at once, and the later. */
export const batchLimits = { events: 2_000, bytes: 4_000_000 }

/** What is read ahead, and how many events are worth a look at the database while there are more. */
const aheadLimits = { events: 1_500, bytes: 4_000_000 }
const handful = 500

export type EventBuffer = {
  /** The next events; an empty batch says once that the head known at the start has been passed. Null at the end. */
  next(): Promise<readonly RecordedEvent[] | null>
  /** True when the head known at the start has been passed: from then on somebody may wait for each event. */
  hasCaughtUp(): boolean
  close(): Promise<void>
}

/** About how many bytes an event holds: only long texts matter, this bounds memory. */
export const sizeOf = ({ data, personal }: RecordedEvent): number => {
  let size = 200 + (personal?.ciphertext.length ?? 0)
  for (const name in data) {
    const value = data[name]
    size += typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 8
  }
  return size
}

/** Reads ahead from a subscription while earlier events are worked on; `rest` as there. Ends with `close`, or when the subscription does. */
export const eventBuffer = (store: EventStore, after: bigint, rest = 0): EventBuffer => {
  const stop = new AbortController()
  const [filled, drained] = [changeSignal(), changeSignal()]
  let buffer: RecordedEvent[] = []
  let bytes = 0
  let caughtUp: 'not yet' | 'now' | 'told' = 'not yet'
  let ending: { error: unknown } | null = null

  const isFull = () => buffer.length >= aheadLimits.events || bytes >= aheadLimits.bytes

  // Far behind, some are awaited: a look at the database for each handful costs more than it gives.
  const isWorthTaking = () =>
    buffer.length > 0 && (caughtUp !== 'not yet' || ending !== null || buffer.length >= handful || isFull())

  const untilDrained = async () => {
    for (let ticket = drained.ticket(); isFull() && !stop.signal.aborted; ticket = drained.ticket())
      await drained.wait(ticket, 60_000, stop.signal)
  }

  const read = async () => {
    for await (const batch of store.subscribe(after, stop.signal, rest)) {
      for (const delivery of batch) {
        if (delivery.kind === 'caughtUp') caughtUp = caughtUp === 'told' ? 'told' : 'now'
        else {
          buffer.push(delivery.event)
          bytes += sizeOf(delivery.event)
        }
      }
      if (isWorthTaking() || caughtUp === 'now') filled.raise()
      if (isFull()) await untilDrained()
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
    .finally(() => filled.raise())

  const take = (): RecordedEvent[] => {
    const taken = buffer
    buffer = []
    bytes = 0
    drained.raise()
    return taken
  }

  const next = async () => {
    for (;;) {
      const ticket = filled.ticket()
      // What arrives in the same turn belongs to the same batch.
      if (buffer.length > 0 && buffer.length < handful) await nextTurn()
      if (stop.signal.aborted) return null
      if (isWorthTaking()) return take()
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
    hasCaughtUp: () => caughtUp === 'told',
    async close() {
      stop.abort()
      filled.raise()
      await reading
    },
  }
}
