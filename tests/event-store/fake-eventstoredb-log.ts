import { randomUUID } from 'node:crypto'
import { type AppendAsked, appended, type StoredEvent, wrongVersion } from './fake-eventstoredb-messages.ts'

// The events of each stream of a log, so that a long one is as fast as a short one.
const streamsOf = new WeakMap<readonly StoredEvent[], Map<string, StoredEvent[]>>()

/** The events of a stream, in their order. */
export function eventsOf(log: readonly StoredEvent[], stream: string): readonly StoredEvent[] {
  return streamsOf.get(log)?.get(stream) ?? []
}

/** Where the first event stands whose position is this one or a later one. */
export function placeOf(log: readonly StoredEvent[], position: bigint): number {
  let [first, end] = [0, log.length]
  while (first < end) {
    const middle = (first + end) >>> 1
    if ((log[middle]?.position ?? position) < position) first = middle + 1
    else end = middle
  }
  return first
}

/** Optimistic concurrency and idempotency as seen on EventStoreDB 23.10: the answer to an append. */
export function write(log: StoredEvent[], asked: AppendAsked) {
  const stream = eventsOf(log, asked.stream)
  const there = stream.slice(asked.expected + 1, asked.expected + 1 + asked.events.length)
  const last = there.at(-1)
  if (last && there.length === asked.events.length && there.every(({ id }, index) => id === asked.events[index]?.id)) {
    return appended(last.revision, last.position)
  }
  if (stream.length - 1 !== asked.expected) return wrongVersion(asked, stream.length - 1)
  // The server writes about itself in between: what stands in the log is not all ours.
  const { length } = stream
  if (log.length % 3 === 0) store(log, systemEvent(log))
  for (const [index, event] of asked.events.entries()) {
    store(log, { ...event, stream: asked.stream, revision: length + index })
  }
  return appended(length + asked.events.length - 1, log.at(-1)?.position ?? 0n)
}

/** The answer of a server that does not remember the events of this append. */
export function refuse(log: readonly StoredEvent[], asked: AppendAsked) {
  return wrongVersion(asked, eventsOf(log, asked.stream).length - 1)
}

function store(log: StoredEvent[], event: Omit<StoredEvent, 'position' | 'created'>): void {
  const position = (log.at(-1)?.position ?? 500n) + 48n + BigInt(event.data.length + event.metadata.length)
  const stored = { ...event, position, created: Date.now() }
  log.push(stored)
  const streams = streamsOf.get(log) ?? new Map<string, StoredEvent[]>()
  streamsOf.set(log, streams)
  const stream = streams.get(event.stream)
  if (stream) stream.push(stored)
  else streams.set(event.stream, [stored])
}

function systemEvent(log: readonly StoredEvent[]): Omit<StoredEvent, 'position' | 'created'> {
  const revision = eventsOf(log, '$$sample-1').length
  const [data, metadata] = [Buffer.from('{"$maxAge":1}'), Buffer.from('')]
  const contentType = 'application/json'
  return { stream: '$$sample-1', revision, id: randomUUID(), type: '$metadata', contentType, data, metadata }
}
