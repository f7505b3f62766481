import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { EventStore, RecordedEvent } from '../../event-store/port.ts'
import { storedJson } from '../../event-store/stored-json.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { sampleEvent, sampleStream } from './samples.ts'

let database: TestDatabase
let store: EventStore
const stopped = new AbortController()
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, eventStoreMigrations)
  store = await postgresEventStore({ pool: database.pool })
})
afterAll(async () => {
  stopped.abort()
  await store.close()
  await database.drop()
})

/** Follows the log, and answers what was delivered up to a position. */
const following = (after: bigint) => {
  const events: RecordedEvent[] = []
  const woken: (() => void)[] = []
  let isThere = false
  const read = async () => {
    for await (const batch of store.subscribe(after, stopped.signal)) {
      for (const delivery of batch) {
        if (delivery.kind === 'event') events.push(delivery.event)
        else isThere = true
      }
      for (const wake of woken.splice(0)) wake()
    }
  }
  const reading = read()
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise<void>((resolve) => woken.push(resolve))
  }
  return {
    events,
    reading,
    caughtUp: () => until(() => isThere),
    upTo: (position: bigint) => until(() => (events.at(-1)?.position ?? 0n) >= position),
  }
}

it('hands what it has appended to who follows the log as the log reads it, without reading it, in between others or not', async () => {
  const other = await postgresEventStore({ pool: database.pool })
  const start = await store.head()
  const follower = following(start)
  await follower.caughtUp()
  const data = {
    name: 'Ö',
    id: 1,
    b: [{ zz: 1, a: null }],
    aa: 1e21,
    empty: '',
    nested: { year: 1.5, at: true, é: [] },
  }
  const personal = { subject: 'user-7', iv: 'a', tag: 'b', ciphertext: 'c' }
  const append = (to: EventStore, count = 1) =>
    to.append(
      sampleStream(),
      'none',
      Array.from({ length: count }, () => sampleEvent(data, { personal })),
    )
  await Promise.all([append(store), append(store, 3), append(store)])
  const asked = vi.spyOn(database.pool, 'query')
  for (let turn = 0; turn < 20; turn += 1) await follower.upTo((await append(store)).position)
  const statements = asked.mock.calls.map((given) => inspect(given[0]))
  asked.mockRestore()
  expect(follower.events).toHaveLength(25)
  expect(statements.filter((text) => text.includes('log-append'))).toHaveLength(20)
  // Few are read all the same: on a busy machine a notice may come long before the answer.
  expect(statements.filter((text) => text.includes('log-read-page')).length).toBeLessThan(10)
  // Of another process nothing may be left out that came right before what this one wrote.
  for (let turn = 0; turn < 20; turn += 1) await Promise.all([append(other), append(store)])
  await follower.upTo((await append(store)).position)
  const told = await store.readAll(start, 100)
  expect(follower.events).toEqual(told)
  // The order of keys is part of what is read: it decides in which order changed fields are named.
  expect(follower.events.map(({ data, meta, personal }) => JSON.stringify([data, meta, personal]))).toEqual(
    told.map(({ data, meta, personal }) => JSON.stringify([data, meta, personal])),
  )
  await other.close()
})

it('puts keys in the order in which the database gives them back', async () => {
  const key = fc.oneof(
    fc.constantFrom('a', 'b', 'aa', 'B', '10', '9', 'é', 'zz', '\u{1f600}'),
    fc.string({ maxLength: 4 }),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(
        fc.boolean(),
        fc.constant(null),
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  const texts = fc.sample(fc.dictionary(key, tree, { maxKeys: 6 }), 300).map((value) => JSON.stringify(value))
  const storable = texts.filter((text) => !/\\u(?:0000|d[89a-f])/.test(text) && !text.includes('__proto__'))
  expect(storable.length).toBeGreaterThan(100)
  const { rows } = await database.pool.query<{ given: string; stored: unknown; text: string }>(
    'select given, given::jsonb as stored, given::jsonb::text as text from unnest($1::text[]) with ordinality as asked (given, place) order by place',
    [storable],
  )
  for (const { given, stored, text } of rows) {
    expect(storedJson(JSON.parse(given))).toBe(text)
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(stored))
  }
})
