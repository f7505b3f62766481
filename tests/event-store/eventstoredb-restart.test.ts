import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import {
  type Appended,
  type Conditions,
  type EventStore,
  type NewEvent,
  StoreUnavailable,
} from '../../event-store/port.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { deliveries, eventsOf, guardName, sampleClaim, sampleEvents, sampleStream } from './samples.ts'

const { EVENTSTORE_URL: url, EVENTSTORE_RESTART: restart } = process.env
// The server takes every variable named EVENTSTORE_… for an option of its own and refuses those it does not know.
const forServer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')))
const restarts = 3
const writers = 24

if (!url || !restart) {
  describe.skip('EventStoreDB killed under load (skipped: EVENTSTORE_URL and EVENTSTORE_RESTART, a command that kills and starts it, are not both set)', () => {})
} else {
  describe('EventStoreDB killed under load', () => {
    let database: Awaited<ReturnType<typeof testDatabase>>
    let store: EventStore
    beforeAll(async () => {
      database = await testDatabase()
      await migrate(database.pool, eventStoreMigrations)
      store = await eventStoreDb({ url, pool: database.pool })
    })
    afterAll(async () => {
      await store.close()
      await database.drop()
    })

    it('nothing acknowledged is lost or doubled, and subscriptions go on', async () => {
      const start = await store.head()
      const isDone = { value: false }
      const working = Array.from({ length: writers }, (_, index) => write(store, index, isDone))
      const streams = new Set<string>()
      const last = sampleStream()
      const reading = deliveries(
        store,
        start,
        (soFar) => soFar.at(-1)?.kind === 'event' && eventsOf(soFar.slice(-1))[0]?.stream === last,
      )
      for (let round = 0; round < restarts; round += 1) await promisify(exec)(restart, { env: forServer })
      isDone.value = true
      const written = await Promise.all(working)
      for (const { stream } of written) streams.add(stream)
      await persistently(store, last, 'none', sampleEvents(1))

      const read = eventsOf(await reading, streams)
      expect(read.every(({ position }, index) => position > (read[index - 1]?.position ?? start))).toBe(true)
      for (const { stream, answers, claim, guard } of written) {
        const events = await store.read(stream)
        expect(events.map(({ id }) => id)).toEqual(answers.flatMap(({ events }) => events.map(({ id }) => id)))
        expect(read.filter((event) => event.stream === stream)).toEqual(events)
        for (const { appended } of answers) expect(events[appended.revision]?.position).toBe(appended.position)
        expect(await store.holder(claim)).toBe(stream)
        expect(await store.readGuard(guard)).toEqual({ revision: BigInt(answers.length), isClosed: false })
      }
      const { rows } = await database.pool.query('select 1 from log.reservation')
      expect(rows).toEqual([])
      console.log(`${read.length} events in ${writers} streams over ${restarts} restarts`)
    }, 180_000)
  })
}

type Answer = { events: NewEvent[]; appended: Appended }

async function write(store: EventStore, index: number, isDone: { value: boolean }) {
  const [stream, claim, guard] = [sampleStream(), sampleClaim(), guardName()]
  const answers: Answer[] = []
  let revision = -1
  while (!isDone.value || answers.length === 0) {
    const events = sampleEvents(1 + (index % 3))
    const conditions = { claims: [claim], guards: [{ name: guard, expected: BigInt(answers.length) }] }
    const appended = await persistently(store, stream, revision < 0 ? 'none' : revision, events, conditions)
    answers.push({ events, appended })
    revision = appended.revision
  }
  return { stream, claim, guard, answers }
}

/** What a client does: repeats the same append until it has an answer. */
async function persistently(
  store: EventStore,
  stream: string,
  expected: 'none' | number,
  events: NewEvent[],
  conditions?: Conditions,
) {
  let last: unknown
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      return await store.append(stream, expected, events, conditions)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      last = error
    }
  }
  throw new Error('EventStoreDB did not come back', { cause: last })
}
