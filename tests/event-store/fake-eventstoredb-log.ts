import { randomUUID } from 'node:crypto'
import { type AppendAsked, appended, type StoredEvent, wrongVersion } from './fake-eventstoredb-messages.ts'

/** Optimistic concurrency and idempotency as seen on EventStoreDB 23.10: the answer to an append. */
export function write(log: StoredEvent[], asked: AppendAsked) {
  const stream = log.filter((event) => event.stream === asked.stream)
  const there = stream.slice(asked.expected + 1, asked.expected + 1 + asked.events.length)
  const last = there.at(-1)
  if (last && there.length === asked.events.length && there.every(({ id }, index) => id === asked.events[index]?.id)) {
    return appended(last.revision, last.position)
  }
  if (stream.length - 1 !== asked.expected) return wrongVersion(asked, stream.length - 1)
  // The server writes about itself in between: what stands in the log is not all ours.
  if (log.length % 3 === 0) store(log, systemEvent(log))
  for (const [index, event] of asked.events.entries()) {
    store(log, { ...event, stream: asked.stream, revision: stream.length + index })
  }
  return appended(stream.length + asked.events.length - 1, log.at(-1)?.position ?? 0n)
}

/** The answer of a server that does not remember the events of this append. */
export function refuse(log: readonly StoredEvent[], asked: AppendAsked) {
  return wrongVersion(asked, log.filter((event) => event.stream === asked.stream).length - 1)
}

function store(log: StoredEvent[], event: Omit<StoredEvent, 'position' | 'created'>): void {
  const position = (log.at(-1)?.position ?? 500n) + 48n + BigInt(event.data.length + event.metadata.length)
  log.push({ ...event, position, created: Date.now() })
}

function systemEvent(log: readonly StoredEvent[]): Omit<StoredEvent, 'position' | 'created'> {
  const revision = log.filter(({ stream }) => stream === '$$sample-1').length
  const [data, metadata] = [Buffer.from('{"$maxAge":1}'), Buffer.from('')]
  const contentType = 'application/json'
  return { stream: '$$sample-1', revision, id: randomUUID(), type: '$metadata', contentType, data, metadata }
}
