import { describe, expect, it } from 'vitest'
import {
  ClaimTaken,
  type Conditions,
  type ExpectedRevision,
  GuardMoved,
  type NewEvent,
  WrongRevision,
} from '../../event-store/port.ts'
import type { OpenLog } from './contract.ts'
import { guardName, outcomes, sampleClaim, sampleEvents, sampleStream } from './samples.ts'

type Asked = { stream: string; expected: ExpectedRevision; events: readonly NewEvent[]; conditions: Conditions }

export function describeConditions(log: () => OpenLog): void {
  const store = () => log().store
  /** Begins a stream and gives its name. */
  const begin = async (conditions: Conditions) => {
    const stream = sampleStream()
    await store().append(stream, 'none', sampleEvents(1), conditions)
    return stream
  }

  describe('claims', () => {
    it('a claim is held by the stream that made it', async () => {
      const claim = sampleClaim()
      expect(await store().holder(claim)).toBeNull()
      const stream = await begin({ claims: [claim, sampleClaim()] })
      expect(await store().holder(claim)).toBe(stream)
    })

    it('another stream is refused and writes nothing', async () => {
      const claim = sampleClaim('user.email')
      const first = await begin({ claims: [claim] })
      const free = sampleClaim()
      const second = sampleStream()
      const refused = store().append(second, 'none', sampleEvents(1), { claims: [free, claim] })
      await expect(refused).rejects.toMatchObject({ name: 'ClaimTaken', scope: 'user.email' })
      expect(await store().read(second)).toEqual([])
      expect(await store().holder(free)).toBeNull()
      expect(await store().holder(claim)).toBe(first)
    })

    it('what is held for streams before they begin is all theirs, or nobody’s', async () => {
      const [one, two] = [sampleStream(), sampleStream()]
      const [first, second] = [sampleClaim(), sampleClaim()]
      expect(
        await store().hold([
          { stream: one, claim: first },
          { stream: two, claim: second },
        ]),
      ).toEqual([])
      expect(await store().hold([{ stream: one, claim: first }])).toEqual([])
      const taken = await begin({ claims: [sampleClaim()] })
      const free = sampleClaim()
      const [x, y, z] = [sampleStream(), sampleStream(), sampleStream()]
      const holds = [
        { stream: x, claim: free },
        { stream: y, claim: first },
        { stream: z, claim: free },
      ]
      expect(await store().hold(holds)).toEqual([1, 2])
      expect(await store().holder(free)).toBeNull()
      const refused = store().append(taken, 0, sampleEvents(1), { claims: [second] })
      await expect(refused).rejects.toBeInstanceOf(ClaimTaken)
      await store().append(one, 'none', sampleEvents(1), { claims: [first] })
      await store().letGo([two])
      expect([await store().holder(first), await store().holder(second)]).toEqual([one, null])
    })

    it('the same value may be claimed in another scope', async () => {
      const claim = sampleClaim()
      await begin({ claims: [claim] })
      await begin({ claims: [{ ...claim, scope: 'page.slug' }] })
    })

    it('of eight racing claims one wins', async () => {
      const claim = sampleClaim()
      const { answers, errors } = outcomes(
        await Promise.allSettled(Array.from({ length: 8 }, () => begin({ claims: [claim] }))),
      )
      expect(answers).toHaveLength(1)
      expect(errors.every((error) => error instanceof ClaimTaken)).toBe(true)
      expect(await store().holder(claim)).toBe(answers[0])
    })

    it('its holder may claim it again', async () => {
      const claim = sampleClaim()
      const stream = await begin({ claims: [claim] })
      await store().append(stream, 0, sampleEvents(1), { claims: [claim] })
      expect(await store().holder(claim)).toBe(stream)
    })

    it('a released claim is free for others', async () => {
      const [old, fresh] = [sampleClaim(), sampleClaim()]
      const stream = await begin({ claims: [old] })
      await store().append(stream, 0, sampleEvents(1), { claims: [fresh], releases: [old] })
      const next = await begin({ claims: [old] })
      expect(await store().holder(old)).toBe(next)
      expect(await store().holder(fresh)).toBe(stream)
    })

    it("another stream's claim is not released", async () => {
      const claim = sampleClaim()
      const holder = await begin({ claims: [claim] })
      await begin({ releases: [claim, sampleClaim()] })
      expect(await store().holder(claim)).toBe(holder)
    })

    it('an append at a wrong revision neither claims nor releases', async () => {
      const [held, wanted] = [sampleClaim(), sampleClaim()]
      const stream = await begin({ claims: [held] })
      const late = store().append(stream, 'none', sampleEvents(1), { claims: [wanted], releases: [held] })
      await expect(late).rejects.toBeInstanceOf(WrongRevision)
      expect(await store().holder(wanted)).toBeNull()
      expect(await store().holder(held)).toBe(stream)
    })

    it('of appends racing for one stream only the winner claims', async () => {
      const stream = sampleStream()
      const claims = Array.from({ length: 4 }, () => sampleClaim())
      const settled = await Promise.allSettled(
        claims.map((claim) => store().append(stream, 'none', sampleEvents(1), { claims: [claim] })),
      )
      const holders = await Promise.all(claims.map((claim) => store().holder(claim)))
      expect(holders).toEqual(settled.map(({ status }) => (status === 'fulfilled' ? stream : null)))
      expect(outcomes(settled).answers).toHaveLength(1)
    })
  })

  describe('many at once', () => {
    const asked = (changes: Partial<Asked> = {}): Asked => ({
      stream: sampleStream(),
      expected: 'none',
      events: sampleEvents(2),
      conditions: { claims: [sampleClaim()] },
      ...changes,
    })
    const appendAll = (all: readonly Asked[]) =>
      Promise.allSettled(
        all.map(({ stream, expected, events, conditions }) => store().append(stream, expected, events, conditions)),
      )

    it('each has its own answer, and what stands in the way of one does not of the others', async () => {
      const [raised, closed, double] = [guardName(), guardName(), sampleClaim('user.email')]
      await begin({ guards: [{ name: closed, expected: 0n, closes: true }] })
      const [earlier, longer] = [asked(), await begin({})]
      const first = await store().append(earlier.stream, 'none', earlier.events, earlier.conditions)
      const plain = Array.from({ length: 10 }, () =>
        asked({ conditions: { claims: [sampleClaim()], guards: [{ name: raised, expected: 'any' }] } }),
      )
      const doubles = [asked({ conditions: { claims: [double] } }), asked({ conditions: { claims: [double] } })]
      const others = [
        earlier,
        asked({ stream: longer, expected: 0 }),
        asked({ stream: earlier.stream }),
        asked({ conditions: { guards: [{ name: closed, expected: 'any' }] } }),
      ]
      const all = [...plain.slice(0, 5), ...doubles, ...others, ...plain.slice(5)]
      const settled = new Map((await appendAll(all)).map((answer, place) => [all[place], answer]))
      const [again, further, late, shut] = others.map((one) => settled.get(one))
      for (const one of plain) {
        expect(settled.get(one)).toMatchObject({ status: 'fulfilled', value: { revision: 1 } })
        expect(await store().read(one.stream)).toMatchObject([{ revision: 0 }, { revision: 1 }])
        for (const claim of one.conditions.claims ?? []) expect(await store().holder(claim)).toBe(one.stream)
      }
      expect(doubles.map((one) => settled.get(one)?.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = doubles.find((one) => settled.get(one)?.status === 'fulfilled')
      expect(await store().holder(double)).toBe(winner?.stream)
      expect(again).toMatchObject({ status: 'fulfilled', value: first })
      expect(further).toMatchObject({ status: 'fulfilled', value: { revision: 2 } })
      expect(late).toMatchObject({ status: 'rejected', reason: { name: 'WrongRevision', actual: 1 } })
      expect(shut).toMatchObject({ status: 'rejected', reason: { name: 'GuardMoved', isClosed: true } })
      expect((await store().readGuard(raised)).revision).toBe(10n)
    })

    it('what was held for each is its own', async () => {
      const all = Array.from({ length: 6 }, () => asked())
      const holds = all.flatMap(({ stream, conditions }) =>
        (conditions.claims ?? []).map((claim) => ({ stream, claim })),
      )
      expect(await store().hold(holds.slice(0, 5))).toEqual([])
      await begin({ claims: holds.slice(5).map(({ claim }) => claim) })
      const settled = await appendAll(all)
      expect(settled.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), 'rejected'])
    })
  })

  describe('guards', () => {
    const guard = (name: string) => store().readGuard(name)

    it('a guard begins at 0 and open, and every append raises it by one', async () => {
      const name = guardName()
      expect(await guard(name)).toEqual({ revision: 0n, isClosed: false })
      await begin({ guards: [{ name, expected: 'any' }] })
      await begin({ guards: [{ name, expected: 1n }] })
      expect(await guard(name)).toEqual({ revision: 2n, isClosed: false })
    })

    it('many may raise it at once without comparing', async () => {
      const name = guardName()
      await Promise.all(Array.from({ length: 8 }, () => begin({ guards: [{ name, expected: 'any' }] })))
      expect((await guard(name)).revision).toBe(8n)
    })

    it('a guard that has moved refuses, and nothing happens', async () => {
      const [name, other] = [guardName(), guardName()]
      await begin({ guards: [{ name, expected: 'any' }] })
      const [stream, claim] = [sampleStream(), sampleClaim()]
      const conditions = {
        claims: [claim],
        guards: [
          { name: other, expected: 'any' as const },
          { name, expected: 0n },
        ],
      }
      const late = store().append(stream, 'none', sampleEvents(1), conditions)
      await expect(late).rejects.toMatchObject({ name: 'GuardMoved', guard: name, isClosed: false })
      expect(await store().read(stream)).toEqual([])
      expect(await store().holder(claim)).toBeNull()
      expect((await guard(other)).revision).toBe(0n)
    })

    it('of eight that compare the same revision one wins', async () => {
      const name = guardName()
      const racing = Array.from({ length: 8 }, () => begin({ guards: [{ name, expected: 0n }] }))
      const { answers, errors } = outcomes(await Promise.allSettled(racing))
      expect(answers).toHaveLength(1)
      expect(errors.every((error) => error instanceof GuardMoved)).toBe(true)
      expect((await guard(name)).revision).toBe(1n)
    })

    it('a closed guard refuses everybody until it is opened', async () => {
      const name = guardName()
      await begin({ guards: [{ name, expected: 0n, closes: true }] })
      expect(await guard(name)).toEqual({ revision: 1n, isClosed: true })
      const closed = { name: 'GuardMoved', guard: name, isClosed: true }
      await expect(begin({ guards: [{ name, expected: 'any' }] })).rejects.toMatchObject(closed)
      await expect(begin({ guards: [{ name, expected: 1n }] })).rejects.toMatchObject(closed)
      await begin({ guards: [{ name, expected: 1n, opens: true }] })
      await begin({ guards: [{ name, expected: 'any' }] })
      expect(await guard(name)).toEqual({ revision: 3n, isClosed: false })
    })

    it('closing and using race: whoever comes second is refused', async () => {
      const rounds = Array.from({ length: 6 }, guardName)
      for (const name of rounds) {
        const uses = Array.from({ length: 3 }, () => begin({ guards: [{ name, expected: 'any' }] }))
        const closing = begin({ guards: [{ name, expected: 0n, closes: true }] })
        const [closed, ...used] = await Promise.allSettled([closing, ...uses])
        const count = outcomes(used).answers.length
        expect(count).toBe(closed?.status === 'fulfilled' ? 0 : 3)
        expect((await guard(name)).isClosed).toBe(closed?.status === 'fulfilled')
      }
    })

    it('an append at a wrong revision neither raises nor closes', async () => {
      const name = guardName()
      const stream = await begin({})
      const late = store().append(stream, 'none', sampleEvents(1), { guards: [{ name, expected: 0n, closes: true }] })
      await expect(late).rejects.toBeInstanceOf(WrongRevision)
      expect(await guard(name)).toEqual({ revision: 0n, isClosed: false })
    })
  })
}
