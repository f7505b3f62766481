import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { newDataDir, startServer } from '../support/server.ts'
import { command, expectVerified } from './invariants.ts'

const data = newDataDir()
let database: Awaited<ReturnType<typeof testDatabase>>
let settings: Record<string, string>

beforeAll(async () => {
  database = await testDatabase()
  settings = { DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('hex'), DEMO: 'on' }
  await (await startServer(data.dataDir, settings)).stop()
  await database.pool.query('delete from keys.subject')
}, 90_000)

afterAll(async () => {
  await database.drop()
  await data.remove()
})

it('refuses a log whose keys the database lacks, with exit code 78 and a sentence', async () => {
  await expect(startServer(data.dataDir, settings)).rejects.toThrow(
    /ended with 78: (?:.*\n)*EVENTSTORE_URL and DATABASE_URL do not belong together: .* npm run atrium -- accept-lost-keys\./,
  )
  const { code, stderr } = await command(data.dataDir, ['verify'], settings)
  expect(code).toBe(78)
  expect(stderr).toContain('do not belong together')
}, 60_000)

it('starts once the loss is accepted, and shows nobody by name', async () => {
  const accepted = await command(data.dataDir, ['accept-lost-keys'], settings)
  expect(accepted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^[1-9]\d* people of this log read as erased/),
  })
  expect(await command(data.dataDir, ['rebuild'], settings)).toMatchObject({ code: 0 })
  const server = await startServer(data.dataDir, settings)
  try {
    await expectVerified(data.dataDir, settings)
    const { rows } = await database.pool.query(
      'select 1 from keys.subject where wrapped is not null or destroyed_at is null',
    )
    expect(rows).toEqual([])
  } finally {
    await server.stop()
  }
}, 90_000)
