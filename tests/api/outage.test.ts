import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { debugLog } from '../../platform/debug-log.ts'
import { isDatabaseAway } from '../../platform/database/outage.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'

/** Every connection is refused, and those there are break off, as long as `work` takes. */
const away = async (database: TestAtrium['database'], work: () => Promise<void>) => {
  const other = new URL(database.url)
  const name = other.pathname.slice(1)
  other.pathname = '/atrium'
  const client = new pg.Client({ connectionString: other.href })
  await client.connect()
  try {
    await client.query(`alter database "${name}" allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await work()
  } finally {
    await client.query(`alter database "${name}" allow_connections true`)
    await client.end()
  }
}

describe('while the database does not let anybody in', () => {
  let atrium: TestAtrium
  beforeAll(async () => {
    atrium = await openTestAtrium()
  })
  afterAll(() => atrium.close())

  it('requests answer 503, and stand in the debug log once it is back', { timeout: 60_000 }, async () => {
    const admin = await atrium.asUser('all')
    const failed: string[] = []
    await away(atrium.database, async () => {
      for (let round = 0; round < 3; round += 1) {
        const { status, body } = await admin.call('GET', '/api/category')
        expect(status).toBe(503)
        failed.push(body.requestId)
      }
    })
    const known = async () => {
      const { rows } = await atrium.services.pool.query(
        'select request_id, route, level from debug.entry where request_id = any($1) order by id',
        [failed],
      )
      return rows
    }
    await expect
      .poll(known, { timeout: 30_000 })
      .toEqual(failed.map((request_id) => ({ request_id, route: 'GET /api/category', level: 'error' })))
  })

  it('keeps the latest failures with their times, and says how many it could not keep', {
    timeout: 60_000,
  }, async () => {
    // With one connection, what is asked after a try to write is answered after it.
    const pool = new pg.Pool({ connectionString: atrium.database.url, max: 1 })
    const debug = debugLog(pool, 50)
    const began = Date.now()
    await away(atrium.database, async () => {
      for (let at = 0; at < 620; at += 1) debug.note({ level: 'error', message: `kept back ${at}` })
      await expect(pool.query('select 1')).rejects.toThrow()
    })
    const ended = Date.now()
    const kept = async () =>
      (
        await atrium.services.pool.query<{ message: string; at: Date }>(
          "select message, at from debug.entry where message like 'kept back%' or message like '%more failures%' order by id",
        )
      ).rows
    await expect.poll(async () => (await kept()).length, { timeout: 30_000 }).toBe(501)
    const rows = await kept()
    expect([rows[0]?.message, rows[499]?.message, rows[500]?.message]).toEqual([
      'kept back 120',
      'kept back 619',
      '120 more failures were not kept while the database was away',
    ])
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(began)
    expect(rows[0]?.at.getTime()).toBeLessThanOrEqual(ended)
    await debug.close()
    await pool.end()
  })
})

it.each(['28P01', '28000', '3D000', '57P01', '57P02', '57P03', '53300', '08006'])(
  'an error of PostgreSQL with the code %s is an outage',
  (code) => {
    expect(isDatabaseAway(Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, severity: 'FATAL' }))).toBe(
      true,
    )
  },
)

it.each(['42501', '23505', '42P01', '22P02'])('an error of PostgreSQL with the code %s is ours', (code) => {
  expect(isDatabaseAway(Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, severity: 'ERROR' }))).toBe(false)
})

it('a socket that is gone with its server is an outage, a file that is not there is not', async () => {
  const client = new pg.Client({ host: '/nowhere', user: 'nobody' })
  const refused = await client.connect().catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseAway(refused)).toBe(true)
  expect(isDatabaseAway(await readFile('/nowhere').catch((error: unknown) => error))).toBe(false)
})
