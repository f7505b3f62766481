import { noSecrets } from './no-secrets.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { commandMigrations } from '../../commands/migrations.ts'
import { type Command, type DispatchDependencies, dispatcher } from '../../commands/dispatch.ts'
import { ids, raiseSequences } from '../../commands/ids.ts'
import { eventTypesOf, resources as known } from '../../domain/catalog.ts'
import type { Resource } from '../../domain/resource.ts'
import { openLog } from '../../event-store/log.ts'
import { eventStoreMigrations } from '../../event-store/migrations.ts'
import { postgresEventStore } from '../../event-store/postgres.ts'
import { tableOfSnapshots } from '../../event-store/snapshots.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { personalKeyMigrations, personalKeys } from '../../platform/personal-keys.ts'
import { testDatabase } from './database.ts'

export const masterKey = randomBytes(32)

/** The command room on a database of its own, without read models: `uses` or `usesOf` says what a deletion is told. */
export const openCommands = async ({
  resources = known,
  uses = 0,
  usesOf,
}: {
  resources?: readonly Resource[]
  uses?: number
  usesOf?: DispatchDependencies['usesOf']
} = {}) => {
  const database = await testDatabase()
  await migrate(database.pool, [...eventStoreMigrations, ...personalKeyMigrations, ...commandMigrations])
  await raiseSequences(database.pool, resources, async () => 0)
  const store = await postgresEventStore({ pool: database.pool })
  const keys = personalKeys(database.pool, masterKey)
  const snapshots = tableOfSnapshots(database.pool, keys, 'test')
  const log = openLog({ store, keys, types: eventTypesOf(resources), snapshots })
  const state = { uses }
  const dispatch = dispatcher({
    log,
    ids: ids(database.pool),
    claimKey: masterKey,
    now: () => new Date('2026-11-02T09:00:00Z'),
    resources,
    usesOf: usesOf ?? (async () => ({ count: state.uses, plural: 'posts' })),
    clean: async (_fields, values) => ({ values, removed: [] }),
    secrets: noSecrets,
  })
  const run = (command: Omit<Command, 'actor' | 'perms' | 'commandId'> & Partial<Command>) =>
    dispatch({ actor: { type: 'user', id: 7 }, perms: null, commandId: randomUUID(), ...command })
  const close = async () => {
    await store.close()
    await database.drop()
  }
  return { ...database, store, log, dispatch, run, state, close }
}
