import type pg from 'pg'
import { openPool } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'
import { templateDatabase, testDatabase, type TestDatabase } from './database.ts'
import { madeOnce } from './made-once.ts'

/** A database as `prepare` leaves an empty one. That is done once for all of this name in a run: migrations take longer than a copy. */
export const preparedDatabase = async (
  name: string,
  prepare: (pool: pg.Pool, url: string) => Promise<unknown>,
): Promise<TestDatabase> => {
  const template = `template_${name}`
  await madeOnce(template, async () => {
    const url = await templateDatabase(template)
    const pool = openPool(url, silentLog)
    try {
      await prepare(pool, url)
    } finally {
      await pool.end()
    }
  })
  return testDatabase(template)
}
