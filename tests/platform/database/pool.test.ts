import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, openPool } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

describe('pool', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await database.pool.query('create table entry (name text)')
  })
  afterAll(() => database.drop())
  const names = async () => (await database.pool.query<{ name: string }>('select name from entry')).rows

  it('gives every connection the limits of the server', async () => {
    const { rows } = await database.pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    expect(rows).toEqual([{ statement: '5s', lock: '3s', idle: '15s' }])
  })

  it('gives up after 3 s when the server takes the connection and says nothing', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const pool = openPool(`postgres://nobody@127.0.0.1:${port}/nothing`, silentLog)
    const start = Date.now()
    await expect(pool.query('select 1')).rejects.toThrow('timeout')
    expect(Date.now() - start).toBeLessThan(6_000)
    await pool.end()
    silent.close()
  })

  it('survives the loss of all its connections and reports it', async () => {
    const warnings: unknown[] = []
    const pool = openPool(database.url, { info: () => {}, warn: (...warning) => warnings.push(warning) })
    await pool.query('select 1')
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const reason = 'terminating connection due to administrator command'
    await expect.poll(() => warnings).toEqual([[{ reason }, 'an idle database connection is lost']])
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('says nothing of connections that the server ends while the pool does', async () => {
    const warnings: unknown[] = []
    const pool = openPool(database.url, { info: () => {}, warn: (...warning) => warnings.push(warning) })
    await pool.query('select 1')
    const end = pool.end()
    // What the pool reports when the server was faster; which of the two is cannot be arranged.
    pool.emit('error', new Error('terminating connection due to administrator command'))
    await end
    expect(warnings).toEqual([])
  })

  it('reads int8 as text, which loses nothing', async () => {
    const { rows } = await database.pool.query('select 9007199254740993 as big')
    expect(rows).toEqual([{ big: '9007199254740993' }])
  })

  it('a transaction keeps all or nothing and hands its result or its error on', async () => {
    const insert = (name: string, failure?: Error) =>
      inTransaction(database.pool, async (client) => {
        await client.query('insert into entry values ($1)', [name])
        if (failure) throw failure
        return `inserted ${name}`
      })
    await expect(insert('lost', new Error('no'))).rejects.toThrow('no')
    expect(await insert('kept')).toBe('inserted kept')
    expect(await names()).toEqual([{ name: 'kept' }])
  })

  it('a transaction whose connection is cut fails and does not poison the pool', async () => {
    const cut = inTransaction(database.pool, (client) => client.query('select pg_terminate_backend(pg_backend_pid())'))
    await expect(cut).rejects.toThrow('terminating connection')
    await Promise.all(Array.from({ length: 10 }, () => database.pool.query('select 1')))
  })
})
