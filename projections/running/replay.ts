import type { EventStore, RecordedEvent } from '../../event-store/port.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ProjectorLoop } from './projector-loop.ts'

/** Hands everything after a position to `take`, in batches and in order, up to and with `until`. @throws what the log and `take` throw */
export const replay = async (
  store: EventStore,
  after: bigint,
  until: bigint,
  take: (events: readonly RecordedEvent[]) => Promise<void>,
): Promise<void> => {
  if (after >= until) return
  const buffer = eventBuffer(store, after)
  try {
    for (let events = await buffer.next(); events !== null && events.length > 0; events = await buffer.next()) {
      const due = events.filter((event) => event.position <= until)
      if (due.length > 0) await take(due)
      if ((events.at(-1)?.position ?? until) >= until) return
    }
  } finally {
    await buffer.close()
  }
}

const atOnce = 2_000

/** As `replay`, of what a store makes of its events itself. @param read the next ones after a position */
export const replayPages = async <T extends { position: bigint }>(
  read: (after: bigint, limit: number) => Promise<T[]>,
  after: bigint,
  until: bigint,
  take: (events: readonly T[]) => Promise<void>,
): Promise<void> => {
  let position = after
  let reading = position < until ? read(position, atOnce) : Promise.resolve([])
  while (position < until) {
    const events = await reading
    position = events.at(-1)?.position ?? until
    // The database reads the next while these are looked at. Where that fails it is told when they are asked for.
    if (position < until) reading = read(position, atOnce)
    reading.catch(() => {})
    const due = position <= until ? events : events.filter((event) => event.position <= until)
    if (due.length > 0) await take(due)
  }
}

/** As `replay`, into a loop, until all is written. `onBatch` is told of each batch before it is taken. */
export const replayInto = async (
  loop: ProjectorLoop,
  store: EventStore,
  after: bigint,
  until: bigint,
  onBatch: (events: readonly RecordedEvent[]) => void | Promise<void>,
): Promise<void> => {
  try {
    await replay(store, after, until, async (events) => {
      await onBatch(events)
      return loop.take(events)
    })
  } finally {
    await loop.settle()
  }
}
