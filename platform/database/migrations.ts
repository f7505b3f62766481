import pg from 'pg'
import { z } from 'zod'
import { asError } from '../as-error.ts'
import { type Logger, silentLog } from '../logger.ts'
import { transaction } from './connection.ts'

/** One step of a schema: an id that never changes once released, and the statements, which run in one transaction. */
export type Migration = { id: string; sql: string }

const migrationLock = 7_246_000

const applied = z.array(z.object({ id: z.string() }))

/** Which of the migrations a database lacks. */
export const missingMigrations = async (
  client: Pick<pg.Pool, 'query'>,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> => {
  const { rows: found } = await client.query<{ table: string | null }>(
    "select to_regclass('public.platform_migration') as table",
  )
  if (!found[0]?.table) return migrations
  const { rows } = await client.query('select id from public.platform_migration')
  const done = new Set(applied.parse(rows).map((row) => row.id))
  return migrations.filter(({ id }) => !done.has(id))
}

/** Runs the missing migrations in order, each once, in its own transaction; servers wait for each other. @throws with the migration's id */
export const migrate = async (
  pool: pg.Pool,
  migrations: readonly Migration[],
  logger: Logger = silentLog,
): Promise<void> => {
  refuseDoubles(migrations)
  // Whoever may not change anything need not, where nothing is missing.
  if ((await missingMigrations(pool, migrations)).length === 0) return
  // Neither a long migration nor the wait for another server's may run into the pool's limits.
  const client = new pg.Client({ ...pool.options, query_timeout: 0, statement_timeout: 0, lock_timeout: 0 })
  // A lost connection fails the query as well, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      `create table if not exists public.platform_migration
         (id text primary key, applied_at timestamptz not null default now())`,
    )
    const missing = await missingMigrations(client, migrations)
    const began = Date.now()
    for (const migration of missing) await apply(client, migration)
    const details = { migrations: missing.length, last: missing.at(-1)?.id, ms: Date.now() - began }
    if (missing.length > 0) logger.info(details, 'the tables were brought up to date')
  } finally {
    await client.end()
  }
}

const refuseDoubles = (migrations: readonly Migration[]): void => {
  const ids = new Set<string>()
  for (const { id } of migrations) {
    if (ids.has(id)) throw new Error(`two migrations are named ${id}`)
    ids.add(id)
  }
}

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  try {
    await transaction(client, async () => {
      await client.query(migration.sql)
      await client.query('insert into public.platform_migration (id) values ($1)', [migration.id])
    })
  } catch (error) {
    throw new Error(`migration ${migration.id} failed: ${asError(error).message}`, {
      cause: error,
    })
  }
}
