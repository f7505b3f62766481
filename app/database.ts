import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { commandMigrations } from '../commands/migrations.ts'
import { signInMigrations } from '../commands/identity/sign-in/migrations.ts'
import { eventStoreMigrations } from '../event-store/postgres/migrations.ts'
import type { Config } from '../platform/config.ts'
import { checkServer, reachServer } from '../platform/database/check-server.ts'
import { openEmbeddedDatabase } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrations.ts'
import { openPool } from '../platform/database/pool.ts'
import { debugMigrations } from '../platform/debug-log.ts'
import { mailMigrations } from '../platform/mail/outbox.ts'
import { personalKeyMigrations } from '../platform/personal-keys.ts'
import { purposeKeyMigrations } from '../platform/purpose-keys.ts'
import { consumerMigrations } from '../projections/consumers/consumer.ts'
import { startError } from './start-error.ts'

/** A database that fits, with every table. After `leave` nothing of it is held, and an embedded server that nobody else uses has ended. */
export type Database = { pool: Pool; isEmbedded: boolean; leave(): Promise<void> }

const migrations = [
  ...eventStoreMigrations,
  ...personalKeyMigrations,
  ...purposeKeyMigrations,
  ...commandMigrations,
  ...signInMigrations,
  ...mailMigrations,
  ...debugMigrations,
  ...consumerMigrations,
]

const openEmbedded = (config: Config, logger: Logger) =>
  openEmbeddedDatabase(config.dataDir, logger).catch((error: unknown) => {
    throw startError(error, config)
  })

/**
 * Opens the PostgreSQL database that DATABASE_URL names, or the one in DATA_DIR, whose server is started, and brings it up to date.
 * @throws ConfigError when the server does not let us in, or a setting is unsafe
 */
export const openDatabase = async (config: Config, logger: Logger, name?: string): Promise<Database> => {
  const embedded = config.databaseUrl === null ? await openEmbedded(config, logger) : null
  const pool = openPool(config.databaseUrl ?? embedded?.url ?? '', logger, name)
  const leave = async () => {
    try {
      await pool.end()
    } finally {
      await embedded?.leave()
    }
  }
  try {
    if (embedded === null) await reachServer(pool)
    await checkServer(pool)
    await migrate(pool, migrations)
    return { pool, isEmbedded: embedded !== null, leave }
  } catch (error) {
    await leave().catch(() => undefined)
    throw startError(error, config)
  }
}
