import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linked } from '../../event-store/chain.ts'
import { checked } from '../../event-store/checked.ts'
import type { CheckedEvent, EventStore, NewEvent } from '../../event-store/port.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { readRows } from '../../event-store/postgres/read-rows.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { chainOf } from '../support/log/forms.ts'
import { inMemoryEventStore } from './in-memory.ts'
import { sampleEvent } from './samples.ts'

// What PostgreSQL's rows say when they are checked from bytes, beside the same events read whole.
let database: TestDatabase
let store: EventStore
const events = 400

const text = fc.string({ unit: 'grapheme', maxLength: 6 }).filter((one) => !/\0|\p{Cs}/u.test(one))
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const event = fc.record({
  type: fc.oneof(
    fc.constant('PostEdited'),
    text.filter((one) => one !== ''),
  ),
  data: fc.dictionary(
    text,
    fc.oneof(value, fc.array(value, { maxLength: 3 }), fc.dictionary(text, value, { maxKeys: 3 })),
  ),
  isSealed: fc.boolean(),
  isSilent: fc.boolean(),
  isFormer: fc.boolean(),
  id: fc.oneof(fc.integer({ min: 1, max: 2 ** 40 }), text),
  at: fc.date({ min: new Date('1999-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
})

const made = fc.sample(event, events).map(({ type, data, isSealed, isSilent, isFormer, id, at }, index) => {
  const { meta, ...rest } = sampleEvent(data, {
    type,
    personal: isSealed ? { subject: 'user-1', iv: 'A', tag: 'B', ciphertext: 'C' } : null,
  })
  const stream = index % 3 === 0 ? `post-${index}` : `Straße ${index}`
  const { chain: _, ...bare } = {
    ...meta,
    at: at.toISOString(),
    actor: { type: 'user', id } as const,
    ...(isSilent ? { isSilent } : {}),
  }
  const fresh = { ...rest, id: randomUUID(), meta: bare }
  const chained = linked(stream, 0, fresh, index % 2 === 0 ? '' : 'cd'.repeat(32))
  if (!isFormer) return { stream, event: chained }
  const read = { ...chained, stream, revision: 0, position: 0n, recordedAt: '' }
  const former: NewEvent = { ...chained, meta: { ...bare, chain: chainOf(read, chained.meta.chain.prev, true) } }
  return { stream, event: former }
})

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, eventStoreMigrations)
  store = await postgresEventStore({ pool: database.pool })
  for (const one of made) await store.append(one.stream, 'none', [one.event])
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const pages = async <T extends { position: bigint }>(
  read: (after: bigint, limit: number) => Promise<T[]>,
  limit: number,
) => {
  const found: T[] = []
  for (let page = await read(0n, limit); page.length > 0; page = await read(page.at(-1)?.position ?? 0n, limit))
    found.push(...page)
  return found
}

const bare = ({ position, recordedAt, leaf, isAsAppended }: CheckedEvent) => ({
  position,
  recordedAt,
  leaf,
  isAsAppended,
})

it('says of bytes what is said of events that are read whole, in pages of any size', async () => {
  const { readChecked, readLinked } = store
  if (!readChecked || !readLinked) throw new Error('this store reads no bytes')
  const whole = (await store.readAll(0n, 1_000)).map(checked)
  expect(whole).toHaveLength(events)
  expect(whole.filter(({ isAsAppended }) => !isAsAppended)).toEqual([])
  for (const limit of [1, 7, events, 1_000]) {
    expect(await pages(readLinked, limit)).toEqual(whole)
    expect((await pages(readChecked, limit)).map(bare)).toEqual(whole.map(bare))
  }
  expect(await readChecked(whole.at(-1)?.position ?? 0n, 10)).toEqual([])
})

it('holds in another store as well', async () => {
  const memory = inMemoryEventStore()
  for (const one of made) await memory.append(one.stream, 'none', [one.event])
  const moved = (await memory.readAll(0n, 1_000)).map(checked)
  const here = (await store.readAll(0n, 1_000)).map(checked)
  expect(moved.map(({ link, isAsAppended }) => [link, isAsAppended])).toEqual(here.map(({ link }) => [link, true]))
})

it('names what was changed from bytes as from events that are read whole', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(`update log.event set data = data || '{"forged": 1}' where position % 3 = 0`)
    const { rows } = await client.query<{ position: string }>(
      'select position from log.event where position % 3 = 0 order by 1',
    )
    await client.query('commit')
    const found = (await store.readChecked?.(0n, 1_000)) ?? []
    const broken = found.filter(({ isAsAppended }) => !isAsAppended).map(({ position }) => String(position))
    expect(broken).toEqual(rows.map(({ position }) => position))
    expect(broken.length).toBeGreaterThan(100)
  } finally {
    client.release()
  }
})

it('fails as the rows fail, and leaves the connection to others', async () => {
  const failing = readRows(database.pool, 0n, 10, () => {
    throw new Error('no such row')
  })
  await expect(failing).rejects.toThrow('no such row')
  await database.pool.query('select 1')
  await database.pool.query('alter table log.event rename to elsewhere')
  await expect(store.readChecked?.(0n, 10)).rejects.toThrow(/log\.event/)
  await database.pool.query('alter table log.elsewhere rename to event')
  expect(await store.readChecked?.(0n, 10)).toHaveLength(10)
})
