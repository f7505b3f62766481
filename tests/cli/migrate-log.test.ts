import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkPlaceOfLog } from '../../app/place-of-log.ts'
import { migrateLog } from '../../cli/migrate-log.ts'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { inEnglish } from '../../domain/message.ts'
import { openMove } from '../../event-store/eventstoredb/move.ts'
import { MoveRefused } from '../../event-store/eventstoredb/moved.ts'
import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { openLog } from '../../event-store/log.ts'
import { proveInclusion } from '../../event-store/merkle/proving.ts'
import type { EventStore, RecordedEvent } from '../../event-store/port.ts'
import { readConfig } from '../../platform/config.ts'
import { openPool } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'
import { personalKeys } from '../../platform/personal-keys.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { type FakeServer, fakeEventStoreDb } from '../event-store/fake-eventstoredb.ts'
import { sampleEvents } from '../event-store/samples.ts'
import { append, createPost, edited, openProcess } from '../projections/support.ts'
import { post } from '../../domain/resources/post.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { migrations } from '../../app/database.ts'
import { proofOf } from '../support/proof.ts'

let server: FakeServer
let database: TestDatabase
let source: Awaited<ReturnType<typeof openProcess>>
let stored: RecordedEvent[]
const folder = mkdtempSync(join(tmpdir(), 'atrium-migrate-log-'))
const masterKey = randomBytes(32)
const posts = 100

beforeEach(async () => {
  server = await fakeEventStoreDb()
  database = await testDatabase()
  await migrate(database.pool, migrations)
  const opened = await openProcess(database.url, masterKey)
  let closing: Promise<void> | null = null
  source = { ...opened, close: () => (closing ??= opened.close()) }
  const { log } = source
  const proof = await proofOf(database.pool, log.store, folder)
  for (let id = 1; id <= posts; id += 1) {
    await createPost(log, id)
    // Positions with gaps, and several events of a stream in a row.
    if (id % 7 === 0) await database.pool.query("select nextval('log.event_position_seq')")
    if (id % 5 === 0) await append(log, `post-${id}`, [edited(post, { name: 'B' }), edited(post, { name: 'C' })])
  }
  await proof.sign(true)
  await append(log, 'post-3', [edited(post, { name: 'Not covered by a checkpoint yet' })])
  stored = await log.store.readAll(0n, 10_000)
}, 60_000)
afterEach(async () => {
  await source.close()
  server.kill()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (words: readonly string[] = [], said: string[] = []) => {
  const environment = { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('hex'), EVENTSTORE_URL: server.url }
  const config = readConfig(environment)
  const code = await migrateLog({ config, logger: pino({ level: 'silent' }), say: (text) => said.push(text) }, words)
  return { code, said }
}

const onEventStoreDb = async (work: (store: EventStore) => Promise<void>) => {
  const pool = openPool(database.url, silentLog, 'test')
  const store = await eventStoreDb({ url: server.url, pool, patience: { idle: 200 } })
  try {
    await work(store)
  } finally {
    await store.close()
    await pool.end()
  }
}

/** What follows a position, by a subscription. */
const followed = async (store: EventStore, after: bigint): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for await (const batch of store.subscribe(after, new AbortController().signal))
    for (const delivery of batch) {
      if (delivery.kind === 'caughtUp') return events
      events.push(delivery.event)
    }
  return events
}

it('moves everything as it was, though it breaks off again and again, and the log and its proofs go on from there', async () => {
  await source.close()
  // Ends after some appends, as if the process had been killed; few, so that there are always more.
  for (const at of [20, 10]) {
    let appends = 0
    server.behaviour.append = () => (++appends > at ? 'ignore' : 'answer')
    const move = openMove(server.url, database.pool, { answer: 100, append: 150 })
    await expect(move.copied().then((position) => move.copy(position, () => {}))).rejects.toThrow(/does not answer/)
    await move.close()
  }
  // An answer is lost, and what was under way with it: it is sent again, and is there once.
  let lost = 0
  server.behaviour.append = () => (++lost === 3 ? 'lose' : 'answer')
  const move = openMove(server.url, database.pool, { answer: 1_000, append: 20_000 })
  await move.copy(await move.copied(), () => {})
  await move.close()
  expect(lost).toBeGreaterThan(3)
  const { code, said } = await run()
  expect([code, said[0]]).toEqual([0, expect.stringMatching(/^Goes on after position \d+\.$/)])
  expect(said.join()).toContain(`${stored.length} events are in EventStoreDB, root `)

  await onEventStoreDb(async (store) => {
    expect(await store.readAll(0n, 10_000)).toEqual(stored)
    expect(await store.head()).toBe(stored.at(-1)?.position)
    for (const at of [0, 1, 62, 63, 64, 65, 130, stored.length - 2, stored.length - 1]) {
      const after = stored[at]?.position ?? 0n
      expect(await store.readAll(after, 3), `after ${after}`).toEqual(stored.slice(at + 1, at + 4))
      expect(await followed(store, after), `after ${after}`).toEqual(stored.slice(at + 1))
    }
    const log = openLog({ store, keys: personalKeys(database.pool, masterKey), types: eventTypesOf(resources) })
    const proof = await proofOf(database.pool, store, folder)
    const verified = async () => {
      const found = await verifyLog({ pool: database.pool, log, proof })
      return [found.problems.map(inEnglish), found.events]
    }
    expect(await verified()).toEqual([[], stored.length])
    // A repeated append of before answers the position that it had.
    const [first] = stored
    if (first) expect((await store.append(first.stream, 'none', [first])).position).toBe(first.position)
    const next = await createPost(log, posts + 1)
    expect(next).toBeGreaterThan(stored.at(-1)?.position ?? next)
    expect(await proof.sign(true)).toEqual([])
    expect(await verified()).toEqual([[], stored.length + 1])
    const [newest] = await proof.checkpoints.list(1)
    expect([newest?.size, newest?.position]).toEqual([stored.length + 1, next])
    for (const position of [stored[70]?.position ?? 0n, next])
      expect(await proveInclusion(database.pool, store, { size: stored.length + 1 }, position)).toMatchObject({
        event: { position },
      })
    expect((await followed(store, stored[100]?.position ?? 0n)).at(-1)?.position).toBe(next)
    await expect(run(['--undo'])).rejects.toThrow('EventStoreDB holds events that PostgreSQL has not')
  })
  expect(await run()).toEqual({ code: 0, said: ['The log was moved before.'] })
})

it('copies what is written meanwhile and ends once nothing runs, from when on PostgreSQL takes no event, until it is taken back', async () => {
  const said: string[] = []
  const moving = run([], said)
  await expect.poll(() => said.join()).toContain('Stop all processes of Atrium now')
  const late = await createPost(source.log, posts + 1)
  await expect.poll(async () => server.log.some(({ stream }) => stream === `post-${posts + 1}`)).toBe(true)
  await source.close()
  expect((await moving).code).toBe(0)
  const process = await openProcess(database.url, masterKey)
  await expect(createPost(process.log, posts + 2)).rejects.toThrow('the log was moved to EventStoreDB')
  await expect(checkPlaceOfLog(database.pool, process.log.store, false)).rejects.toThrow(/^EVENTSTORE_URL must be set/)
  await process.close()
  await onEventStoreDb(async (store) => {
    expect(await store.head()).toBe(late)
    await checkPlaceOfLog(database.pool, store, true)
    await expect(checkPlaceOfLog(database.pool, { head: async () => 0n }, true)).rejects.toThrow(/lacks its events/)
  })
  expect((await run(['--undo'])).said).toEqual(['The log is in PostgreSQL again: start Atrium without EVENTSTORE_URL.'])
  await onEventStoreDb(async (store) => {
    await expect(checkPlaceOfLog(database.pool, store, true)).rejects.toThrow(/move it first/)
  })
  const again = await openProcess(database.url, masterKey)
  await createPost(again.log, posts + 2)
  await again.close()
  expect((await run()).said.join()).toContain(`${stored.length + 2} events are in EventStoreDB`)
})

it('refuses events that are not what was appended, and an EventStoreDB that holds something else', async () => {
  await source.close()
  const broken = stored[80]?.position
  await database.pool.query('alter table log.event disable trigger append_only')
  const forge = (data: object) =>
    database.pool.query('update log.event set data = $2 where position = $1', [broken, JSON.stringify(data)])
  await forge({ ...stored[80]?.data, name: 'Forged' })
  await expect(run()).rejects.toThrow(
    new MoveRefused(`Position ${broken}: the event is not what was appended. Run verify.`),
  )
  await forge({ ...stored[80]?.data })
  // Something in EventStoreDB is not what was copied there.
  const move = openMove(server.url, database.pool)
  await move.copy(await move.copied(), () => {})
  await move.close()
  const copied = server.log.find(({ stream }) => stream === 'post-9')
  if (!copied) throw new Error('post-9 was not copied')
  const whole = copied.data
  copied.data = Buffer.from(whole.toString().replace('Post 9', 'Post X'))
  await expect(run()).rejects.toThrow(/^Position \d+: EventStoreDB holds another event than the log\.$/)
  copied.data = whole
  expect((await run()).code).toBe(0)
  await run(['--undo'])
  server.kill()
  server = await fakeEventStoreDb()
  await onEventStoreDb(async (store) => {
    await store.append('sample-1', 'none', sampleEvents(1))
  })
  await expect(run()).rejects.toThrow(/holds other events than this log/)
})
