import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../platform/database/pool.ts'

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
      from command.sheet join bare.kept on kept.id = sheet.id where sheet.id = '${job}'`,
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

const copyOf = (table: string) => `bare."${table}"`

/** Tables with the columns and indexes of those that new records of a resource go into. */
export const makeBareTables = async (pool: Pool, resource: string): Promise<void> => {
  await pool.query('create schema bare; create table bare.kept (id uuid, sealed jsonb)')
  for (const table of Object.keys(written({ job: '', resource, sentLength: 0 })))
    await pool.query(`create table ${copyOf(table)} (like ${table} including all)`)
}

/** Remembers what a checked spreadsheet holds until it is imported. */
export const keepSheet = async (pool: Pool, id: string): Promise<void> => {
  await pool.query('insert into bare.kept select id, sealed from command.sheet where id = $1', [id])
}

const untilConsumed = async (pool: Pool, job: string) => {
  const text = `select from consumer.checkpoint where name = 'changes' and position >= (select position from command.job where id = $1)`
  while ((await pool.query(text, [job])).rowCount === 0) await pause(50)
}

/** The same rows, in one transaction of inserts with many rows each: how many, and the seconds that takes. */
export const runBare = async (pool: Pool, made: Made): Promise<{ seconds: number; rows: number }> => {
  await untilConsumed(pool, made.job)
  const inserts: [string, string][] = []
  let total = 0
  for (const [table, text] of Object.entries(written(made))) {
    const { rows } = await pool.query<{ rows: string; count: number }>(
      `select json_agg(part)::text as rows, count(*)::int as count
       from (select *, (row_number() over () - 1) / ${perInsert} as chunk from (${text}) one) part group by chunk`,
    )
    for (const { rows: chunk, count } of rows) {
      inserts.push([table, chunk])
      total += count
    }
  }
  const insert = async (client: PoolClient, table: string, rows: string) => {
    const text = `insert into ${copyOf(table)} overriding system value select * from json_populate_recordset(null::${copyOf(table)}, $1)`
    await client.query(text, [rows])
  }
  const began = performance.now()
  await inTransaction(pool, async (client) => {
    for (const [table, rows] of inserts) await insert(client, table, rows)
  })
  return { seconds: (performance.now() - began) / 1_000, rows: total }
}
