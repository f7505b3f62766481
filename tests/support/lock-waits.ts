import type { Pool } from 'pg'
import { vi } from 'vitest'

/** Waits until somebody waits for an advisory lock of this database; the other databases of the server belong to other tests. */
export const untilLockIsWaitedFor = (pool: Pick<Pool, 'query'>) =>
  vi.waitUntil(
    async () => {
      const waiting = await pool.query(`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
      return waiting.rows.length > 0
    },
    { timeout: 20_000, interval: 10 },
  )
