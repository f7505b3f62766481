import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { fakeEventStoreDb } from '../event-store/fake-eventstoredb.ts'
import { declarationsChange } from './declarations.ts'

declarationsChange('PostgreSQL', {
  open: async ({ pool }) => ({ store: await postgresEventStore({ pool }), stop: () => {} }),
})

declarationsChange('EventStoreDB', {
  open: async ({ pool }) => {
    const server = await fakeEventStoreDb()
    return { store: await eventStoreDb({ url: server.url, pool }), stop: () => server.kill() }
  },
})
