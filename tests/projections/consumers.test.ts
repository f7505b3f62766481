import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { changesConsumer, changesSince } from '../../projections/consumers/changes.ts'
import type { Consumer } from '../../projections/consumers/consumer.ts'
import { startConsumer } from '../../projections/consumers/run-consumer.ts'
import { connectAlone, tryLock } from '../../platform/database/connection.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { keptLog } from '../support/log/kept-log.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

const pool = () => atrium.services.pool
const make = async (name: string) => (await atrium.run(category, 'create', { name })).id
const start = (consumer: Consumer, { logger } = keptLog(), electionPause = 200) =>
  startConsumer({ pool: pool(), log: atrium.services.log, logger, consumer, electionPause })
const checkpointOf = async (name: string) => {
  const { rows } = await pool().query<{ position: string }>(
    'select position from consumer.checkpoint where name = $1',
    [name],
  )
  return BigInt(rows[0]?.position ?? -1)
}
const caughtUp = async (name: string) => {
  const head = await atrium.services.log.store.head()
  await vi.waitUntil(async () => (await checkpointOf(name)) >= head, { timeout: 20_000 })
}

it('tells of each change once, in order, to whoever asks for what came after a position', async () => {
  await caughtUp('changes')
  const before = await atrium.services.log.store.head()
  const id = await make('Told')
  await atrium.run(category, 'edit', { name: 'Told twice' }, id)
  await caughtUp('changes')
  const changes = await changesSince(pool(), before, 10)
  expect(changes).toMatchObject([
    { resource: 'category', id, revision: 0 },
    { resource: 'category', id, revision: 1 },
  ])
  expect(await changesSince(pool(), BigInt(changes[0]?.position ?? 0), 10)).toHaveLength(1)
  // The same event a second time makes no second change.
  const again = { ...changesConsumer([category], atrium.services.log.open), name: 'again', from: 'beginning' as const }
  const stop = start(again)
  await caughtUp('again')
  await stop()
  expect(await changesSince(pool(), before, 10)).toEqual(changes)
})

it('killed between an effect and its checkpoint, it has the effect again, and no event is left out', async () => {
  const effects: string[] = []
  let isKilled = false
  const consumer: Consumer = {
    name: 'killed',
    from: 'beginning',
    concerns: ({ stream }) => stream.startsWith('category-'),
    handle: async ({ id }, client) => {
      effects.push(id)
      if (effects.length !== 2 || isKilled) return
      isKilled = true
      // As when the process dies: the transaction of the checkpoint ends with its connection.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await pool().query('select pg_terminate_backend($1)', [rows[0]?.pid])
    },
  }
  for (const name of ['Kill 1', 'Kill 2', 'Kill 3']) await make(name)
  const stop = start(consumer)
  await caughtUp('killed')
  await stop()
  const all = (await atrium.services.log.store.readAll(0n, 1_000)).filter(({ stream }) =>
    stream.startsWith('category-'),
  )
  expect(isKilled).toBe(true)
  expect([...new Set(effects)]).toEqual(all.map(({ id }) => id))
  expect(effects.length).toBeGreaterThan(all.length)
}, 60_000)

it('one process at a time: a second one waits until the first is gone', async () => {
  const seen: Record<'one' | 'two', string[]> = { one: [], two: [] }
  const named = (who: 'one' | 'two'): Consumer => ({
    name: 'alone',
    from: 'now',
    concerns: ({ stream }) => stream.startsWith('category-'),
    handle: async ({ stream }) => void seen[who].push(stream),
  })
  const stopOne = start(named('one'))
  await vi.waitUntil(async () => (await checkpointOf('alone')) >= 0n, { timeout: 20_000 })
  const stopTwo = start(named('two'))
  const id = await make('Alone')
  await caughtUp('alone')
  expect(seen).toEqual({ one: [`category-${id}`], two: [] })
  await stopOne()
  const next = await make('Then the other')
  await caughtUp('alone')
  await stopTwo()
  expect(seen.two).toEqual([`category-${next}`])
}, 60_000)

/** Connections of this database that have asked for a lock last. */
const waiting = async (): Promise<number> => {
  const { rowCount } = await pool().query(
    `select 1 from pg_stat_activity
     where datname = current_database() and state = 'idle' and query like 'select pg_try_advisory_lock%'`,
  )
  return rowCount ?? 0
}

it('a process that wins the turn of one consumer asks for the others at once', async () => {
  const named = (name: string): Consumer => ({ name, from: 'now', concerns: () => false, handle: async () => {} })
  const others = ['left 1', 'left 2', 'left 3']
  // What another process has, which ends.
  const holder = await connectAlone(pool())
  for (const name of others) expect(await tryLock(holder, `consumer ${name}`)).toBe(true)
  const hour = 3_600_000
  const stops = others.map((name, at) => start(named(name), keptLog(), at === 0 ? 200 : hour))
  await vi.waitUntil(async () => (await waiting()) > others.length, { timeout: 20_000 })
  await holder.end()
  for (const name of others) await caughtUp(name)
  await Promise.all(stops.map((stop) => stop()))
}, 60_000)

it('sets aside the stream of an event that cannot be handled, goes on with others, says so in health, and tries again', async () => {
  const poisoned = await make('Poison')
  let isMended = false
  const handled: string[] = []
  const consumer: Consumer = {
    name: 'poisoned',
    from: 'beginning',
    concerns: ({ stream }) => stream.startsWith('category-'),
    handle: async ({ stream, revision }) => {
      if (stream === `category-${poisoned}` && !isMended) throw new Error('no way')
      handled.push(`${stream} ${revision}`)
    },
  }
  const kept = keptLog()
  const stop = start(consumer, kept)
  await caughtUp('poisoned')
  await atrium.run(category, 'edit', { name: 'Behind the poison' }, poisoned)
  const other = await make('Beside the poison')
  await caughtUp('poisoned')
  expect(handled).toContain(`category-${other} 0`)
  expect(handled.filter((one) => one.startsWith(`category-${poisoned} `))).toEqual([])
  expect(kept.warnings).toContainEqual({ consumer: 'poisoned', stream: `category-${poisoned}`, error: 'no way' })
  const health = async () => (await fetch(`${atrium.url}/health/ready`)).json()
  await vi.waitUntil(async () => (await health()).deadLetteredEffects === 1, { timeout: 10_000 })
  expect(await health()).toMatchObject({ status: 'degraded', deadLetteredEffects: 1 })
  await stop()
  isMended = true
  const again = start(consumer)
  await vi.waitUntil(() => handled.includes(`category-${poisoned} 1`), { timeout: 20_000 })
  await again()
  expect(handled.filter((one) => one.startsWith(`category-${poisoned} `))).toEqual([
    `category-${poisoned} 0`,
    `category-${poisoned} 1`,
  ])
  await vi.waitUntil(async () => (await health()).status === 'ready', { timeout: 10_000 })
}, 60_000)

it('ends when it is stopped while it reads where it stands', async () => {
  const { log } = atrium.services
  let ended: Promise<void> | undefined
  // The head is asked for on the way, which is when the stop comes.
  const head = async () => {
    ended ??= stop()
    return log.store.head()
  }
  const consumer: Consumer = { name: 'stopped', from: 'now', concerns: () => false, handle: async () => {} }
  const stop = startConsumer({
    pool: pool(),
    log: { ...log, store: { ...log.store, head } },
    logger: keptLog().logger,
    consumer,
  })
  await vi.waitUntil(() => ended !== undefined, { timeout: 10_000 })
  await ended
})
