import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventStoreDb, patience } from '../../event-store/eventstoredb/store.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { type Claim, ClaimTaken, type EventStore, StoreUnavailable } from '../../event-store/port.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { type FakeServer, fakeEventStoreDb } from './fake-eventstoredb.ts'
import { guardName, sampleClaim, sampleEvents, sampleStream, until } from './samples.ts'

describe('EventStoreDB adapter: reservations of claims and guards', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let server: FakeServer
  let store: EventStore
  const opened: EventStore[] = []
  const open = async (wait: Partial<typeof patience> = {}) => {
    const quiet = { guard: 500, overdue: 60_000, sweep: 60_000 }
    const one = await eventStoreDb({ url: server.url, pool: database.pool, patience: { ...quiet, ...wait } })
    opened.push(one)
    return one
  }
  const hasty = { answer: 200, append: 500 }
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, eventStoreMigrations)
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    server = await fakeEventStoreDb()
    store = await open()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await database.pool.query('delete from log.reservation')
    server.kill()
  })
  const reservations = async () => {
    const { rows } = await database.pool.query<{ stream: string; noted_head: string | null }>(
      'select stream, noted_head from log.reservation',
    )
    return rows
  }

  it('nothing stays reserved after an answer, good or bad', async () => {
    const [stream, claim] = [sampleStream(), sampleClaim()]
    const conditions = { claims: [claim], guards: [{ name: guardName(), expected: 'any' as const }] }
    await store.append(stream, 'none', sampleEvents(1), conditions)
    await store.append(stream, 5, sampleEvents(1), conditions).catch(() => {})
    expect(await reservations()).toEqual([])
  })

  it('an unknown outcome leaves the claim reserved, and the retry completes it', async () => {
    server.behaviour.append = () => 'lose'
    const [stream, claim, name] = [sampleStream(), sampleClaim(), guardName()]
    const events = sampleEvents(2)
    const conditions = { claims: [claim], guards: [{ name, expected: 0n }] }
    const lost = (await open(hasty)).append(stream, 'none', events, conditions)
    await expect(lost).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await reservations()).toHaveLength(1)
    await expect(store.append(sampleStream(), 'none', sampleEvents(1), { claims: [claim] })).rejects.toMatchObject({
      name: 'ClaimTaken',
    })
    server.behaviour.append = () => 'answer'
    expect((await store.append(stream, 'none', events, conditions)).revision).toBe(1)
    expect(await reservations()).toEqual([])
    expect(await store.holder(claim)).toBe(stream)
    expect(await store.readGuard(name)).toEqual({ revision: 1n, isClosed: false })
  })

  describe('a retry that asks for other claims than the try before it, whose outcome is unknown', () => {
    const tried = async (claims: readonly Claim[]) => {
      server.behaviour.append = () => 'ignore'
      const [stream, events] = [sampleStream(), sampleEvents(1)]
      await expect((await open(hasty)).append(stream, 'none', events, { claims })).rejects.toBeInstanceOf(
        StoreUnavailable,
      )
      server.behaviour.append = () => 'answer'
      return (again: readonly Claim[]) => store.append(stream, 'none', events, { claims: again })
    }

    it('is refused what another stream holds, and may have again what it had reserved', async () => {
      const [taken, free, holder] = [sampleClaim(), sampleClaim(), sampleStream()]
      await store.append(holder, 'none', sampleEvents(1), { claims: [taken] })
      const retry = await tried([free])
      await expect(retry([taken])).rejects.toBeInstanceOf(ClaimTaken)
      expect(await store.holder(taken)).toBe(holder)
      expect((await retry([free])).revision).toBe(0)
      expect(await reservations()).toEqual([])
    })

    it('waits for what is free until the earlier try is settled, which may still arrive', async () => {
      const [reserved, free] = [sampleClaim(), sampleClaim()]
      const retry = await tried([reserved])
      await expect(retry([free])).rejects.toBeInstanceOf(StoreUnavailable)
      expect(await store.holder(free)).toBeNull()
      await open({ overdue: 1, sweep: 30 })
      await until(async () => (await reservations()).length === 0)
      expect((await retry([free])).revision).toBe(0)
      expect(await store.holder(reserved)).toBeNull()
      expect(await store.holder(free)).not.toBeNull()
    })
  })

  it('a confirmation that fails leaves what was written its claim, and the retry completes it', async () => {
    const [stream, claim] = [sampleStream(), sampleClaim()]
    const events = sampleEvents(1)
    const append = () => store.append(stream, 'none', events, { claims: [claim] })
    await database.pool.query('alter function log.confirm rename to confirm_away')
    await expect(append()).rejects.toThrow('log.confirm')
    await database.pool.query('alter function log.confirm_away rename to confirm')
    expect(await store.holder(claim)).toBe(stream)
    expect((await append()).revision).toBe(0)
    expect(await reservations()).toEqual([])
  })

  it('readers and closers of a guard wait for an append on its way, and are told when it takes too long', async () => {
    server.behaviour.append = () => 'ignore'
    const name = guardName()
    await (await open(hasty))
      .append(sampleStream(), 'none', sampleEvents(1), { guards: [{ name, expected: 'any' }] })
      .catch(() => {})
    server.behaviour.append = () => 'answer'
    await expect(store.readGuard(name)).rejects.toBeInstanceOf(StoreUnavailable)
    const closing = store.append(sampleStream(), 'none', sampleEvents(1), {
      guards: [{ name, expected: 0n, closes: true }],
    })
    await expect(closing).rejects.toBeInstanceOf(StoreUnavailable)
    const using = store.append(sampleStream(), 'none', sampleEvents(1), { guards: [{ name, expected: 'any' }] })
    expect((await using).revision).toBe(0)
  })

  it('a reader of a guard gets the revision that includes an append on its way', async () => {
    const name = guardName()
    server.behaviour.append = () => 'lose'
    const [stream, events] = [sampleStream(), sampleEvents(1)]
    const patient = await open({ append: 5000, guard: 5000 })
    const appending = patient.append(stream, 'none', events, { guards: [{ name, expected: 'any' }] })
    await until(async () => (await reservations()).length === 1)
    const reading = patient.readGuard(name)
    server.behaviour.append = () => 'answer'
    await appending
    expect(await reading).toEqual({ revision: 1n, isClosed: false })
  })

  it('the reaper confirms what is in the log', async () => {
    server.behaviour.append = () => 'lose'
    const [stream, claim, name] = [sampleStream(), sampleClaim(), guardName()]
    const conditions = { claims: [claim], guards: [{ name, expected: 0n, closes: true }] }
    await (await open(hasty)).append(stream, 'none', sampleEvents(1), conditions).catch(() => {})
    await open({ overdue: 1, sweep: 30 })
    await until(async () => (await reservations()).length === 0)
    expect(await store.holder(claim)).toBe(stream)
    expect(await store.readGuard(name)).toEqual({ revision: 1n, isClosed: true })
  })

  it('the reaper frees what is not in the log, in the sweep after it has noted the head', async () => {
    await store.append(sampleStream(), 'none', sampleEvents(1))
    server.behaviour.append = () => 'ignore'
    const [stream, claim, name] = [sampleStream(), sampleClaim(), guardName()]
    await (await open(hasty))
      .append(stream, 'none', sampleEvents(1), { claims: [claim], guards: [{ name, expected: 0n, closes: true }] })
      .catch(() => {})
    const head = await store.head()
    const seen = new Set<string | null>()
    await open({ overdue: 1, sweep: 400 })
    await until(async () => {
      const rows = await reservations()
      for (const { noted_head } of rows) seen.add(noted_head)
      return rows.length === 0
    })
    expect(seen).toContain(head.toString())
    expect(await store.holder(claim)).toBeNull()
    expect(await store.readGuard(name)).toEqual({ revision: 0n, isClosed: false })
  })

  it('the reaper frees nothing while the log cannot be read', async () => {
    server.behaviour.append = () => 'ignore'
    const claim = sampleClaim()
    await (await open(hasty)).append(sampleStream(), 'none', sampleEvents(1), { claims: [claim] }).catch(() => {})
    server.kill()
    const warnings: string[] = []
    opened.push(
      await eventStoreDb({
        url: server.url,
        pool: database.pool,
        patience: { answer: 50, overdue: 1, sweep: 20 },
        log: { warn: (_details, message) => warnings.push(message) },
      }),
    )
    await until(() => warnings.includes('overdue reservations could not be settled'))
    expect(await reservations()).toHaveLength(1)
    expect(await store.holder(claim)).not.toBeNull()
  })
})
