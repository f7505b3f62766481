import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventStoreDb, patience } from '../../event-store/eventstoredb/store.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { type EventStore, StoreUnavailable } from '../../event-store/port.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { type FakeServer, fakeEventStoreDb } from './fake-eventstoredb.ts'
import { deliveries, eventsOf, outcomes, sampleEvents, sampleStream, until } from './samples.ts'

// Unhandled rejections and uncaught errors, which the client is prone to, fail the run of vitest by themselves.
describe('EventStoreDB adapter: faults of the server and traps of the client', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let server: FakeServer
  let store: EventStore
  const opened: EventStore[] = []
  const open = async (on: FakeServer, wait: Partial<typeof patience> = {}) => {
    const one = await eventStoreDb({ url: on.url, pool: database.pool, patience: { idle: 200, ...wait } })
    opened.push(one)
    return one
  }
  const hasty = { answer: 300, append: 1000 }
  const quickToRetry = { answer: 500, append: 15_000 }
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, eventStoreMigrations)
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    server = await fakeEventStoreDb()
    store = await open(server)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    server.kill()
  })
  /** Appends one event each to that many streams; the outcome of each. */
  const appendMany = (to: EventStore, count: number) =>
    Array.from({ length: count }, () => to.append(sampleStream(), 'none', sampleEvents(1)))

  it('appends take the classic path only, the other one can crash the process', async () => {
    await Promise.all(appendMany(store, 5))
    expect(server.seen).toMatchObject({ appends: 5, batchAppends: 0 })
  })

  it('at most 32 appends are in flight', async () => {
    await Promise.all(appendMany(store, 200))
    expect(server.mostInFlight()).toBeGreaterThan(8)
    expect(server.mostInFlight()).toBeLessThanOrEqual(32)
  })

  it('when one server dies, appends on way to another are not touched', async () => {
    const other = await fakeEventStoreDb()
    const [dying, healthy] = [server, await open(other)]
    dying.behaviour.append = () => 'ignore'
    const lost = appendMany(await open(dying, hasty), 20)
    const settled = Promise.allSettled(lost)
    const kept = appendMany(healthy, 20)
    await until(() => dying.seen.appends > 0)
    dying.kill()
    expect(await Promise.all(kept)).toHaveLength(20)
    expect(outcomes(await settled).errors).toHaveLength(20)
    expect(other.log.filter(({ type }) => !type.startsWith('$'))).toHaveLength(20)
    other.kill()
  })

  it('a server killed with 3,000 appends on the way: each is unavailable or written, none is lost without a word', async () => {
    const settled = Promise.allSettled(appendMany(await open(server, { answer: 1000, append: 4000 }), 3000))
    await until(() => server.log.length > 50)
    server.kill()
    const { answers, errors } = outcomes(await settled)
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.every((error) => error instanceof StoreUnavailable)).toBe(true)
    const written = new Set(server.log.map(({ position }) => position))
    expect(answers.every(({ position }) => written.has(position))).toBe(true)
  })

  it('a server that never answers an append is unavailable after our own deadline', async () => {
    server.behaviour.append = () => 'ignore'
    const one = await open(server, hasty)
    const begun = performance.now()
    await expect(one.append(sampleStream(), 'none', sampleEvents(1))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(performance.now() - begun).toBeLessThan(15_000)
  })

  it('the client never resets an append, of which the server would then write the first part', async () => {
    server.behaviour.append = () => 'ignore'
    const one = await open(server, hasty)
    await expect(one.append(sampleStream(), 'none', sampleEvents(3))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(server.seen.nextDeadline - Date.now()).toBeGreaterThan(3_600_000)
  })

  it('a server that never answers a read is unavailable after our own deadline', async () => {
    server.behaviour.read = 'ignore'
    const one = await open(server, hasty)
    const reads = [() => one.read('sample-1'), () => one.readAll(0n, 10), () => one.head()]
    for (const read of reads) {
      await expect(read()).rejects.toBeInstanceOf(StoreUnavailable)
    }
  })

  it('what is read is asked of the leader of a cluster: others may not have it yet', async () => {
    await Promise.all([store.head(), store.readAll(0n, 10), store.read('sample-1')])
    expect(server.seen.reads).toBeGreaterThanOrEqual(3)
    expect(server.seen.readsOfAnyNode).toBe(0)
  })

  it('a server that is down at start is unavailable, and used as soon as it is up', async () => {
    server.kill()
    const early = await open(server, hasty)
    await expect(early.append(sampleStream(), 'none', sampleEvents(1))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(early.head()).rejects.toBeInstanceOf(StoreUnavailable)
    const reading = deliveries(early, 0n, (soFar) => eventsOf(soFar).length === 1)
    await server.start()
    await until(() => early.append(sampleStream(), 'none', sampleEvents(1)).catch(() => null))
    expect(eventsOf(await reading)).toHaveLength(1)
  })

  it.each(['lose', 'break'] as const)(
    'an append whose answer is lost (%s) is tried again and written once',
    async (behaviour) => {
      let tries = 0
      server.behaviour.append = () => (tries++ === 0 ? behaviour : 'answer')
      const stream = sampleStream()
      const events = sampleEvents(3)
      const one = await open(server, quickToRetry)
      const { revision, position } = await one.append(stream, 'none', events)
      expect(tries).toBeGreaterThan(1)
      expect(revision).toBe(2)
      expect((await store.read(stream)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
      expect(await store.head()).toBe(position)
    },
  )

  it('a lost answer, then somebody else is faster: our events are found again', async () => {
    let tries = 0
    const stream = sampleStream()
    const [events, later] = [sampleEvents(2), sampleEvents(1)]
    // A server that forgot the repeat, as after a fail-over, answers with a wrong version only.
    server.behaviour.append = () => (tries++ === 0 ? 'lose' : 'wrong')
    const appending = (await open(server, quickToRetry)).append(stream, 'none', events)
    await until(() => server.log.some((event) => event.stream === stream))
    const first = server.log.find(({ id }) => id === events[1]?.id)
    expect(await appending).toEqual({ revision: 1, position: first?.position })
    server.behaviour.append = () => 'answer'
    expect((await store.append(stream, 1, later)).revision).toBe(2)
  })

  it('a client that fails three times is replaced by a new one', async () => {
    let tries = 0
    server.behaviour.append = () => (tries++ < 4 ? 'unknown' : 'answer')
    const patient = await open(server, { append: 15_000 })
    await patient.append(sampleStream(), 'none', sampleEvents(1))
    expect(server.seen.peers.size).toBeGreaterThan(1)
  })

  it('a server killed under a subscription: it goes on after the last event', async () => {
    const stream = sampleStream()
    await store.append(stream, 'none', sampleEvents(5))
    const reading = deliveries(store, 0n, (soFar) => eventsOf(soFar).length === 10)
    await until(() => server.seen.sent >= 5)
    server.kill()
    await server.start()
    await until(() => store.append(stream, 4, sampleEvents(5)).catch(() => null))
    expect(eventsOf(await reading).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('a server that ends a subscription with OK: it goes on after the last event', async () => {
    const stream = sampleStream()
    await store.append(stream, 'none', sampleEvents(2))
    const reading = deliveries(store, 0n, (soFar) => {
      if (eventsOf(soFar).length === 2) server.endSubscriptions()
      return eventsOf(soFar).length === 4
    })
    await until(() => server.seen.subscriptions >= 2)
    await store.append(stream, 1, sampleEvents(2))
    expect(eventsOf(await reading).map(({ revision }) => revision)).toEqual([0, 1, 2, 3])
  })

  it('a subscription that goes silent while the head moves on is given up and begun again', async () => {
    const stream = sampleStream()
    await store.append(stream, 'none', sampleEvents(1))
    server.behaviour.subscription = 'mute'
    const reading = deliveries(store, 0n, (soFar) => eventsOf(soFar).length === 1)
    await until(() => server.seen.subscriptions >= 2)
    server.behaviour.subscription = 'deliver'
    expect(eventsOf(await reading)).toHaveLength(1)
  })

  it('an idle subscription is left alone', async () => {
    await store.append(sampleStream(), 'none', sampleEvents(1))
    const reading = deliveries(store, 0n, (soFar) => eventsOf(soFar).length === 2)
    const reads = () => server.seen.reads
    const before = reads()
    await until(() => reads() > before + 4)
    await store.append(sampleStream(), 'none', sampleEvents(1))
    await reading
    expect(server.seen.subscriptions).toBe(1)
  })

  it('a slow consumer holds the server back', async () => {
    const streams = Array.from({ length: 20 }, sampleStream)
    await Promise.all(streams.map((stream) => store.append(stream, 'none', sampleEvents(200))))
    const before = server.seen.sent
    const stop = new AbortController()
    let count = 0
    let sentWhileHeld = 0
    for await (const batch of store.subscribe(0n, stop.signal)) {
      count += eventsOf(batch).length
      if (count > 0 && sentWhileHeld === 0) {
        await settled(() => server.seen.sent)
        sentWhileHeld = server.seen.sent - before
      }
      if (count === 4000) stop.abort()
    }
    expect(count).toBe(4000)
    expect(sentWhileHeld).toBeLessThan(3000)
  })
})

/** Waits until a number has stayed the same over three looks. */
async function settled(look: () => number): Promise<void> {
  let same = 0
  let last = look()
  await vi.waitUntil(
    () => {
      const now = look()
      same = now === last ? same + 1 : 0
      last = now
      return same === 3
    },
    { interval: 50, timeout: 10_000 },
  )
}
