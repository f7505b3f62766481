import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../../platform/database/migrations.ts'
import { openPool } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const steps = [
  { id: 'a', sql: 'create table step (id serial, name text); insert into step (name) values (1)' },
  { id: 'b', sql: "insert into step (name) values ('b')" },
]

describe('migrations', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await testDatabase()
  })
  afterEach(() => database.drop())
  const names = async () => {
    const { rows } = await database.pool.query<{ name: string }>('select name from step order by id')
    return rows.map((row) => row.name)
  }

  it('run once each, in order', async () => {
    await migrate(database.pool, steps)
    await migrate(database.pool, [...steps, { id: 'c', sql: "insert into step (name) values ('c')" }])
    expect(await names()).toEqual(['1', 'b', 'c'])
  })

  it('run once when five servers start at the same time', async () => {
    const pools = Array.from({ length: 5 }, () => openPool(database.url, silentLog))
    await Promise.all(pools.map((pool) => migrate(pool, steps)))
    await Promise.all(pools.map((pool) => pool.end()))
    expect(await names()).toEqual(['1', 'b'])
  })

  it('a step that fails leaves nothing of itself, keeps those before it, and is named', async () => {
    const broken = { id: 'broken', sql: "insert into step (name) values ('half'); select nothing_such" }
    await expect(migrate(database.pool, [...steps, broken])).rejects.toThrow(/^migration broken failed: .*nothing_such/)
    expect(await names()).toEqual(['1', 'b'])
    await migrate(database.pool, [...steps, { ...broken, sql: "insert into step (name) values ('whole')" }])
    expect(await names()).toEqual(['1', 'b', 'whole'])
  })

  it('may take longer than a statement of the server may', async () => {
    const timeouts =
      "create table seen as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock"
    await migrate(database.pool, [{ id: 'a', sql: timeouts }])
    const { rows } = await database.pool.query('select * from seen')
    expect(rows).toEqual([{ statement: '0', lock: '0' }])
  })

  it('two of one name are refused before anything runs', async () => {
    await expect(migrate(database.pool, [...steps, { id: 'a', sql: '' }])).rejects.toThrow('two migrations are named a')
    await expect(names()).rejects.toThrow('does not exist')
  })
})
