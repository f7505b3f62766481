import { noSecrets } from './no-secrets.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { commandMigrations } from '../../commands/migrations.ts'
import type { Command, DispatchDependencies } from '../../commands/command.ts'
import { dispatcher } from '../../commands/dispatch.ts'
import { ids, raiseSequences } from '../../commands/ids.ts'
import { resources as known } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { loadRecord } from '../../commands/record.ts'
import type { Rules } from '../../commands/rules/rule.ts'
import { splitStream } from '../../domain/event.ts'
import type { Fields } from '../../domain/fields/values.ts'
import type { Resource } from '../../domain/resource.ts'
import type { EventStore } from '../../event-store/port.ts'
import type { Pool } from 'pg'
import { type Log, openLog } from '../../event-store/log.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { tableOfSnapshots } from '../../event-store/snapshots.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { personalKeyMigrations, personalKeys } from '../../platform/personal-keys.ts'
import { preparedDatabase } from './prepared-database.ts'
import type { SentBy } from './sent.ts'

export const masterKey = randomBytes(32)

// What read models that have reached the head of the log would say.
const activeIn =
  (log: Log): DispatchDependencies['activeIds'] =>
  async (resource, wanted) => {
    const streams = new Set((await log.store.readAll(0n, 10_000)).map((event) => event.stream))
    const ids = [...streams].map(splitStream).filter(({ category }) => category === resource.name)
    const states = await Promise.all(ids.map(({ id }) => loadRecord(log, resource, Number(id))))
    return states.flatMap(({ state: { id, status, values } }) =>
      status === 'active' && Object.entries(wanted).every(([name, value]) => JSON.stringify(values[name]) === value)
        ? [id]
        : [],
    )
  }

/**
 * The command room on a database of its own, without read models: `uses` or `usesOf` says what a deletion is told. `openStore`
 * opens another log than the table of events.
 */
export const openCommands = async ({
  resources = known,
  uses = 0,
  usesOf,
  rules,
  files,
  openSecrets = () => noSecrets,
  openStore = (pool) => postgresEventStore({ pool }),
}: {
  resources?: readonly Resource[]
  uses?: number
  usesOf?: DispatchDependencies['usesOf']
  rules?: Rules
  files?: DispatchDependencies['files']
  /** Where values lie that can be written and never read back. */
  openSecrets?: (pool: Pool) => DispatchDependencies['secrets']
  openStore?: (pool: Pool) => Promise<EventStore>
} = {}) => {
  const database = await preparedDatabase('commands', (pool) =>
    migrate(pool, [...eventStoreMigrations, ...personalKeyMigrations, ...commandMigrations]),
  )
  await raiseSequences(database.pool, resources, async () => 0)
  const store = await openStore(database.pool)
  const keys = personalKeys(database.pool, masterKey)
  const snapshots = tableOfSnapshots(database.pool, keys, 'test', store)
  const log = openLog({ store, keys, types: eventTypesOf(resources), snapshots })
  const state = { uses }
  const dispatch = dispatcher({
    log,
    ids: ids(database.pool),
    claimKey: masterKey,
    now: () => new Date('2026-11-02T09:00:00Z'),
    resources,
    usesOf: usesOf ?? (async () => ({ count: state.uses, plural: 'posts' })),
    activeIds: activeIn(log),
    ...(rules ? { rules } : {}),
    ...(files ? { files } : {}),
    clean: async (_fields, values) => ({ values, removed: [] }),
    secrets: openSecrets(database.pool),
  })
  const run = <F extends Fields, V extends string, S extends Record<string, unknown>>(
    command: Omit<Command, 'actor' | 'perms' | 'commandId' | 'resource' | 'sent'> &
      Partial<Command> & { resource: Resource<F>; verb: V; sent?: SentBy<F, V, S> },
  ) => dispatch<Fields>({ actor: { type: 'user', id: 7 }, perms: null, commandId: randomUUID(), ...command })
  const close = async () => {
    await store.close()
    await database.drop()
  }
  return { ...database, store, log, dispatch, run, state, close }
}
