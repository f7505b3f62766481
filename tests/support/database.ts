import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'

export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> }

/**
 * A database on the run's server, empty but for pg_trgm or a copy of `template`, with a pool as the server uses it.
 * `drop` ends the pool and removes the database, also when others are still connected.
 */
export async function testDatabase(template = 'template_atrium'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await askServer(`create database ${name} template ${template}`)
  const url = inject('databaseUrl').replace(/\/atrium$/, `/${name}`)
  const pool = openPool(url, silentLog, 'test')
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end()
      await askServer(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Makes a database of this name, empty but for pg_trgm, for others to be copied from once nobody is connected to it. Answers its address. */
export async function templateDatabase(name: string): Promise<string> {
  await askServer(`drop database if exists ${name}`)
  await askServer(`create database ${name} template template_atrium`)
  return inject('databaseUrl').replace(/\/atrium$/, `/${name}`)
}

async function askServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
