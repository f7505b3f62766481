import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { raiseSequences } from '../commands/ids.ts'
import { eventTypesOf } from '../domain/event-types.ts'
import { configuration, configurationId } from '../domain/resources/configuration.ts'
import { isoPage, page } from '../domain/resources/page.ts'
import type { Resource } from '../domain/resource.ts'
import { auditor, role } from '../domain/resources/role.ts'
import { type Log, openLog } from '../event-store/log.ts'
import { type EventStore, StoreUnavailable } from '../event-store/port.ts'
import { postgresEventStore } from '../event-store/postgres/store.ts'
import { openProof, type Proof } from '../event-store/merkle/proof.ts'
import { checkPlaceOfLog } from './place-of-log.ts'
import { tableOfSnapshots } from '../event-store/snapshots.ts'
import { type ChangeSignal, changeSignal } from '../platform/signal.ts'
import type { Logger as Reports } from '../platform/logger.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { listenTo } from '../platform/database/listener.ts'
import { areInForce, type KeyFor, openPurposeKeys } from '../platform/purpose-keys.ts'
import { keyDestroyedChannel, type PersonalKeys, personalKeys } from '../platform/personal-keys.ts'
import { readSchema, useReadSchema } from '../projections/schema.ts'
import { openDatabase } from './database.ts'
import { sealedColumns } from './sealed-columns.ts'
import { startError } from './start-error.ts'

/** The database and the log, open: what the server and the command line both stand on. */
export type Base = {
  pool: Pool
  log: Log
  keys: PersonalKeys
  keyFor: KeyFor
  isEmbedded: boolean
  proof: Proof
  /** Raised when a person's key was destroyed, in whatever process, or may have been. */
  erased: ChangeSignal
  close(): Promise<void>
}

/** What every part of a server stands on: the same, with what it serves and where it reports. */
export type Ground = Pick<Base, 'pool' | 'log' | 'keys' | 'keyFor'> & {
  config: Config
  resources: readonly Resource[]
  logger: Reports
}

// Ids that are given without drawing them.
const fixedIds: Readonly<Record<string, number>> = {
  [role.name]: auditor.id,
  [configuration.name]: configurationId,
  [page.name]: isoPage.id,
}

// The client of EventStoreDB takes half a second to load, so only those who use it wait for it.
const openStore = async (config: Config, pool: Pool, logger: Logger): Promise<EventStore> => {
  if (config.eventStoreUrl === null) return postgresEventStore({ pool, log: logger })
  const { eventStoreDb } = await import('../event-store/eventstoredb/store.ts')
  return eventStoreDb({ url: config.eventStoreUrl, pool, log: logger })
}

// Two stores that do not belong together would read as if everybody had been erased (docs/architecture.md#the-log). An erased person's key is
// still a row, so whoever has none was never known here.
const checkPair = async (pool: Pool, log: Log): Promise<void> => {
  const oldest = await log.store.readAll(0n, 500)
  const people = [...new Set(oldest.flatMap((event) => (event.personal ? [event.personal.subject] : [])))]
  if (people.length === 0) return
  const { rowCount } = await pool.query('select 1 from keys.subject where subject = any($1)', [people])
  if (rowCount === people.length) return
  throw new ConfigError(
    'EVENTSTORE_URL and DATABASE_URL do not belong together: the log holds personal data whose keys the database lacks. ' +
      'Name the right pair, or accept the loss with: npm run atrium -- accept-lost-keys.',
  )
}

// With keys of before this process would seal what nobody can open: it ends by the way of errors that nobody catches.
const endUnlessInForce = async (pool: Pool, masterKey: Uint8Array, keyFor: KeyFor): Promise<void> => {
  if (pool.ending || (await areInForce(pool, masterKey, keyFor))) return
  setImmediate(() => {
    throw new ConfigError('MASTER_KEY was rotated while this process ran: start it again with the new one.')
  })
}

/**
 * Keys at hand are forgotten whenever one is destroyed, in whatever process; `erased` is raised then. What a
 * connection that was lost may have missed is also a rotation of all keys, which refuses to run beside one.
 */
const listenForErasure = (pool: Pool, keys: PersonalKeys, logger: Logger, stillInForce: () => Promise<void>) => {
  const erased = changeSignal()
  const warn = (message: string, error: unknown) => logger.warn({ err: error }, message)
  const forget = () => {
    keys.forget()
    erased.raise()
    stillInForce().catch((error: unknown) => warn('the keys could not be compared with those in force', error))
  }
  return { erased, listener: listenTo(pool, keyDestroyedChannel, { raise: forget }, warn) }
}

/**
 * Opens what DATA_DIR or the variables name: PostgreSQL (started when embedded), migrations, keys, the log.
 * @throws ConfigError when a server does not let us in, a setting is unsafe, the master key is another or the two stores do not belong
 * together.
 */
export const openBase = async (
  config: Config,
  logger: Logger,
  resources: readonly Resource[],
  isPairChecked = true,
): Promise<Base> => {
  const { pool, isEmbedded, leave } = await openDatabase(config, logger)
  try {
    const keyFor = await openPurposeKeys(pool, config.masterKey, sealedColumns)
    await raiseSequences(pool, resources, async ({ name }) => fixedIds[name] ?? 0)
    await useReadSchema(pool, resources)
    const store = await openStore(config, pool, logger)
    const keys = personalKeys(pool, keyFor('personal keys'))
    // What decides how read models are folded decides how records are.
    const snapshots = tableOfSnapshots(pool, keys, readSchema(resources).name, store)
    const log = openLog({ store, keys, types: eventTypesOf(resources), snapshots })
    const { erased, listener } = listenForErasure(pool, keys, logger, () =>
      endUnlessInForce(pool, config.masterKey, keyFor),
    )
    await checkPlaceOfLog(pool, store, config.eventStoreUrl !== null)
    if (isPairChecked) await checkPair(pool, log)
    const proof = await openProof(config, pool, store, keyFor('checkpoints'))
    listener.start()
    return {
      pool,
      log,
      proof,
      keys,
      keyFor,
      isEmbedded,
      erased,
      close: async () => {
        await listener.close()
        await store.close()
        await leave()
      },
    }
  } catch (error) {
    await leave().catch(() => undefined)
    if (error instanceof StoreUnavailable && config.eventStoreUrl !== null)
      throw new ConfigError('EVENTSTORE_URL must name an EventStoreDB that answers.', { cause: error })
    throw startError(error, config)
  }
}
