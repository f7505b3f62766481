import type { Resource } from '../domain/resource.ts'
import { liveColumns } from './live.ts'
import { expand } from './expand.ts'
import { filterSql } from './filters.ts'
import type { RecordRow } from './kinds.ts'
import { ownedSql } from './list.ts'
import { slugThen } from './past/held.ts'
import { recordColumns } from './record-columns.ts'
import { type Scope, scopeSql } from './scope.ts'
import { changedBySql, isKeyOf, placeholders, preparedName, quote } from './sql.ts'
import type { Reader } from './reader.ts'

type Resources = ReadonlyMap<string, Resource>

/** The id of the record that has a slug, else of the one that once had it; what lies in Trash comes last. `slug` is a placeholder. @param isThen for a reader of a moment */
export const idBySlugSql = (resource: Resource, scope: Scope, slug: string, isThen = false): string => {
  const table = quote(resource.name)
  // Behind a select it is unknown to each plan: one for the very address is estimated as cheaper than any for all, so that every call is planned anew.
  const had = `t.slugs @> array[(select ${slug}::text)]`
  const former = isThen ? `${slugThen(resource.name, `${slug}::text`)} and ${had}` : had
  const current = `t.slug = ${slug}`
  const asked = scope === 'all' ? ["t.status <> 'deleted'", "t.status = 'deleted'"] : [scopeSql(resource, scope, 't')]
  const looks = asked.flatMap((condition) => [
    `(select t.id from ${table} t where ${current} and ${condition} order by t.id desc limit 1)`,
    // The addition keeps the planner from passing through all ids for it: few ever had an address.
    `(select t.id from ${table} t where ${former} and ${condition} order by t.id + 0 desc limit 1)`,
  ])
  return `coalesce(${looks.join(', ')})`
}

/** The statement of one record by the id or slug that `key` says in SQL, with columns on `t`. */
export const findText = (
  resource: Resource,
  { columns, joins }: { columns: string; joins: string },
  isId: boolean,
  scope: Scope,
  isThen = false,
  key = '$1',
): string => {
  const id = isId ? `${key}::integer` : idBySlugSql(resource, scope, key, isThen)
  const conditions = [scopeSql(resource, scope, 't'), ...ownedSql(resource)]
  return `select ${columns} from ${quote(resource.name)} t ${joins} where t.id = ${id} and ${conditions.join(' and ')}`
}

const build = (resource: Resource, isId: boolean, scope: Scope, resources: Resources, isThen: boolean) => {
  const columns = recordColumns(resource, resources, 'whole', [...liveColumns(resource), changedBySql])
  return {
    ...preparedName('find', resource.name, scope, isId ? 'id' : 'slug'),
    text: findText(resource, columns, isId, scope, isThen),
    read: columns.read,
  }
}

const written = new WeakMap<Resources, Map<string, ReturnType<typeof build>>>()

/** The statement of one record by id or slug. Digits must be an id. */
export const findStatement = (resource: Resource, key: string, scope: Scope, resources: Resources, isThen = false) => {
  const isId = /^\d+$/.test(key)
  const known = written.get(resources) ?? new Map<string, ReturnType<typeof build>>()
  written.set(resources, known)
  const name = `${resource.name} ${scope} ${isId} ${isThen}`
  const statement = known.get(name) ?? build(resource, isId, scope, resources, isThen)
  known.set(name, statement)
  return { ...statement, values: [key] }
}

/** One record by id (digits) or slug in one statement; null when it is not there for this scope. `changed_by` is a name. */
export const findRecord = async (
  pool: Reader,
  resource: Resource,
  key: string,
  scope: Scope,
  resources: Resources,
): Promise<RecordRow | null> => {
  if (!isKeyOf(resource, key)) return null
  const { read, ...statement } = findStatement(resource, key, scope, resources, pool.isThen)
  const { rows } = await pool.query<RecordRow>(statement)
  const [row = null] = await expand(pool, resources, resource, rows.map(read))
  return row
}

/** The ids of the active records whose fields hold these values. */
export const activeIds = async (
  pool: Reader,
  resource: Resource,
  wanted: Readonly<Record<string, string>>,
  resources: Resources,
): Promise<number[]> => {
  const { values, put } = placeholders()
  const sql = Object.entries(wanted).map(([name, value]) => ` and ${filterSql(resource, resources, name, value, put)}`)
  const text = `select t.id from ${quote(resource.name)} t where t.status = 'active'${sql.join('')} order by t.id`
  const { rows } = await pool.query<{ id: number }>({ text, values })
  return rows.map(({ id }) => id)
}

/** Who points at a record with a field: their names, and that they are inactive. */
export type Holder = { id: number; name: string; slug: string | null; isInactive?: true }

/** The records whose field of many references holds an id, by name, Trash apart. */
export const holdersOf = async (pool: Reader, holder: Resource, field: string, id: number): Promise<Holder[]> => {
  const text = `select t.id, t.label as name, t.slug, t.status from ${quote(holder.name)} t
    where t.${quote(field)} @> to_jsonb($1::integer) and t.status <> 'deleted' order by lower(t.label), t.id`
  const { rows } = await pool.query<{ id: number; name: string; slug: string | null; status: string }>(text, [id])
  return rows.map(({ status, ...one }) => ({ ...one, ...(status === 'inactive' ? { isInactive: true as const } : {}) }))
}

/** What records are called, by id. */
export const labelsOf = async (
  pool: Reader,
  resource: Resource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const text = `select id, label from ${quote(resource.name)} where id = any($1::integer[])`
  const { rows } = await pool.query<{ id: number; label: string }>(text, [ids])
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/** The ids of all records that there are, also in Trash. */
export const everyId = async (pool: Reader, { name }: Pick<Resource, 'name'>): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>(`select id from ${quote(name)} order by id`)
  return rows.map(({ id }) => id)
}

/** The highest id that a read model knows, 0 without one: sequences are raised above it (X21). */
export const highestId = async (pool: Reader, resource: Resource): Promise<number> => {
  const { rows } = await pool.query<{ id: number | null }>(`select max(id) as id from ${quote(resource.name)}`)
  return rows[0]?.id ?? 0
}
