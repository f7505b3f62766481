import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { digestMigration } from '../commands/digest/digests.ts'
import { shortcutMigration } from '../commands/shortcuts/shortcuts.ts'
import { mailChoiceMigration } from '../commands/discussion/mail-choices.ts'
import { opensMigration } from '../commands/opens/opens.ts'
import { commandMigrations } from '../commands/migrations.ts'
import { signInMigrations } from '../commands/identity/sign-in/migrations.ts'
import { appendOnlyTables, eventStoreMigrations } from '../event-store/postgres/migrations.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { checkServer, reachServer } from '../platform/database/check-server.ts'
import { openEmbeddedDatabase } from '../platform/database/embedded.ts'
import { migrate, missingMigrations } from '../platform/database/migrations.ts'
import { type Access, grantTo, mayMigrate, roleOf } from '../platform/database/roles.ts'
import { openPool } from '../platform/database/pool.ts'
import { currentSecret } from '../platform/small-file.ts'
import { debugMigrations } from '../platform/debug-log.ts'
import { mailMigrations } from '../platform/mail/outbox.ts'
import { failureMigrations } from '../platform/database/failures.ts'
import { processMigrations } from '../platform/database/processes.ts'
import { personalKeyMigrations } from '../platform/personal-keys.ts'
import { purposeKeyMigrations } from '../platform/purpose-keys.ts'
import { consumerMigrations } from '../projections/consumers/consumer.ts'
import { wordsMigrations } from '../projections/texts/consumer.ts'
import { verificationMigrations } from '../projections/running/verifications.ts'
import { schemas } from './backup/tables.ts'
import { startError } from './start-error.ts'

/** A database that fits, with every table. After `leave` nothing of it is held, and an embedded server that nobody else uses has ended. */
export type Database = { pool: Pool; isEmbedded: boolean; leave(): Promise<void> }

/** Every step of what is never rebuilt, in order. */
export const migrations = [
  ...eventStoreMigrations,
  ...personalKeyMigrations,
  ...purposeKeyMigrations,
  ...commandMigrations,
  ...signInMigrations,
  mailChoiceMigration,
  digestMigration,
  opensMigration,
  shortcutMigration,
  ...mailMigrations,
  ...debugMigrations,
  ...processMigrations,
  ...failureMigrations,
  ...consumerMigrations,
  ...wordsMigrations,
  ...verificationMigrations,
]

const access: Access = {
  schemas: [...schemas, 'sequence'],
  appendOnly: appendOnlyTables,
  // Its counters are made as resources come.
  makesIn: ['sequence'],
}

const missing =
  'Migrations of the database are missing, and the user of DATABASE_URL may not run them: ' +
  'run npm run atrium -- migrate with DATABASE_ADMIN_URL.'

// Where somebody else is said to own the tables, the server must not become their owner.
const bringUpToDate = async (pool: Pool, { databaseAdminUrl }: Config, logger: Logger): Promise<void> => {
  if ((await missingMigrations(pool, migrations)).length === 0) return
  if (databaseAdminUrl !== null || !(await mayMigrate(pool))) throw new ConfigError(missing)
  await migrate(pool, migrations, logger)
}

/**
 * Runs the migrations as whom DATABASE_ADMIN_URL names, and gives whom DATABASE_URL names what the server needs. Answers the names of both.
 * @throws ConfigError when one of the variables is missing, a server does not let us in, or both are one
 */
export const migrateAsOwner = async (config: Config, logger: Logger): Promise<{ owner: string; server: string }> => {
  const { databaseUrl, databaseAdminUrl } = config
  if (databaseUrl === null || databaseAdminUrl === null)
    throw new ConfigError('DATABASE_URL and DATABASE_ADMIN_URL must both be set to migrate.')
  const [owning, serving] = [
    openPool(databaseAdminUrl, logger, 'atrium-migrate'),
    openPool(databaseUrl, logger, 'atrium-migrate'),
  ]
  try {
    await reachServer(owning, 'DATABASE_ADMIN_URL')
    await reachServer(serving)
    const [owner, server] = [await roleOf(owning), await roleOf(serving)]
    if (owner === server) throw new ConfigError('DATABASE_ADMIN_URL must name another user than DATABASE_URL.')
    await checkServer(owning)
    await migrate(owning, migrations, logger)
    await grantTo(owning, server, access)
    return { owner, server }
  } finally {
    await Promise.all([owning.end(), serving.end()])
  }
}

const openEmbedded = (config: Config, logger: Logger) =>
  openEmbeddedDatabase(config.dataDir, logger).catch((error: unknown) => {
    throw startError(error, config)
  })

/**
 * Reaches the PostgreSQL database that DATABASE_URL names, or the one in DATA_DIR, whose server is started; its tables stay as they are.
 * @throws ConfigError when the server does not let us in, or a setting is unsafe
 */
export const reachDatabase = async (config: Config, logger: Logger, name?: string): Promise<Database> => {
  const embedded = config.databaseUrl === null ? await openEmbedded(config, logger) : null
  const url = currentSecret(config.databaseUrlFile, config.databaseUrl ?? embedded?.url ?? '')
  const pool = openPool(url, logger, name)
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
    return { pool, isEmbedded: embedded !== null, leave }
  } catch (error) {
    await leave().catch(() => undefined)
    throw startError(error, config)
  }
}

/** The variables with which a command works as the owner of the tables, where they have one of their own. */
export const ofOwner = (config: Config): Config =>
  config.databaseAdminUrl === null
    ? config
    : { ...config, databaseUrl: config.databaseAdminUrl, databaseUrlFile: null, databaseAdminUrl: null }

/** The same, brought up to date. @throws ConfigError also when migrations are missing that whom DATABASE_URL names may not run */
export const openDatabase = async (config: Config, logger: Logger, name?: string): Promise<Database> => {
  const database = await reachDatabase(config, logger, name)
  try {
    await bringUpToDate(database.pool, config, logger)
    return database
  } catch (error) {
    await database.leave().catch(() => undefined)
    throw startError(error, config)
  }
}
