import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { inEnglish } from '../../domain/message.ts'
import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { type Log, openLog } from '../../event-store/log.ts'
import { openNote } from '../../event-store/merkle/note.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import { proveInclusion } from '../../event-store/merkle/proving.ts'
import { leafHash, rootOfInclusion } from '../../event-store/merkle/tree.ts'
import type { EventStore } from '../../event-store/port.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { personalKeyMigrations, personalKeys } from '../../platform/personal-keys.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { createPost } from '../projections/support.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { proofOf } from '../support/proof.ts'
import { type FakeServer, fakeEventStoreDb } from './fake-eventstoredb.ts'

// The whole log is $all: events of many streams, with those of the server between them.
let server: FakeServer
let database: TestDatabase
let store: EventStore
let log: Log
let proof: Proof
const folder = mkdtempSync(join(tmpdir(), 'atrium-esdb-proof-'))
const posts = 30

beforeAll(async () => {
  server = await fakeEventStoreDb()
  database = await testDatabase()
  await migrate(database.pool, [...eventStoreMigrations, ...personalKeyMigrations])
  store = await eventStoreDb({ url: server.url, pool: database.pool })
  log = openLog({ store, keys: personalKeys(database.pool, Buffer.alloc(32, 3)), types: eventTypesOf(resources) })
  proof = await proofOf(database.pool, store, folder)
  for (let id = 1; id <= posts; id += 1) {
    await createPost(log, id)
    if (id === 10) await proof.sign(true)
  }
  await proof.sign(true)
}, 60_000)
afterAll(async () => {
  await store.close()
  server.kill()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const verified = async () => (await verifyLog({ pool: database.pool, log, proof })).problems.map(inEnglish)

it('covers every event of the whole log by checkpoints, and proves each of them', async () => {
  const [newest] = await proof.checkpoints.list(1)
  const events = await store.readAll(0n, 1_000)
  expect([newest?.size, newest?.position]).toEqual([posts, events.at(-1)?.position])
  const opened = openNote(newest?.text ?? '', proof.checkpoints.publicKeys)
  for (const event of events) {
    const found = await proveInclusion(database.pool, store, { size: posts }, event.position)
    if (typeof found === 'string') throw new Error(`${event.position}: ${found}`)
    expect(rootOfInclusion(leafHash(found.leaf), found.index, posts, found.proof)).toEqual(opened?.root)
  }
  expect(await verified()).toEqual([])
})

it('names the first position where an event of the server was changed', async () => {
  const at = server.log.findIndex(({ stream }) => stream === 'post-7')
  const event = server.log[at]
  if (!event) throw new Error('The server has no such event.')
  const whole = event.data
  event.data = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(whole).toString()), name: 'Forged' }))
  expect(await verified()).toEqual([`Position ${event.position}: the event is not the one that was signed.`])
  event.data = whole
  expect(await verified()).toEqual([])
})
