import type { Pool } from 'pg'
import { endOfMoved } from '../event-store/eventstoredb/moved.ts'
import type { EventStore } from '../event-store/port.ts'
import { ConfigError } from '../platform/config.ts'

const movedElsewhere = 'EVENTSTORE_URL must be set: the log of this database was moved to EventStoreDB.'
const notMoved =
  'EVENTSTORE_URL must not be set while the log of this database is in PostgreSQL: move it first (npm run atrium -- migrate-log).'
const lacksEvents = 'EVENTSTORE_URL must name the EventStoreDB that the log was moved to: this one lacks its events.'

/**
 * A log is in one store. @throws ConfigError for a setting that names another one, where events would be missing or be written twice;
 * StoreUnavailable
 */
export const checkPlaceOfLog = async (
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  isInEventStoreDb: boolean,
): Promise<void> => {
  const moved = await endOfMoved(pool)
  if (!isInEventStoreDb) {
    if (moved) throw new ConfigError(movedElsewhere)
    return
  }
  const head = await store.head()
  if (moved && head < moved.position) throw new ConfigError(lacksEvents)
  if (moved || (await pool.query('select 1 from log.event limit 1')).rowCount === 0) return
  throw new ConfigError(notMoved)
}
