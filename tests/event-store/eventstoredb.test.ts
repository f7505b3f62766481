import { describe } from 'vitest'
import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { describeEventStore } from './contract.ts'
import { realEventStoreDb } from './real-eventstoredb.ts'

const found = await realEventStoreDb()

if (found.missing !== null) {
  describe.skip(`event store contract: EventStoreDB (${found.missing})`, () => {})
} else {
  const open = found.open
  describeEventStore(
    'EventStoreDB',
    async () => {
      const server = await open()
      const database = await testDatabase()
      await migrate(database.pool, eventStoreMigrations)
      const openStore = () => eventStoreDb({ url: server.url, pool: database.pool })
      return {
        store: await openStore(),
        another: openStore,
        drop: async () => {
          await database.drop()
          await server.stop()
        },
      }
    },
    { refusesReusedIds: false, cutsConnections: false },
  )
}
