import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../../../platform/config.ts'
import { checkServer, reachServer } from '../../../platform/database/check-server.ts'
import { openEmbeddedDatabase } from '../../../platform/database/embedded.ts'
import { openPool } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { ask, temporaryFolder } from '../../support/embedded.ts'

describe('check of the PostgreSQL server', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await testDatabase()
  })
  afterEach(() => database.drop())

  it.each([
    ['host', '127.0.0.1:1', 'ECONNREFUSED'],
    ['password', 'wrong', '28P01'],
    ['pathname', '/nowhere', '3D000'],
  ])('names DATABASE_URL, not its value, when its %s is wrong', async (part, value, code) => {
    const pool = openPool(Object.assign(new URL(database.url), { [part]: value }).href, silentLog)
    const refused = await reachServer(pool).catch((error: unknown) => error)
    await pool.end()
    expect(refused).toBeInstanceOf(ConfigError)
    expect(String(refused)).toMatch(new RegExp(`DATABASE_URL must name .* \\(${code}\\)\\.$`))
    expect(String(refused)).not.toContain(database.pool.options.host ?? '127.0.0.1')
  })

  it('accepts our own', async () => {
    await expect(checkServer(database.pool)).resolves.toBeUndefined()
  })

  it('creates pg_trgm where it is missing, also when five servers start at the same time', async () => {
    await database.pool.query('drop extension pg_trgm')
    await Promise.all(Array.from({ length: 5 }, () => checkServer(database.pool)))
    const { rows } = await database.pool.query("select extname from pg_extension where extname = 'pg_trgm'")
    expect(rows).toEqual([{ extname: 'pg_trgm' }])
  })

  it('refuses a database that answers commits before they are on disk', async () => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    await database.pool.query(`alter database ${rows[0]?.name} set synchronous_commit = off`)
    const pool = openPool(database.url, silentLog)
    await expect(checkServer(pool)).rejects.toThrow('must have synchronous_commit = on.')
    await pool.end()
  })

  it.each([
    ['SQL_ASCII', 'C', 'server_encoding = UTF8'],
    ['UTF8', 'C', 'lc_ctype'],
  ])('refuses a database with encoding %s and locale %s', async (encoding, locale, sentence) => {
    await database.pool.query(
      `create database wrong_${encoding} encoding '${encoding}' locale '${locale}' locale_provider libc template template0`,
    )
    const pool = openPool(
      Object.assign(new URL(database.url), { pathname: `/wrong_${encoding.toLowerCase()}` }).href,
      silentLog,
    )
    const refused = await checkServer(pool).catch((error: unknown) => error)
    await pool.end()
    await database.pool.query(`drop database wrong_${encoding}`)
    expect(refused).toBeInstanceOf(ConfigError)
    expect(String(refused)).toContain(sentence)
  })

  it('refuses a server with fsync or full_page_writes off', async () => {
    const folder = temporaryFolder()
    const server = await openEmbeddedDatabase(folder.path, silentLog)
    const pool = openPool(server.url, silentLog)
    const set = async (setting: string, value: string) => {
      await ask(server.url, `alter system set ${setting} = ${value}`)
      await ask(server.url, 'select pg_reload_conf()')
      await expect.poll(() => ask(server.url, `show ${setting}`)).toBe(value)
    }
    for (const setting of ['fsync', 'full_page_writes']) {
      await set(setting, 'off')
      await expect(checkServer(pool)).rejects.toThrow(`must have ${setting} = on.`)
      await set(setting, 'on')
    }
    await expect(checkServer(pool)).resolves.toBeUndefined()
    await pool.end()
    await server.leave()
    folder.remove()
  })
})
