import { describe, expect, it } from 'vitest'
import { type EventStore, StoreUnavailable, WrongRevision } from '../../event-store/port.ts'
import type { Capabilities, OpenLog } from './contract.ts'
import { deliveries, eventsOf, sampleClaim, sampleEvents, sampleStream } from './samples.ts'

/**
 * A reader that follows by position loses events when positions are not the order of commits. So: many writers,
 * some of whose writes fail or are rolled back, while readers follow; every acknowledged event must arrive, once, in order.
 */
export function describeNoLoss(log: () => OpenLog, capabilities: Capabilities): void {
  describe('no loss', () => {
    it('readers that subscribeByPolling while twelve write and fail get every event once and in order', async () => {
      const start = await log().store.head()
      const second = (await log().another?.()) ?? log().store
      const writers = Array.from({ length: 12 }, (_, index) => ({
        stream: sampleStream(),
        store: index % 2 ? second : log().store,
      }))
      const streams = new Set(writers.map(({ stream }) => stream))
      const isWhole = (expected: number) => (soFar: Parameters<typeof eventsOf>[0]) =>
        eventsOf(soFar, streams).length >= expected
      const readers = [log().store, second].map((store) => deliveries(store, start, isWhole(12 * 25)))
      const written = await Promise.all(
        writers.map(({ stream, store }, index) => writeMuch(store, stream, index, log().rollBack)),
      )
      const acknowledged = writers.flatMap(({ stream }, index) => (written[index] ?? []).map((id) => `${stream} ${id}`))
      expect(acknowledged).toHaveLength(12 * 25)
      for (const found of await Promise.all(readers)) {
        const events = eventsOf(found, streams)
        expect(new Set(events.map(({ stream, id }) => `${stream} ${id}`))).toEqual(new Set(acknowledged))
        expect(events).toHaveLength(acknowledged.length)
        expect(events.every(({ position }, index) => position > (events[index - 1]?.position ?? start))).toBe(true)
      }
      if (second !== log().store) await second.close()
    }, 60_000)

    if (!capabilities.cutsConnections) return
    it('a subscription survives cut connections, without skipping or repeating', async () => {
      const { store, cutConnections = async () => {} } = log()
      const start = await store.head()
      const stream = sampleStream()
      let isReading = false
      const reading = deliveries(store, start, (soFar) => {
        isReading ||= soFar.length > 0
        return eventsOf(soFar).length >= 60
      })
      for (let revision = -1; revision < 59; revision += 1) {
        if (revision % 20 === 10) await cutConnections()
        await persistently(() => store.append(stream, revision < 0 ? 'none' : revision, sampleEvents(1)))
      }
      expect(eventsOf(await reading).map(({ revision }) => revision)).toEqual(
        Array.from({ length: 60 }, (_, index) => index),
      )
      expect(isReading).toBe(true)
    }, 60_000)
  })
}

async function writeMuch(
  store: EventStore,
  stream: string,
  index: number,
  rollBack: OpenLog['rollBack'],
): Promise<string[]> {
  const taken = sampleClaim()
  await store.append(sampleStream(), 'none', sampleEvents(1), { claims: [taken] })
  const ids: string[] = []
  while (ids.length < 25) {
    const events = sampleEvents(ids.length % 5 === 0 ? 5 : 1).slice(0, 25 - ids.length)
    const expected = ids.length === 0 ? 'none' : ids.length - 1
    if (index % 3 === 0) await store.append(stream, 9999, sampleEvents(1)).catch(swallow)
    if (index % 3 === 1) await store.append(stream, expected, sampleEvents(1), { claims: [taken] }).catch(swallow)
    if (index % 3 === 2) await rollBack?.(sampleStream())
    await store.append(stream, expected, events)
    ids.push(...events.map(({ id }) => id))
  }
  return ids
}

function swallow(error: unknown): void {
  if (error instanceof StoreUnavailable) throw error
}

/** Repeats an append with other ids: while connections are cut its outcome may be unknown, and then the revision tells. */
async function persistently(append: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      await append()
      return
    } catch (error) {
      if (error instanceof WrongRevision) return
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
  throw new Error('the log did not come back')
}
