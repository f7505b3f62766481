import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Resource } from '../domain/resource.ts'
import { takeLock, transaction, tryLock, unlock } from '../platform/database/connection.ts'
import { foldSources } from './fold/fold-sources.ts'
import { clockOf, momentSchema, viewsOf } from './past/views.ts'
import { quote } from './sql.ts'
import { supportTables, tablesOf } from './tables.ts'
import type { Table } from './table.ts'

export type ReadSchema = { name: string; resources: readonly Resource[]; tables: readonly Table[] }

/** Whatever runs a statement: a pool, a pooled client or one of our own. */
export type Queryable = Pick<pg.Client, 'query'>

const columnsSql = (table: Table) =>
  table.columns.map(([name, type]) => `${quote(name)} ${type}${name === table.key ? ' primary key' : ''}`).join(', ')

const tableSql = (schema: string, table: Table): string[] => {
  const name = `${quote(schema)}.${quote(table.name)}`
  return [
    `create table ${name} (${columnsSql(table)})`,
    ...table.settings.map((setting) => `alter table ${name} ${setting}`),
  ]
}

/** What a declaration says about rows beside their columns. Labels, bounds and the like decide nothing here. */
const foldedBy = ({ name, owner, inbox, publishing, fields, list, events, past = {}, verbs }: Resource) => ({
  name,
  number: inbox?.number,
  owner,
  publishing,
  fields: Object.entries(fields).map(([field, { kind, initial, isPersonal, isDerived, sets, of }]) => {
    const parts = Object.entries(of?.fields ?? {}).flatMap(([part, one]) => (one.isPersonal ? [part] : []))
    return { field, kind, initial, isPersonal, isDerived, sets, parts }
  }),
  search: list.search,
  events,
  steps: Object.entries(past).map(([type, steps]) => [type, steps.length]),
  verbs: Object.entries(verbs).map(([verb, { on }]) => [verb, on]),
})

const shapeOf = (resources: readonly Resource[], tables: readonly Table[]): string => {
  const statements = [...tables, ...supportTables].flatMap((table) => [...tableSql('', table), ...table.indexes])
  return JSON.stringify([foldSources(), resources.map(foldedBy), statements, clockOf(''), viewsOf('', tables)])
}

const named = new WeakMap<readonly Resource[], ReadSchema>()

/** `read_` and 8 hex digits over tables, declarations and the code that folds: whatever changes the rows changes the name (0071). */
export const readSchema = (resources: readonly Resource[]): ReadSchema => {
  const known = named.get(resources)
  if (known) return known
  const tables = tablesOf(resources)
  const hash = createHash('sha256').update(shapeOf(resources, tables)).digest('hex').slice(0, 8)
  const schema = { name: `read_${hash}`, resources, tables }
  named.set(resources, schema)
  return schema
}

/** The schema beside one that serves, for a rebuild or a comparison. */
export const besides = (schema: ReadSchema, suffix: 'next' | 'verify'): ReadSchema => ({
  ...schema,
  name: `${schema.name}_${suffix}`,
})

/** Lets the connections of a pool find the read tables by plain names; call it right after openPool. */
export const useReadSchema = async (pool: pg.Pool, resources: readonly Resource[]): Promise<void> => {
  const { name } = readSchema(resources)
  // A scan that stops at a limit begins at the oldest row, not where another one is: what it takes follows from what it asks alone.
  const options = `-c search_path=${name},public -c synchronize_seqscans=off`
  if (pool.options.options === options) return
  pool.options.options = options
  const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of idle) {
    await client.query(`set search_path = ${quote(name)}, public; set synchronize_seqscans = off`)
    client.release()
  }
}

/** True when there is a schema of this name. */
export const schemaExists = async (client: Queryable, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${quote(name)}.checkpoint`,
  ])
  return rows[0]?.found === true
}

/** Creates schema and tables without secondary indexes, unless they are there; whole or not at all. */
export const createSchema = async (client: Queryable, { name, tables }: ReadSchema): Promise<void> => {
  if (await schemaExists(client, name)) return
  await transaction(client, async () => {
    // Servers that start at once would collide in the catalogue.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('${name} tables', 0))`)
    if (await schemaExists(client, name)) return
    // Moments outlive a read schema that somebody dropped by hand.
    await client.query(`drop schema if exists ${quote(momentSchema(name))} cascade`)
    for (const one of [name, momentSchema(name)]) await client.query(`create schema if not exists ${quote(one)}`)
    const made = [...tables, ...supportTables].flatMap((table) => tableSql(name, table))
    for (const statement of [...made, clockOf(name), ...viewsOf(name, tables)]) await client.query(statement)
    await client.query(
      `insert into ${quote(name)}.checkpoint values ('read', 0, gen_random_uuid(), false, clock_timestamp())`,
    )
  })
}

/** Runs statements on connections that each take the next; the first that fails ends it. */
const shared = async (clients: readonly Queryable[], statements: readonly string[]): Promise<void> => {
  const waiting = [...statements]
  const work = async (client: Queryable) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
  }
  try {
    await Promise.all(clients.map(work))
  } finally {
    waiting.length = 0
  }
}

// Enough to sort 100,000 rows or the trigrams of their keywords at once.
const memory = '128MB'

/** Makes what the load does better without: indexes and statistics. Harmless when repeated. @param clients connections that share the work */
export const createIndexes = async (
  clients: readonly [Queryable, ...Queryable[]],
  schema: ReadSchema,
): Promise<void> => {
  const { name, tables } = schema
  const all = [...tables, ...supportTables].map((table) => ({
    ...table,
    target: `${quote(name)}.${quote(table.name)}`,
  }))
  const indexes = all.flatMap(({ name: of, target, indexes: definitions }) =>
    definitions.map(
      (definition, index) => `create index if not exists ${quote(`${of}_${index}`)} on ${target} ${definition}`,
    ),
  )
  // Those that take longest begin first.
  const isLong = (statement: string) => statement.includes('using gin')
  const inOrder = [...indexes.filter(isLong), ...indexes.filter((statement) => !isLong(statement))]
  for (const client of clients) await client.query(`set maintenance_work_mem = '${memory}'`)
  await shared(clients, inOrder)
  // Index-only scans need the visibility map, which only a vacuum writes.
  await shared(
    clients,
    all.map(({ target }) => `vacuum (analyze) ${target}`),
  )
  for (const client of clients) await client.query('reset maintenance_work_mem')
  await clients[0].query(`update ${quote(name)}.checkpoint set is_indexed = true`)
}

/** Drops a read schema with all that is in it, and its moments. */
export const dropSchema = async (client: Queryable, name: string): Promise<void> => {
  await client.query(`drop schema if exists ${quote(momentSchema(name))}, ${quote(name)} cascade`)
}

/** Gives a read schema, and its moments, another name. */
export const renameSchema = async (client: Queryable, name: string, other: string): Promise<void> => {
  for (const of of [(one: string) => one, momentSchema])
    await client.query(`alter schema ${quote(of(name))} rename to ${quote(of(other))}`)
}

/** Drops what killed runs of rebuild and verify left behind; a run that lives holds the lock of its schema's name. */
export const clearLeftovers = async (client: pg.Client, { name }: Pick<ReadSchema, 'name'>): Promise<void> => {
  await dropSchema(client, `${name}_old`)
  for (const other of [`${name}_next`, `${name}_verify`]) {
    if (!(await tryLock(client, other))) continue
    await dropSchema(client, other)
    await unlock(client, other)
  }
}

// For a day after a person's key was destroyed, what they were called is looked for in what others left behind.
const isAbandoned = (name: string) => `select 1 from ${quote(name)}.checkpoint
  where updated_at < clock_timestamp() - interval '1 day'
    or exists (select from keys.subject where destroyed_at > clock_timestamp() - interval '1 day')`

// Whoever drops them takes this in turn.
const dropping = 'abandoned read models'

/**
 * Drops read schemas that nobody holds the lock of, after a day or an erasure; what others are dropping is gone as well when it
 * answers. @param client a connection of its own @throws Error while others have been at it for too long
 */
export const dropAbandoned = async (client: pg.Client, { name }: Pick<ReadSchema, 'name'>): Promise<string[]> => {
  if (!(await takeLock(client, dropping))) throw new Error('others are still dropping read models')
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^read_[0-9a-f]{8}(_next|_verify|_old)?$' and nspname not like $1 || '%'",
    [name],
  )
  const dropped: string[] = []
  for (const other of rows) {
    if (!(await schemaExists(client, other.name)) || !(await tryLock(client, other.name))) continue
    if ((await client.query(isAbandoned(other.name))).rowCount === 1) {
      await dropSchema(client, other.name)
      dropped.push(other.name)
    }
    await unlock(client, other.name)
  }
  await unlock(client, dropping)
  return dropped
}
