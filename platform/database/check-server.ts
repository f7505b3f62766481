import type pg from 'pg'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { inTransaction } from './pool.ts'

// fsync 0 lost events cannot be seen by killing processes, so the settings themselves are asserted (ES-2).
const accepted: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  server_encoding: ['UTF8'],
}

const extensionLock = 7_246_001

const settings = z.array(z.object({ name: z.string(), setting: z.string() }))
const trigrams = z.tuple([z.object({ trigrams: z.array(z.string()) })])

/** Refuses a server that could lose acknowledged writes or cannot search text; creates pg_trgm. @throws ConfigError */
export const checkServer = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query('select name, setting from pg_settings where name = any($1)', [
    Object.keys(accepted),
  ])
  const found = new Map(settings.parse(rows).map((row) => [row.name, row.setting]))
  for (const [name, values] of Object.entries(accepted)) {
    if (!values.includes(found.get(name) ?? '')) {
      throw new ConfigError(`The PostgreSQL server of DATABASE_URL must have ${name} = ${values[0]}.`)
    }
  }
  await createExtension(pool)
  const answer = await pool.query("select show_trgm('é') as trigrams")
  // A locale that does not know é as a letter yields none, and every accented search would miss.
  if (trigrams.parse(answer.rows)[0].trigrams.length !== 2) {
    throw new ConfigError('The database of DATABASE_URL must have an lc_ctype that knows accented letters, as C.UTF-8.')
  }
}

/** Refuses a server that does not let us in. @throws ConfigError whose code tells refused, unknown host, password and database apart */
export const reachServer = async (pool: pg.Pool, variable = 'DATABASE_URL'): Promise<void> => {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError(
      `${variable} must name a PostgreSQL server that answers and lets this user into this database${code}.`,
      { cause: error },
    )
  }
}

/** What whoever runs the server as a role of its own has left out, as the end of a sentence. */
export const unlessOwned = '; where the tables have an owner of their own, run npm run atrium -- migrate first.'

/** Two servers that start at once would collide in the catalogue without the lock. */
const createExtension = async (pool: pg.Pool): Promise<void> => {
  try {
    await inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [extensionLock])
      await client.query('create extension if not exists pg_trgm')
    })
  } catch (error) {
    throw new ConfigError(
      `The database of DATABASE_URL must have the extension pg_trgm, or allow to create it${unlessOwned}`,
      {
        cause: error,
      },
    )
  }
}
