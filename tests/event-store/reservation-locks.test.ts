import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import type { Conditions } from '../../event-store/port.ts'
import { prepareAppend } from '../../event-store/prepare.ts'
import { type Reservations, reservations } from '../../event-store/eventstoredb/reservation.ts'
import { conditionsJson } from '../../event-store/postgres/sql-append.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { guardName, sampleEvents, sampleStream, until } from './samples.ts'

// Fixed names: 4096 locks stand for all keys, and these fall on different ones.
const claim = (name: string) => ({ scope: 'post.slug', key: Buffer.from(name).toString('hex') })
const using = (name: string) => ({ name, expected: 'any' as const })

describe('locks of reservations', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let reserved: Reservations
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, eventStoreMigrations)
    reserved = reservations(database.pool, 5_000)
  })
  afterAll(() => database.drop())
  beforeEach(() => database.pool.query('delete from log.reservation; delete from log.claim; delete from log.guard'))

  const appendTo = (stream: string, conditions: Conditions) =>
    prepareAppend(stream, 'none', sampleEvents(1), conditions)

  /** Does `work` while a transaction has reserved this and has not ended. */
  const whileReserving = (
    stream: string,
    conditions: Conditions,
    work: (end: () => Promise<unknown>) => Promise<void>,
  ) =>
    inTransaction(database.pool, async (client) => {
      const append = appendTo(stream, conditions)
      const asked = { stream, expected: -1, ids: append.ids, ...JSON.parse(conditionsJson(append)) }
      await client.query('select log.reserve($1)', [JSON.stringify(asked)])
      await work(() => client.query('rollback; begin'))
    })

  const reserveAndConfirm = async (stream: string, conditions: Conditions) => {
    const append = appendTo(stream, conditions)
    await reserved.reserve(append)
    await reserved.confirm(append.ids[0] ?? '')
  }

  const areWaiting = async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and not granted`,
    )
    return (rowCount ?? 0) > 0
  }

  it('appends that share nothing do not wait for each other', async () => {
    await whileReserving('post-1', { claims: [claim('one')], guards: [using('category-1')] }, async () => {
      await reserveAndConfirm('post-2', { claims: [claim('two')], guards: [using('category-2')] })
      expect((await reserved.readGuard('category-2')).revision).toBe(1n)
    })
  })

  it('appends that only raise the same guard do not wait for each other', async () => {
    await whileReserving('post-1', { guards: [using('category-1')] }, async () => {
      await reserveAndConfirm('post-2', { guards: [using('category-1')] })
      expect((await reserved.readGuard('category-1')).revision).toBe(1n)
    })
  })

  it.each<[string, Conditions, Conditions]>([
    ['claim', { claims: [claim('one')] }, { claims: [claim('one')] }],
    ['claim that is released', { releases: [claim('one')] }, { claims: [claim('one')] }],
    ['guard that is closed', { guards: [{ ...using('category-1'), closes: true }] }, { guards: [using('category-1')] }],
    ['guard that is compared', { guards: [using('category-1')] }, { guards: [{ name: 'category-1', expected: 0n }] }],
  ])('appends that share a %s take turns', async (_what, first, second) => {
    await whileReserving('post-1', first, async (end) => {
      const waiting = reserveAndConfirm('post-2', second)
      await until(areWaiting)
      await end()
      await waiting
    })
  })

  it('many that raise the same guards in other orders never wait in a circle', async () => {
    const guards = Array.from({ length: 6 }, () => using(guardName()))
    const orders = [guards, guards.toReversed()]
    const rounds = Array.from({ length: 120 }, (_, index) =>
      reserveAndConfirm(sampleStream(), { guards: orders[index % 2] ?? [] }),
    )
    await Promise.all(rounds)
    for (const { name } of guards) expect((await reserved.readGuard(name)).revision).toBe(120n)
  })

  it('many that release the same claims in other orders never wait in a circle', async () => {
    const claims = Array.from({ length: 6 }, () => claim(randomUUID()))
    const orders = [claims, claims.toReversed()]
    const rounds = Array.from({ length: 120 }, (_, index) =>
      reserveAndConfirm(sampleStream(), { releases: orders[index % 2] ?? [] }),
    )
    expect((await Promise.allSettled(rounds)).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('a record may take back thousands of addresses at once', async () => {
    const claims = Array.from({ length: 6_000 }, () => claim(randomUUID()))
    await reserveAndConfirm('post-1', { claims })
    const { rows } = await database.pool.query<{ held: number }>(
      "select count(*)::int as held from log.claim where stream = 'post-1' and state = 'held'",
    )
    expect(rows).toEqual([{ held: 6_000 }])
  })
})
