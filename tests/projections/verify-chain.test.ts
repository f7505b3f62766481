import { inEnglish } from '../../domain/message.ts'
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linked } from '../../event-store/chain.ts'
import { checked } from '../../event-store/checked.ts'
import type { LinkedEvent } from '../../event-store/port.ts'
import { alone } from '../../platform/database/connection.ts'
import { chainChecker } from '../../projections/running/verify-chain.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { now } from './support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const commandId = randomUUID()
const meta = {
  version: 1,
  at: now,
  actor: { type: 'user', id: 7 } as const,
  correlationId: commandId,
  causationId: commandId,
  commandId,
}

/** The only event of a stream, at a position. */
const eventAt = (position: number, id: string = randomUUID()): LinkedEvent => {
  const stream = `post-${position}`
  const fresh = { id, type: 'PostDeleted', data: {}, personal: null, meta }
  const placed = { stream, revision: 0, position: BigInt(position), recordedAt: now }
  return checked({ ...linked(stream, 0, fresh, ''), ...placed })
}
const batchFrom = (first: number, size: number) => Array.from({ length: size }, (_, at) => eventAt(first + at))

it('finds an id that occurs a second time, however far apart', async () => {
  const one = eventAt(1)
  const { problems, events } = await alone(database.pool, async (client) => {
    const chain = await chainChecker(client)
    await chain.check([one, ...batchFrom(2, 500)])
    await chain.check([eventAt(80_000), eventAt(90_000, one.id)])
    return chain.findings()
  })
  expect(problems.map(inEnglish)).toEqual([`Position 90000: the event id ${one.id} occurs a second time.`])
  expect(events).toBe(503)
})

it('finds a stream whose events were put into another order, or whose first is gone', async () => {
  const swapped = { ...eventAt(3), stream: 'post-1', revision: 1 }
  const found = await alone(database.pool, async (client) => {
    const chain = await chainChecker(client)
    await chain.check([{ ...eventAt(2), revision: 1 }, eventAt(1), swapped])
    return chain.findings()
  })
  const problems = found.problems.map(inEnglish)
  expect(problems).toContain('Position 2: post-2 has revision 1 where 0 is due.')
  expect(problems).toContain('Position 3: the hash chain of post-1 breaks at revision 1.')
})

it('keeps nothing of an event in memory', { timeout: 60_000 }, async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const grown = () =>
    alone(database.pool, async (client) => {
      const chain = await chainChecker(client)
      await chain.check(batchFrom(1, 1_000))
      const before = used()
      for (let batch = 1; batch <= 60; batch += 1) await chain.check(batchFrom(batch * 1_000 + 1, 1_000))
      const after = used()
      expect(await chain.findings()).toMatchObject({ problems: [], events: 61_000 })
      return after - before
    })
  // Something else in this process may keep memory meanwhile, but hardly each time.
  let least = await grown()
  for (let tries = 0; least / 60_000 >= 50 && tries < 2; tries += 1) least = Math.min(least, await grown())
  // An id and a link alone would take about 200 bytes for each event.
  expect(least / 60_000).toBeLessThan(50)
})
