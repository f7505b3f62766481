import type { Json } from '../../domain/event.ts'
import type { LogEvent } from '../../event-store/log.ts'
import { columnsSql, columnValues } from './binary-encoding.ts'
import { activityProjection } from '../fold/fold-activity.ts'
import { chartProjections } from '../people/fold-chart.ts'
import { concernedBy, type Folded, foldBatch, keysToLoad, type Rows } from '../fold/fold.ts'
import { recordProjection } from '../fold/fold-record.ts'
import { usesProjection } from '../fold/fold-uses.ts'
import { totalsPart } from '../past/totals.ts'
import { type Part, pastParts } from '../past/write.ts'
import type { Projection, Row } from '../projection.ts'
import type { Queryable, ReadSchema } from '../schema.ts'
import { quote } from '../sql.ts'
import { statementOf } from './statements.ts'
import type { Table } from '../table.ts'

/** An event that is set aside: it, and later ones of its stream, wait for a replay. */
export type DeadLetter = { position: bigint; projection: string; stream: string; eventId: string; error: string }

/** `fence` changes when somebody else has touched them (a swap, a replay); `halted` says why projecting stands still. */
export type Checkpoint = { position: bigint; fence: string; isIndexed: boolean; halted: string | null }

export type ReadModelWriter = {
  schema: ReadSchema
  projections: readonly Projection[]
  client: Queryable
  reader: Queryable
  checkpoint: Checkpoint
}

/** Somebody else moved the checkpoint: whoever sees this steps down (docs/architecture.md#the-read-side). */
export class SteppedDown extends Error {
  constructor(schema: string) {
    super(`the read models of ${schema} are being written by another`)
    this.name = 'SteppedDown'
  }
}

/** Every projection of the group: one for each resource, the trail, what uses what, and what was so when. */
export const projectionsOf = (schema: ReadSchema): readonly Projection[] => [
  ...schema.resources.map(recordProjection),
  activityProjection(schema.resources),
  usesProjection(schema.resources),
  ...chartProjections(schema.resources),
]

/** Where read models stand. @throws the database's error when the schema is not there. */
export const readCheckpoint = async (client: Queryable, schema: string): Promise<Checkpoint> => {
  const { rows } = await client.query<{ position: string; fence: string; is_indexed: boolean; halted: string | null }>(
    `select position, fence, is_indexed, halted from ${quote(schema)}.checkpoint where name = 'read'`,
  )
  const [row] = rows
  if (!row) throw new Error(`${schema} has no checkpoint`)
  return { position: BigInt(row.position), fence: row.fence, isIndexed: row.is_indexed, halted: row.halted }
}

/** Says in the checkpoint that projecting stands still before this position, for every process to know. The next move clears it. */
export const markHalted = async (client: Queryable, schema: string, position: bigint, why: string): Promise<void> => {
  await client.query(
    `update ${quote(schema)}.checkpoint set halted = $1 where name = 'read' and position < $2 and halted is distinct from $1`,
    [why.slice(0, 2_000), String(position)],
  )
}

/** Read models ready to be written from where they stand. @param reader a second connection, when batches overlap */
export const openWriter = async (client: Queryable, schema: ReadSchema, reader = client): Promise<ReadModelWriter> => ({
  schema,
  client,
  reader,
  projections: projectionsOf(schema),
  checkpoint: await readCheckpoint(client, schema.name),
})

/** The same for whoever does not lead, within its transaction: the changed fence makes the leader look again. */
export const openFenced = async (client: Queryable, schema: ReadSchema): Promise<ReadModelWriter> => {
  await client.query(`update ${quote(schema.name)}.checkpoint set fence = gen_random_uuid() where name = 'read'`)
  return openWriter(client, schema)
}

const loadSql = (schema: string, asked: readonly Table[]): string => {
  const selects = asked.map((table, index) => {
    const type = table.columns.find(([name]) => name === table.key)?.[1] ?? 'text'
    const columns = table.columns.flatMap(([name]) => (table.long.includes(name) ? [] : [`r.${quote(name)}`]))
    return `select '${table.name}' as table_name, "${table.key}"::text as key,
      (select to_json(short) from (select ${columns.join(', ')}) short) as row
      from ${quote(schema)}.${quote(table.name)} r where "${table.key}" = any($${index + 1}::text[]::${type}[])`
  })
  return selects.join(' union all ')
}

/** Rows by table and key, without their long columns. */
export const load = async (
  reader: Queryable,
  schema: ReadSchema,
  keys: ReadonlyMap<string, readonly string[]>,
): Promise<Rows> => {
  const loaded: Rows = new Map()
  if (keys.size === 0) return loaded
  const asked = schema.tables.filter((table) => keys.has(table.name))
  const { rows } = await reader.query<{ table_name: string; key: string; row: Row }>({
    ...statementOf(schema, ['load', ...asked.map(({ name }) => name)], () => loadSql(schema.name, asked)),
    values: asked.map((table) => keys.get(table.name)),
  })
  for (const { table_name, key, row } of rows) {
    const known = loaded.get(table_name) ?? new Map<string, Row>()
    loaded.set(table_name, known.set(key, row))
  }
  return loaded
}

const upsert = (schema: string, table: Table, parameter: number): string => {
  const target = `${quote(schema)}.${quote(table.name)}`
  const columns = table.columns.map(([name]) => quote(name))
  const valueOf = (name: string) =>
    table.long.includes(name) ? `coalesce(excluded.${quote(name)}, kept.${quote(name)})` : `excluded.${quote(name)}`
  return `${quote(`write_${table.name}`)} as (
    insert into ${target} as kept ${columnsSql(table, parameter)} where exists (select from moved)
    on conflict (${quote(table.key)}) do update set (${columns.join(', ')}) = row(${table.columns.map(([name]) => valueOf(name)).join(', ')})
    ${columns.includes('"position"') && table.key !== 'position' ? 'where excluded.position > kept.position' : ''})`
}

const totalsSql = (schema: string, parameter: number): string => `totals as (
  insert into ${quote(schema)}.list_total as kept select * from json_populate_recordset(null::${quote(schema)}.list_total, $${parameter}) where exists (select from moved)
  on conflict (resource) do update set active = kept.active + excluded.active, inactive = kept.inactive + excluded.inactive, deleted = kept.deleted + excluded.deleted)`

const deadLetterSql = (schema: string, parameter: number): string => `aside as (
  insert into ${quote(schema)}.dead_letter select * from json_populate_recordset(null::${quote(schema)}.dead_letter, $${parameter}) where exists (select from moved))`

const toDeadLetters = (deadLetters: readonly DeadLetter[]): Json[] =>
  deadLetters.map(({ position, projection, stream, eventId, error }) => ({
    position: String(position),
    projection,
    stream,
    event_id: eventId,
    error: error.slice(0, 2_000),
    at: new Date().toISOString(),
  }))

/** What a batch leads to, not yet written. `position` is where the checkpoint goes with it. */
export type Prepared = { folded: Folded; deadLetters: readonly DeadLetter[]; position: bigint }

/** Rows as they are once what is not yet written is written: those are known, and all others can be loaded meanwhile. */
const loadAfter = async (
  writer: ReadModelWriter,
  keys: ReadonlyMap<string, readonly string[]>,
  unwritten: readonly Rows[],
): Promise<Rows> => {
  const known: Rows = new Map()
  const missing = new Map<string, string[]>()
  for (const [table, wanted] of keys) {
    const rows = new Map<string, Row>()
    const rest: string[] = []
    for (const key of wanted) {
      const row = unwritten
        .find((one) => one.get(table)?.has(key))
        ?.get(table)
        ?.get(key)
      if (row) rows.set(key, row)
      else rest.push(key)
    }
    known.set(table, rows)
    if (rest.length > 0) missing.set(table, rest)
  }
  const client = unwritten.length > 0 ? writer.reader : writer.client
  for (const [table, rows] of await load(client, writer.schema, missing))
    for (const [key, row] of rows) known.get(table)?.set(key, row)
  return known
}

/** Folds events over their rows: `position` is where the checkpoint goes, `unwritten` earlier rows not yet written, newest first. */
export const prepare = async (
  writer: ReadModelWriter,
  events: readonly LogEvent[],
  position: bigint,
  deadLetters: readonly DeadLetter[] = [],
  unwritten: readonly Rows[] = [],
): Promise<Prepared> => {
  const concerned = concernedBy(writer.projections, events)
  const loaded = await loadAfter(writer, keysToLoad(concerned), unwritten)
  return { folded: foldBatch(concerned, loaded), deadLetters, position }
}

/** A batch as parts of one statement. What it adds to no total is left out. */
const partsOf = ({ name: schema, tables }: ReadSchema, { folded, deadLetters }: Prepared): Part[] => {
  const touched = tables.filter((table) => folded.rows.has(table.name))
  const changed = [...folded.totals].filter(([, total]) => Object.values(total).some((by) => by !== 0))
  const totals = JSON.stringify(changed.map(([resource, total]) => ({ resource, ...total })))
  const counted = JSON.stringify(folded.counted)
  const aside = JSON.stringify(toDeadLetters(deadLetters))
  return [
    ...touched.map((table) => ({
      name: table.name,
      values: columnValues(table, [...(folded.rows.get(table.name)?.values() ?? [])]),
      sql: (first: number) => upsert(schema, table, first),
    })),
    ...touched.flatMap((table) => {
      const replaced = folded.replaced.get(table.name)
      return replaced ? pastParts(schema, table, replaced) : []
    }),
    ...(changed.length > 0
      ? [{ name: 'totals', values: [totals], sql: (first: number) => totalsSql(schema, first) }]
      : []),
    ...(folded.counted.length > 0
      ? [{ name: 'totals_past', values: [counted], sql: (first: number) => totalsPart(schema, first) }]
      : []),
    ...(deadLetters.length > 0
      ? [{ name: 'aside', values: [aside], sql: (first: number) => deadLetterSql(schema, first) }]
      : []),
  ]
}

const writeSql = (schema: string, parts: readonly Part[]): string => {
  const moved = `moved as (update ${quote(schema)}.checkpoint set position = $1, updated_at = clock_timestamp(),
    halted = case when position = $1 then halted end
    where name = 'read' and position = $2 and fence = $3 returning 1)`
  let first = 4
  const said = parts.map(({ values, sql }) => {
    const part = sql(first)
    first += values.length
    return part
  })
  return `with ${[moved, ...said].join(', ')} select count(*)::int as moved from moved`
}

/** Writes a batch with its checkpoint, which is compared first. @throws SteppedDown when another moved it; nothing changes on an error */
export const write = async (writer: ReadModelWriter, prepared: Prepared): Promise<void> => {
  const { schema, client, checkpoint } = writer
  const { position } = prepared
  const parts = partsOf(schema, prepared)
  const { rows } = await client.query<{ moved: number }>({
    ...statementOf(schema, ['write', ...parts.map(({ name }) => name)], () => writeSql(schema.name, parts)),
    values: [String(position), String(checkpoint.position), checkpoint.fence, ...parts.flatMap(({ values }) => values)],
  })
  if (rows[0]?.moved !== 1) throw new SteppedDown(schema.name)
  writer.checkpoint = { ...checkpoint, position }
}

/** Projects events in order and moves the checkpoint. @throws SteppedDown, or a fold's or the database's error: nothing has changed */
export const project = async (
  writer: ReadModelWriter,
  events: readonly LogEvent[],
  position: bigint,
  deadLetters: readonly DeadLetter[] = [],
): Promise<void> => write(writer, await prepare(writer, events, position, deadLetters))
