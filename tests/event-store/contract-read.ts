import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../event-store/port.ts'
import type { OpenLog } from './contract.ts'
import { deliveries, eventsOf, sampleEvent, sampleEvents, sampleStream } from './samples.ts'

export function describeReading(log: () => OpenLog): void {
  const store = () => log().store
  const positions = (events: readonly RecordedEvent[]) => events.map(({ position }) => position)
  /** Some streams with events of several sizes of append, and where the log stood before. */
  const filled = async () => {
    const start = await store().head()
    const [a, b] = [sampleStream(), sampleStream()]
    await store().append(a, 'none', sampleEvents(3))
    await store().append(b, 'none', sampleEvents(1))
    const { position } = await store().append(a, 2, sampleEvents(2))
    return { start, a, b, end: position }
  }

  describe('reading a stream', () => {
    it('a stream that is not there is empty', async () => {
      expect(await store().read(sampleStream())).toEqual([])
    })

    it('gives what was written, with revisions from 0 and rising positions', async () => {
      const stream = sampleStream()
      const personal = { subject: 'user-7', iv: 'aXY', tag: 'dGFn', ciphertext: 'Y2lwaGVy' }
      const events = [sampleEvent({ a: 1 }), sampleEvent({ b: [true, null, 'c'] }, { type: 'PostCreated', personal })]
      const { position } = await store().append(stream, 'none', events)
      const read = await store().read(stream)
      expect(read).toMatchObject(events.map((event, revision) => ({ ...event, stream, revision })))
      expect(positions(read)[1]).toBe(position)
      expect((positions(read)[0] ?? position) < position).toBe(true)
    })

    it('begins at a revision, also behind the end', async () => {
      const stream = sampleStream()
      await store().append(stream, 'none', sampleEvents(4))
      expect((await store().read(stream, 2)).map(({ revision }) => revision)).toEqual([2, 3])
      expect(await store().read(stream, 4)).toEqual([])
    })

    it('keeps every script, emoji, backslash and number as it was', async () => {
      const stream = sampleStream()
      const data = {
        text: 'Zürich 東京 العربية 👩‍👩‍👧 é é \u2028 \\u0000 "quotes" \u0001 \ufffd',
        '鍵 🔑': { nested: [{ deep: ['', ' ', '\n'] }] },
        numbers: [0, -1, 0.1, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, 1.7976931348623157e308],
      }
      await store().append(stream, 'none', [sampleEvent(data, { type: 'ÜberschriftGeändert' })])
      const [event] = await store().read(stream)
      expect(event?.data).toEqual(data)
      expect(event?.type).toBe('ÜberschriftGeändert')
    })

    it('tells when it was recorded, as ISO UTC', async () => {
      const stream = sampleStream()
      await store().append(stream, 'none', sampleEvents(1))
      const recordedAt = (await store().read(stream))[0]?.recordedAt ?? ''
      expect(new Date(recordedAt).toISOString()).toBe(recordedAt)
      expect(Math.abs(Date.parse(recordedAt) - Date.now())).toBeLessThan(60_000)
    })
  })

  describe('reading the log', () => {
    it('gives all streams in the order of their appends', async () => {
      const { start, a, b } = await filled()
      const events = await store().readAll(start, 100)
      expect(events.map(({ stream, revision }) => [stream, revision])).toEqual([
        [a, 0],
        [a, 1],
        [a, 2],
        [b, 0],
        [a, 3],
        [a, 4],
      ])
      expect(positions(events)).toEqual(positions(events).toSorted((one, other) => (one < other ? -1 : 1)))
      expect(new Set(positions(events)).size).toBe(6)
    })

    it('begins after a position and stops at the limit, from any event on', async () => {
      const { start } = await filled()
      const events = await store().readAll(start, 100)
      for (const [index, event] of events.entries()) {
        expect(await store().readAll(event.position, 2)).toEqual(events.slice(index + 1, index + 3))
      }
    })

    it('the head is the position of the last event', async () => {
      const { end } = await filled()
      expect(await store().head()).toBe(end)
      expect(await store().readAll(end, 10)).toEqual([])
    })

    it('a position survives as a decimal string in JSON', async () => {
      const { start, end } = await filled()
      const kept: { position: string } = JSON.parse(JSON.stringify({ position: start.toString() }))
      const events = await store().readAll(BigInt(kept.position), 100)
      expect(typeof events.at(-1)?.position).toBe('bigint')
      expect(events.at(-1)?.position).toBe(end)
    })
  })

  describe('a subscription', () => {
    it('gives what is there, says that it has caught up, and gives what comes', async () => {
      const { start, end } = await filled()
      const later = sampleStream()
      let isAppended = false
      const found = await deliveries(store(), start, (soFar) => {
        if (soFar.at(-1)?.kind === 'caughtUp' && !isAppended) {
          isAppended = true
          void store().append(later, 'none', sampleEvents(2))
        }
        return eventsOf(soFar, new Set([later])).length === 2
      })
      const kinds = found.map(({ kind }) => kind)
      expect(kinds).toEqual([...Array(6).fill('event'), 'caughtUp', 'event', 'event'])
      expect(eventsOf(found)[5]?.position).toBe(end)
    })

    it('resumes after any position, without it', async () => {
      const { start } = await filled()
      const events = await store().readAll(start, 100)
      for (const [index, event] of events.entries()) {
        const found = await deliveries(store(), event.position, (soFar) => soFar.at(-1)?.kind === 'caughtUp')
        expect(eventsOf(found)).toEqual(events.slice(index + 1))
      }
    })

    it('says at the head that it has caught up', async () => {
      const { end } = await filled()
      expect(await deliveries(store(), end, () => true)).toEqual([{ kind: 'caughtUp' }])
    })

    it('waits for a slow consumer', async () => {
      const start = await store().head()
      const streams = Array.from({ length: 4 }, sampleStream)
      await Promise.all(streams.map((stream) => store().append(stream, 'none', sampleEvents(500))))
      const stop = new AbortController()
      let count = 0
      for await (const batch of store().subscribe(start, stop.signal)) {
        count += eventsOf(batch).length
        if (batch.at(-1)?.kind === 'caughtUp') stop.abort()
        await new Promise(setImmediate)
      }
      expect(count).toBe(2000)
    })

    it('ends when its signal aborts while it waits, and gives nothing when it is aborted before', async () => {
      const stop = new AbortController()
      for await (const batch of store().subscribe(await store().head(), stop.signal)) {
        expect(batch).toEqual([{ kind: 'caughtUp' }])
        setImmediate(() => stop.abort())
      }
      for await (const batch of store().subscribe(0n, AbortSignal.abort())) expect(batch).toBeNull()
    })

    it('ends when its reader leaves the loop', async () => {
      const { start } = await filled()
      const seen: unknown[] = []
      for await (const batch of store().subscribe(start, new AbortController().signal)) {
        seen.push(batch)
        break
      }
      expect(seen).toHaveLength(1)
    })
  })
}
