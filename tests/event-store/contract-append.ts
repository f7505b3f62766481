import { describe, expect, it } from 'vitest'
import { AppendTooLarge, WrongRevision } from '../../event-store/port.ts'
import type { Capabilities, OpenLog } from './contract.ts'
import { outcomes, sampleClaim, sampleEvent, sampleEvents, sampleStream } from './samples.ts'

export function describeAppending(log: () => OpenLog, capabilities: Capabilities): void {
  const append: OpenLog['store']['append'] = (...given) => log().store.append(...given)
  const read = (stream: string) => log().store.read(stream)

  describe('expected revision', () => {
    it('none begins a stream at revision 0', async () => {
      const stream = sampleStream()
      const { revision, position } = await append(stream, 'none', sampleEvents(1))
      expect(revision).toBe(0)
      expect(position > 0n).toBe(true)
    })

    it('the exact revision goes on', async () => {
      const stream = sampleStream()
      await append(stream, 'none', sampleEvents(3))
      expect((await append(stream, 2, sampleEvents(2))).revision).toBe(4)
    })

    it.each([['none' as const], [0], [7]])('%s is refused at revision 1, which the error tells', async (expected) => {
      const stream = sampleStream()
      await append(stream, 'none', sampleEvents(2))
      await expect(append(stream, expected, sampleEvents(1))).rejects.toMatchObject({
        name: 'WrongRevision',
        stream,
        actual: 1,
      })
      expect(await read(stream)).toHaveLength(2)
    })

    it('a revision is refused where there is no stream', async () => {
      const stream = sampleStream()
      await expect(append(stream, 0, sampleEvents(1))).rejects.toMatchObject({ name: 'WrongRevision', actual: 'none' })
    })

    it('of eight racing appends one wins', async () => {
      const stream = sampleStream()
      const racing = Array.from({ length: 8 }, () => append(stream, 'none', sampleEvents(2)))
      const { answers, errors } = outcomes(await Promise.allSettled(racing))
      expect(answers).toHaveLength(1)
      expect(errors.every((error) => error instanceof WrongRevision)).toBe(true)
      expect(await read(stream)).toHaveLength(2)
    })

    it('a refused append does not hurt those beside it', async () => {
      const streams = Array.from({ length: 40 }, sampleStream)
      const settled = await Promise.allSettled(
        streams.map((stream, index) => append(stream, index % 4 === 0 ? 5 : 'none', sampleEvents(1))),
      )
      expect(outcomes(settled).errors).toHaveLength(10)
      const lengths = await Promise.all(streams.map(async (stream) => (await read(stream)).length))
      expect(lengths).toEqual(streams.map((_, index) => (index % 4 === 0 ? 0 : 1)))
    })
  })

  describe('a repeated append', () => {
    it('answers as the first time and writes nothing', async () => {
      const stream = sampleStream()
      const events = sampleEvents(3)
      const first = await append(stream, 'none', events)
      expect(await append(stream, 'none', events)).toEqual(first)
      expect(await read(stream)).toHaveLength(3)
    })

    it('answers as the first time after later events too', async () => {
      const stream = sampleStream()
      await append(stream, 'none', sampleEvents(1))
      const events = sampleEvents(2)
      const first = await append(stream, 0, events)
      await append(stream, 2, sampleEvents(2))
      expect(await append(stream, 0, events)).toEqual(first)
      expect(await read(stream)).toHaveLength(5)
    })

    it('may join several earlier appends in one', async () => {
      const stream = sampleStream()
      const [one, two] = [sampleEvent(), sampleEvent()]
      await append(stream, 'none', [one])
      const second = await append(stream, 0, [two])
      expect(await append(stream, 'none', [one, two])).toEqual(second)
    })

    it('racing with itself writes once', async () => {
      const stream = sampleStream()
      const events = sampleEvents(2)
      const answers = await Promise.all(Array.from({ length: 6 }, () => append(stream, 'none', events)))
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1)
      expect(await read(stream)).toHaveLength(2)
    })

    it('with another body keeps the first body', async () => {
      const stream = sampleStream()
      const event = sampleEvent({ title: 'first' })
      const first = await append(stream, 'none', [event])
      expect(await append(stream, 'none', [{ ...event, data: { title: 'second' } }])).toEqual(first)
      expect((await read(stream)).map(({ data }) => data)).toEqual([{ title: 'first' }])
    })

    it('does not take its claims a second time', async () => {
      const stream = sampleStream()
      const claim = sampleClaim()
      const events = sampleEvents(1)
      const first = await append(stream, 'none', events, { claims: [claim] })
      await append(stream, 0, sampleEvents(1), { releases: [claim] })
      expect(await append(stream, 'none', events, { claims: [claim] })).toEqual(first)
      expect(await log().store.holder(claim)).toBeNull()
    })

    it('that overlaps only in part is refused', async () => {
      const stream = sampleStream()
      const [one, two] = [sampleEvent(), sampleEvent()]
      await append(stream, 'none', [one])
      await expect(append(stream, 'none', [one, two])).rejects.toBeInstanceOf(WrongRevision)
      await expect(append(stream, 'none', [two, one])).rejects.toBeInstanceOf(WrongRevision)
      expect(await read(stream)).toHaveLength(1)
    })

    if (capabilities.refusesReusedIds) {
      it('an id at another revision or in another stream is refused', async () => {
        const stream = sampleStream()
        const event = sampleEvent()
        await append(stream, 'none', [event])
        await expect(append(stream, 0, [event])).rejects.toBeInstanceOf(WrongRevision)
        await expect(append(sampleStream(), 'none', [event])).rejects.toBeInstanceOf(WrongRevision)
        expect(await read(stream)).toHaveLength(1)
      })
    } else {
      it('an id at another revision is written again, which is why a retry must keep its revision', async () => {
        const stream = sampleStream()
        const event = sampleEvent()
        await append(stream, 'none', [event])
        expect((await append(stream, 0, [event])).revision).toBe(1)
      })
    }
  })

  describe('size and content', () => {
    const text = (bytes: number) => sampleEvent({ html: 'x'.repeat(bytes) })

    it('an event above 800 kB, an append above 900 kB and 501 events are refused', async () => {
      const stream = sampleStream()
      await expect(append(stream, 'none', [text(800_001)])).rejects.toBeInstanceOf(AppendTooLarge)
      await expect(append(stream, 'none', [text(500_000), text(400_000)])).rejects.toBeInstanceOf(AppendTooLarge)
      await expect(append(stream, 'none', sampleEvents(501))).rejects.toBeInstanceOf(AppendTooLarge)
      expect(await read(stream)).toEqual([])
    })

    it('bytes count, not characters', async () => {
      const event = sampleEvent({ html: 'é'.repeat(450_000) })
      await expect(append(sampleStream(), 'none', [event])).rejects.toBeInstanceOf(AppendTooLarge)
    })

    it('what is within the limits is taken', async () => {
      const stream = sampleStream()
      await append(stream, 'none', [text(799_000)])
      await append(stream, 0, [text(448_000), text(448_000)])
      expect((await append(stream, 2, sampleEvents(500))).revision).toBe(502)
      expect((await read(stream))[0]?.data.html).toHaveLength(799_000)
    })

    it('a NUL, half a surrogate pair, no events or an id twice are refused and hurt nobody', async () => {
      const stream = sampleStream()
      const event = sampleEvent()
      const beside = append(sampleStream(), 'none', sampleEvents(1))
      await expect(append(stream, 'none', [sampleEvent({ title: 'a\u0000b' })])).rejects.toBeInstanceOf(TypeError)
      await expect(append(stream, 'none', [sampleEvent({ title: '\ud83d' })])).rejects.toBeInstanceOf(TypeError)
      await expect(append(stream, 'none', [])).rejects.toBeInstanceOf(TypeError)
      await expect(append(stream, 'none', [event, event])).rejects.toBeInstanceOf(TypeError)
      expect((await beside).revision).toBe(0)
      expect(await read(stream)).toEqual([])
    })
  })
}
