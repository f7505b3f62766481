import { consumerMigrations } from '../../projections/consumers/consumer.ts'
import { wordsMigrations } from '../../projections/texts/consumer.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Fields, Said, Values } from '../../domain/fields/values.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { category } from '../../domain/resources/category.ts'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import type { Actor, DecidedEvent, JsonObject } from '../../domain/event.ts'
import { post } from '../../domain/resources/post.ts'
import type { Resource } from '../../domain/resource.ts'
import { type Log, openLog } from '../../event-store/log.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { openPool } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'
import { personalKeyMigrations, personalKeys } from '../../platform/personal-keys.ts'
import { openProjector, type Projector, type ProjectorParts } from '../../projections/running/projector.ts'
import type { TestDatabase } from '../support/database.ts'
import { preparedDatabase } from '../support/prepared-database.ts'

export const now = '2026-11-02T09:00:00.000Z'
export const staff: Actor = { type: 'user', id: 7 }

/** A process of its own on the database: a pool, a log, and what it opens. */
export const openProcess = async (url: string, masterKey: Uint8Array) => {
  const pool = openPool(url, silentLog)
  const store = await postgresEventStore({ pool })
  const log = openLog({ store, keys: personalKeys(pool, masterKey), types: eventTypesOf(resources) })
  const projectors: Projector[] = []
  const project = async (parts: Partial<ProjectorParts> = {}) => {
    const projector = await openProjector({ pool, log, resources, logger: silentLog, lead: true, ...parts })
    projectors.push(projector)
    return projector
  }
  const close = async () => {
    await Promise.all(projectors.map((projector) => projector.stop()))
    await store.close()
    await pool.end()
  }
  return { pool, log, project, close }
}

const migrateLog = (pool: TestDatabase['pool']) =>
  migrate(pool, [...eventStoreMigrations, ...personalKeyMigrations, ...consumerMigrations, ...wordsMigrations])

const databaseFor = (hasReadModels: boolean): Promise<TestDatabase> =>
  hasReadModels
    ? preparedDatabase('read_models', async (pool, url) => {
        await migrateLog(pool)
        const opened = await openProcess(url, randomBytes(32))
        await (await opened.project()).ready
        await opened.close()
      })
    : preparedDatabase('log', migrateLog)

/** An empty Atrium: a database with the log's tables and, unless there are none, the read models, and a process on it. `close` ends all. */
export const openAtrium = async ({ hasReadModels = true } = {}) => {
  const database = await databaseFor(hasReadModels)
  const masterKey = randomBytes(32)
  const processes: Awaited<ReturnType<typeof openProcess>>[] = []
  const another = async () => {
    const opened = await openProcess(database.url, masterKey)
    processes.push(opened)
    return opened
  }
  const first = await another()
  const close = async () => {
    await Promise.all(processes.map((one) => one.close()))
    await database.drop()
  }
  return { ...first, admin: database.pool, another, close }
}

/** Appends events to a stream after what it holds. Answers the position of the last. */
export const append = async (
  log: Log,
  stream: string,
  events: readonly DecidedEvent[],
  at = now,
  actor = staff,
): Promise<bigint> => {
  const { head } = await log.read(stream)
  const commandId = randomUUID()
  const { position } = await log.append(head, events, { commandId, now: at, actor, correlationId: commandId })
  return position
}

const initial = (resource: Resource): JsonObject =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => !field.isDerived && !field.sets)
      .map(([name, field]) => [name, field.initial]),
  )

/** The event that begins a record: the initial values with these on top. */
export const created = <F extends Fields, S extends JsonObject>(
  resource: Resource<F>,
  values: Said<F & Readonly<Record<'slug', Field>>, S>,
): DecidedEvent => ({
  type: resource.events.create,
  data: { ...initial(resource), ...values },
})

/** The event that edits a record. */
export const edited = <F extends Fields, S extends JsonObject>(
  resource: Resource<F>,
  values: Said<F & Readonly<Record<'slug', Field>>, S>,
): DecidedEvent => ({ type: resource.events.edit ?? '', data: values })

export const createPost = (
  log: Log,
  id: number,
  values: Partial<Values<typeof post.fields>> & { slug?: string } = {},
  at = now,
): Promise<bigint> =>
  append(
    log,
    `post-${id}`,
    [created(post, { name: `Post ${id}`, slug: `post-number-${id}`, excerpt: `About ${id}`, category: 1, ...values })],
    at,
  )

export const createCategory = (log: Log, id: number, name: string): Promise<bigint> =>
  append(log, `category-${id}`, [created(category, { name, slug: name.toLowerCase() })])

/** Every row of a read table, as JSON, in order of its key. */
export const rowsOf = async <T = unknown>(
  pool: TestDatabase['pool'],
  schema: string,
  table: string,
  key = 'id',
): Promise<T[]> => {
  const { rows } = await pool.query<{ row: T }>(
    `select to_jsonb(t) as row from "${schema}"."${table}" t order by "${key}"`,
  )
  return rows.map((one) => one.row)
}
