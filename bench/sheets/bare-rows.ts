import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../platform/database/pool.ts'

const perInsert = 500

/** A job that made new records of a resource; `sentLength` is how long the JSON of one item is, which is sealed until it is done. */
export type Made = { job: string; resource: string; sentLength: number }

/** What making new records leaves behind, by table. What was sealed for a while is as long as it was then. */
const written = ({ job, resource, sentLength }: Made): Readonly<Record<string, string>> => {
  const items = `command.job_item where job = '${job}'`
  const events = `log.event where meta ->> 'causationId' = '${job}'`
  const streams = `select '${resource}-' || record from ${items}`
  const positions = `select position from ${events}`
  return {
    'log.event': `select * from ${events}`,
    'log.claim': `select * from log.claim where stream in (${streams})`,
    'log.guard': `select * from log.guard where name in (${streams})`,
    'keys.subject': `select * from keys.subject where subject in (${streams})`,
    'command.sheet': `select sheet.id, person, resource, report, rows, kept.sealed, created_at
      from command.sheet join bare_sheet.kept on kept.id = sheet.id where sheet.id = '${job}'`,
    'command.job': `select * from command.job where id = '${job}'`,
    'command.job_item': `select item.job, item.index, item.resource, item.record, item.verb,
        event.personal - 'subject' || jsonb_build_object('ciphertext', left(event.personal ->> 'ciphertext', ${Math.ceil((sentLength * 4) / 3)})) as sent,
        item.if_version, item.since, item.state, item.message, item.message_values
      from command.job_item item join log.event event on event.stream = item.resource || '-' || item.record and event.revision = 0
      where item.job = '${job}'`,
    [resource]: `select * from "${resource}" where id in (select record from ${items})`,
    activity: `select * from activity where position in (${positions})`,
    as_of: `select * from as_of where position in (${positions})`,
    uses: `select * from uses where source in (${streams})`,
    'consumer.change': `select * from consumer.change where position in (${positions})`,
  }
}

/** Statements with a list of values for many rows, as any program sends them, or the rows as one text of JSON, made beforehand. */
export const ways = ['values', 'json'] as const
type Way = (typeof ways)[number]

const copyOf = (way: Way, table: string) => `bare_${way}."${table}"`

/** Tables with the columns and indexes of those that new records of a resource go into, once for each way. */
export const makeBareTables = async (pool: Pool, resource: string): Promise<void> => {
  await pool.query(
    'drop schema if exists bare_sheet cascade; create schema bare_sheet; create table bare_sheet.kept (id uuid, sealed jsonb)',
  )
  for (const way of ways) {
    await pool.query(`drop schema if exists bare_${way} cascade; create schema bare_${way}`)
    for (const table of Object.keys(written({ job: '', resource, sentLength: 0 })))
      await pool.query(`create table ${copyOf(way, table)} (like ${table} including all)`)
  }
}

/** Remembers what a checked spreadsheet holds until it is imported. */
export const keepSheet = async (pool: Pool, id: string): Promise<void> => {
  await pool.query('insert into bare_sheet.kept select id, sealed from command.sheet where id = $1', [id])
}

const untilConsumed = async (pool: Pool, job: string) => {
  const text = `select from consumer.checkpoint where name = 'changes' and position >= (select position from command.job where id = $1)`
  while ((await pool.query(text, [job])).rowCount === 0) await pause(50)
}

type Insert = (client: PoolClient) => Promise<unknown>
type Chunk = { inserts: Insert; rows: number }

const asJson = async (pool: Pool, table: string, text: string): Promise<Chunk[]> => {
  const { rows } = await pool.query<{ rows: string; count: number }>(
    `select json_agg(part)::text as rows, count(*)::int as count
     from (select *, (row_number() over () - 1) / ${perInsert} as chunk from (${text}) one) part group by chunk`,
  )
  const copy = copyOf('json', table)
  const insert = `insert into ${copy} overriding system value select * from json_populate_recordset(null::${copy}, $1)`
  return rows.map(({ rows, count }) => ({ inserts: (client) => client.query(insert, [rows]), rows: count }))
}

const asValues = async (pool: Pool, table: string, text: string): Promise<Chunk[]> => {
  const { fields } = await pool.query(`select * from (${text}) one limit 0`)
  const columns = fields.map(({ name }) => `"${name}"`)
  const { rows } = await pool.query<(string | null)[]>({
    text: `select ${columns.map((name) => `${name}::text`).join()} from (${text}) one`,
    rowMode: 'array',
  })
  return Array.from({ length: Math.ceil(rows.length / perInsert) }, (_, index) => {
    const chunk = rows.slice(index * perInsert, (index + 1) * perInsert)
    const values = chunk.map((row, at) => `(${row.map((_, place) => `$${at * row.length + place + 1}`).join()})`)
    const insert = `insert into ${copyOf('values', table)} (${columns.join()}) overriding system value values ${values.join()}`
    return { inserts: (client) => client.query(insert, chunk.flat()), rows: chunk.length }
  })
}

/** The inserts of the very same rows, many rows each, made beforehand. */
export const bareInserts = async (pool: Pool, made: Made, way: Way): Promise<readonly Chunk[]> => {
  await untilConsumed(pool, made.job)
  const chunks: Chunk[] = []
  for (const [table, text] of Object.entries(written(made)))
    chunks.push(...(await (way === 'json' ? asJson : asValues)(pool, table, text)))
  return chunks
}

/** Does them in one transaction. */
export const insertBare = (pool: Pool, chunks: readonly Chunk[]): Promise<void> =>
  inTransaction(pool, async (client) => {
    for (const { inserts } of chunks) await inserts(client)
  })

/** The same rows, in one transaction of inserts with many rows each: how many, and the seconds that takes. */
export const runBare = async (pool: Pool, made: Made, way: Way): Promise<{ seconds: number; rows: number }> => {
  const chunks = await bareInserts(pool, made, way)
  const began = performance.now()
  await insertBare(pool, chunks)
  return { seconds: (performance.now() - began) / 1_000, rows: chunks.reduce((sum, { rows }) => sum + rows, 0) }
}
