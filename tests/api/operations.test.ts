import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { readSchema } from '../../projections/schema.ts'
import { resources } from '../../domain/catalog.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let keeper: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  keeper = await atrium.asUser(['r-operations', 'u-operations'])
}, 60_000)
afterAll(() => atrium.close())

const standing = async () => {
  const { status, body } = await keeper.call('GET', '/api/utility/operations/standing')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

// What is ordered is told at once; else an answer is kept for the time after which screens ask again.
const forgotten = async () =>
  expect((await keeper.call('POST', '/api/utility/operations/replay')).body.data).toEqual({ replayed: 0, left: 0 })

it('tells how everything stands, this process among those that live', async () => {
  const told = await standing()
  expect(told).toMatchObject({
    models: { behindMs: 0, isBuilt: true, halted: null, rebuilding: null },
    deadLetters: { streams: 0, effects: 0, shown: [] },
    jobs: { running: 0, waiting: 0 },
    backups: null,
    processes: [{ pid: process.pid, role: 'all', state: 'running' }],
  })
  expect(told.room.database).toBeGreaterThan(1_000_000)
})

it('tells of a process that was lost, and not of one that took its leave', async () => {
  await forgotten()
  await atrium.database.pool.query(
    `insert into debug.process (id, host, pid, role, version, node, beat_at)
      values (gen_random_uuid(), 'elsewhere', 7, 'mailer', '0.0.9', 'v20', now() - interval '5 minutes')`,
  )
  expect((await standing()).processes).toMatchObject([
    { pid: process.pid, state: 'running' },
    { host: 'elsewhere', state: 'lost' },
  ])
})

it('names what is set aside, and reads it again', async () => {
  const schema = readSchema(resources).name
  const { id } = await atrium.run(category, 'create', { name: 'Set aside' })
  const stream = `category-${id}`
  await forgotten()
  await atrium.database.pool.query(
    `insert into "${schema}".dead_letter (projection, position, stream, event_id, error, at)
      select 'records', position, stream, id, 'it was not read by a@example.org', now() from log.event where stream = $1`,
    [stream],
  )
  expect((await standing()).deadLetters).toMatchObject({
    streams: 1,
    shown: [{ stream, error: 'it was not read by …' }],
  })
  const { body } = await keeper.call('POST', '/api/utility/operations/replay')
  expect(body.data).toEqual({ replayed: 1, left: 0 })
  expect((await standing()).deadLetters).toMatchObject({ streams: 0, shown: [] })
})

it('builds the read models anew, tells how far, and one at a time', { timeout: 60_000 }, async () => {
  const { pool } = atrium.database
  const schema = readSchema(resources).name
  // What is read from is another table afterwards.
  const tableOf = async () =>
    (await pool.query<{ oid: string }>('select $1::regclass::oid::text as oid', [`"${schema}".category`])).rows[0]?.oid
  const before = await tableOf()
  const begun = await keeper.call('POST', '/api/utility/operations/rebuild')
  expect(begun.status).toBe(200)
  expect((await keeper.call('POST', '/api/utility/operations/rebuild')).status).toBe(409)
  const ordered = (await atrium.services.log.store.readAll(0n, 1_000)).filter(({ type }) => type === 'RebuildOrdered')
  expect(ordered).toMatchObject([{ meta: { actor: { type: 'user' } } }])
  expect((await standing()).models.rebuilding).toEqual(expect.any(Number))
  await vi.waitUntil(async () => (await standing()).models.rebuilding === null, { timeout: 40_000, interval: 100 })
  expect(await tableOf()).not.toBe(before)
  expect((await keeper.call('GET', '/api/utility/operations')).body.data).toEqual({
    isHalted: false,
    deadLetteredStreams: 0,
  })
})

it('is asked for once by however many screens', async () => {
  const query = vi.spyOn(atrium.services.pool, 'query')
  onTestFinished(() => query.mockRestore())
  await forgotten()
  const sizes = () => query.mock.calls.filter(([asked]) => String(asked).includes('pg_database_size')).length
  const before = sizes()
  await Promise.all(Array.from({ length: 10 }, standing))
  await standing()
  expect(sizes() - before).toBe(1)
})

it('tells that a backup is late, and lets nobody act who may only look', { timeout: 60_000 }, async () => {
  const folder = join(atrium.dataDir, 'backups')
  mkdirSync(folder, { recursive: true })
  const other = await openTestAtrium({ environment: { BACKUP_DIR: folder } })
  try {
    const own = await other.asUser(['r-operations'])
    const read = async () => (await own.call('GET', '/api/utility/operations/standing')).body.data.backups
    await vi.waitUntil(async () => (await read()).count === 1, { timeout: 20_000 })
    expect(await read()).toMatchObject({ isLate: false, bytes: expect.any(Number) })
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.zip')))
      renameSync(join(folder, name), join(folder, 'atrium-2020-01-01T00-00-00Z.atrium.zip'))
    await expect.poll(read).toMatchObject({ isLate: true, newestAt: '2020-01-01T00:00:00.000Z' })
    expect((await own.call('POST', '/api/utility/operations/replay')).status).toBe(403)
    expect((await own.call('POST', '/api/utility/operations/rebuild')).status).toBe(403)
  } finally {
    await other.close()
  }
})
