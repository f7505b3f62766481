import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'
import { describeEventStore } from './contract.ts'
import { fakeEventStoreDb } from './fake-eventstoredb.ts'

describeEventStore(
  'EventStoreDB adapter on a fake server',
  async () => {
    const server = await fakeEventStoreDb()
    const database = await testDatabase()
    await migrate(database.pool, eventStoreMigrations)
    const openStore = () => eventStoreDb({ url: server.url, pool: database.pool })
    return {
      store: await openStore(),
      another: openStore,
      cutConnections: async () => {
        server.kill()
        await server.start()
      },
      drop: async () => {
        server.kill()
        await database.drop()
      },
    }
  },
  { refusesReusedIds: false, cutsConnections: true },
)
