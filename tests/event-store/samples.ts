import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { JsonObject } from '../../domain/event.ts'
import type { Claim, Delivery, EventStore, NewEvent, RecordedEvent } from '../../event-store/port.ts'

/** An event as a command would make it. */
export function sampleEvent(data: JsonObject = { title: 'A title' }, changes: Partial<NewEvent> = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'PostEdited',
    data,
    personal: null,
    meta: {
      version: 1,
      at: '2026-11-20T08:00:00.000Z',
      actor: { type: 'user', id: 7 },
      correlationId: randomUUID(),
      causationId: randomUUID(),
      commandId: randomUUID(),
      chain: { prev: '', hash: 'c2FtcGxl' },
    },
    ...changes,
  }
}

export function sampleEvents(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => sampleEvent({ index }))
}

/** A stream name that no other test uses: the real EventStoreDB is shared by all of them. */
export function sampleStream(): string {
  return `sample-${randomUUID()}`
}

export function sampleClaim(scope = 'post.slug'): Claim {
  return { scope, key: Buffer.from(randomUUID()).toString('hex') }
}

export function guardName(): string {
  return `guard-${randomUUID()}`
}

/** What a subscription delivers until `isEnough` says so; the subscription is then ended by its signal. */
export async function deliveries(
  store: EventStore,
  after: bigint,
  isEnough: (soFar: readonly Delivery[]) => boolean,
): Promise<Delivery[]> {
  const stop = new AbortController()
  const found: Delivery[] = []
  for await (const batch of store.subscribe(after, stop.signal)) {
    for (const delivery of batch) {
      if (stop.signal.aborted) break
      found.push(delivery)
      if (isEnough(found)) stop.abort()
    }
  }
  return found
}

/** The events among the deliveries, of the given streams when named. */
export function eventsOf(found: readonly Delivery[], streams?: ReadonlySet<string>): RecordedEvent[] {
  const events = found.flatMap((delivery) => (delivery.kind === 'event' ? [delivery.event] : []))
  return streams ? events.filter((event) => streams.has(event.stream)) : events
}

/** Splits results of Promise.allSettled into answers and errors. */
export function outcomes<T>(settled: readonly PromiseSettledResult<T>[]): { answers: T[]; errors: unknown[] } {
  const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  return { answers, errors }
}

/** Waits until a condition holds, looking often, for as long as a busy machine may need. */
export async function until(condition: () => unknown): Promise<void> {
  await vi.waitUntil(condition, { timeout: 15_000, interval: 5 })
}
