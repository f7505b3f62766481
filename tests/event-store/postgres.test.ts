import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { StoreUnavailable } from '../../event-store/port.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { describeEventStore } from './contract.ts'
import {
  deliveries,
  eventsOf,
  outcomes,
  sampleClaim,
  sampleEvent,
  sampleEvents,
  sampleStream,
  until,
} from './samples.ts'

describeEventStore(
  'postgres',
  async () => {
    const database = await open()
    return {
      store: await postgresEventStore({ pool: database.pool }),
      another: () => postgresEventStore({ pool: database.pool }),
      cutConnections: () => cutConnections(database.pool),
      rollBack: (stream) => rollBack(database.pool, stream),
      drop: database.drop,
    }
  },
  { refusesReusedIds: true, cutsConnections: true },
)

describe('postgres event store', () => {
  let database: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.drop())
  const openStore = () => postgresEventStore({ pool: database.pool })

  it('a new log is empty and its head is 0', async () => {
    const fresh = await open()
    const store = await postgresEventStore({ pool: fresh.pool })
    expect(await store.head()).toBe(0n)
    expect(await store.readAll(0n, 10)).toEqual([])
    await fresh.drop()
  })

  it.each(['update log.event set revision = revision + 1', 'delete from log.event', 'truncate log.event'])(
    'refuses: %s',
    async (statement) => {
      await expect(database.pool.query(statement)).rejects.toThrow('the log is append-only')
    },
  )

  it('an append is flushed even where the session does without', async () => {
    const client = await database.pool.connect()
    await client.query('set synchronous_commit = off; begin')
    await client.query("select log.append('[]')")
    const { rows } = await client.query('show synchronous_commit')
    await client.query('rollback; reset synchronous_commit')
    client.release()
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })

  it('an append in a transaction with an old snapshot is refused', async () => {
    const client = await database.pool.connect()
    await client.query('begin isolation level repeatable read')
    await expect(client.query("select log.append('[]')")).rejects.toThrow('read committed')
    await client.query('rollback')
    client.release()
  })

  it('waiting appends go to the server together', async () => {
    const store = await openStore()
    const streams = Array.from({ length: 200 }, sampleStream)
    const answers = await Promise.all(streams.map((stream) => store.append(stream, 'none', sampleEvents(1))))
    const { rows } = await database.pool.query<{ transactions: number }>(
      'select count(distinct xmin::text)::int as transactions from log.event where stream = any($1)',
      [streams],
    )
    expect(answers).toHaveLength(200)
    expect(rows[0]?.transactions).toBeLessThan(20)
    await store.close()
  })

  it('what one process appends wakes a subscription in another, before it would look by itself', async () => {
    const [reader, writer] = [await openStore(), await openStore()]
    const waits: number[] = []
    let begun = Number.NaN
    for await (const batch of reader.subscribe(await reader.head(), AbortSignal.timeout(15_000))) {
      if (eventsOf(batch).length > 0) waits.push(performance.now() - begun)
      if (waits.length === 8) break
      begun = performance.now()
      void writer.append(sampleStream(), 'none', sampleEvents(1))
    }
    // A look that happens to come at the right moment is one wait of eight, not half of them.
    expect(waits).toHaveLength(8)
    expect(waits.toSorted((one, other) => one - other)[4]).toBeLessThan(1_000)
    await Promise.all([reader.close(), writer.close()])
  })

  it('a page of long events is cut so that it fits into memory, and nothing is left out', async () => {
    const store = await openStore()
    const [start, stream] = [await store.head(), sampleStream()]
    // Random letters: PostgreSQL would compress a repeated one, and the page is measured as stored.
    const long = () =>
      sampleEvent({
        html: Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
          .toString('base64')
          .repeat(9),
      })
    for (let revision = -1; revision < 11; revision += 1) {
      await store.append(stream, revision < 0 ? 'none' : revision, [long()])
    }
    const found = await deliveries(store, start, (soFar) => soFar.at(-1)?.kind === 'caughtUp')
    expect(eventsOf(found).map(({ revision }) => revision)).toEqual(Array.from({ length: 12 }, (_, index) => index))
    await store.close()
  })

  it('of two processes claiming one value one wins', async () => {
    const stores = await Promise.all([openStore(), openStore()])
    const claim = sampleClaim()
    const racing = stores.flatMap((store) =>
      Array.from({ length: 5 }, () => store.append(sampleStream(), 'none', sampleEvents(1), { claims: [claim] })),
    )
    const settled = await Promise.allSettled(racing)
    expect(outcomes(settled).answers).toHaveLength(1)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('an append whose connection is cut is repeated with the same ids and written once', async () => {
    const store = await openStore()
    const stream = sampleStream()
    const events = sampleEvents(1)
    const locker = await database.pool.connect()
    await locker.query('begin; select log.lock()')
    const cut = expect(store.append(stream, 'none', events)).rejects.toBeInstanceOf(StoreUnavailable)
    await until(async () => (await database.pool.query(`select pid ${waitingForLock}`)).rowCount === 1)
    await database.pool.query(`select pg_terminate_backend(pid) ${waitingForLock}`)
    await cut
    await locker.query('rollback')
    locker.release()
    const first = await store.append(stream, 'none', events)
    expect(await store.append(stream, 'none', events)).toEqual(first)
    expect(await store.read(stream)).toHaveLength(1)
    await store.close()
  })

  it('a server that is not there is unavailable', async () => {
    const gone = await open()
    const store = await postgresEventStore({ pool: gone.pool })
    await gone.drop()
    await expect(store.append(sampleStream(), 'none', sampleEvents(1))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

const waitingForLock = `from pg_stat_activity join pg_locks using (pid)
  where datname = current_database() and locktype = 'advisory' and not granted`

async function open() {
  const database = await testDatabase()
  await migrate(database.pool, eventStoreMigrations)
  return database
}

async function cutConnections(pool: pg.Pool): Promise<void> {
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

async function rollBack(pool: pg.Pool, stream: string): Promise<void> {
  const client = await pool.connect()
  const batch = JSON.stringify([{ stream, expected: -1, events: sampleEvents(2) }])
  await client.query('begin')
  await client.query('select log.append($1)', [batch])
  await client.query('rollback')
  client.release()
}
