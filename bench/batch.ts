import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Pool, PoolClient } from 'pg'
import { type Atrium, openAtrium } from '../app/start.ts'
import { resources } from '../domain/catalog.ts'
import { employee } from '../domain/resources/employee.ts'
import { readConfig } from '../platform/config.ts'
import { inTransaction } from '../platform/database/pool.ts'
import { median, round } from './measure.ts'

// npx tsx bench/batch.ts [records per round] [rounds]: employees made by a job, all or nothing and the valid ones only, beside a
// bare transaction with multi-row inserts of the very same rows into tables with the same columns and indexes; needs a build.
const [count, rounds] = [Number(process.argv[2] ?? 5_000), Number(process.argv[3] ?? 3)]
const perInsert = 500
const actor = { type: 'system', id: 'bench' } as const

/** What a new employee leaves behind, by table: the rows of one round. */
const written = (job: string): Readonly<Record<string, string>> => ({
  'log.event': `select * from log.event where meta ->> 'causationId' = '${job}'`,
  'log.claim': `select * from log.claim where stream in (select stream from log.event where meta ->> 'causationId' = '${job}')`,
  'keys.subject': `select * from keys.subject where subject in (select stream from log.event where meta ->> 'causationId' = '${job}')`,
  'command.job_item': `select * from command.job_item where job = '${job}'`,
  employee: `select * from employee where id in (select record from command.job_item where job = '${job}')`,
  activity: `select * from activity where position in (select position from log.event where meta ->> 'causationId' = '${job}')`,
})

let made = 0

const run = async ({ services }: Atrium, isAtomic: boolean, name: string) => {
  const items = Array.from({ length: count }, (_, index) => {
    const unique = `${name}-${index}`
    const sent = {
      employee_number: String((made += 1)),
      fullname: `Employee ${unique}`,
      display_name: unique,
      email: `${unique}@example.org`,
      point: 0,
    }
    return { resource: employee.name, record: null, verb: 'create', sent, version: null, since: null }
  })
  const id = randomUUID()
  const began = performance.now()
  await services.jobs.start({ id, actor, verb: 'create', resource: employee.name, items, isAtomic, isSilent: true })
  let job = await services.jobs.settled('system-bench', id)
  while (!job?.finishedAt) job = await services.jobs.settled('system-bench', id)
  const jobSeconds = (performance.now() - began) / 1_000
  if (!(await services.projector.waitFor(await services.log.store.head(), 60_000))) throw new Error('not projected')
  if (job.done !== count) throw new Error(`${job.done} of ${count} were made`)
  return { id, jobSeconds, seconds: (performance.now() - began) / 1_000 }
}

const copyOf = (table: string) => `bare."${table}"`

const makeTables = async (pool: Pool) => {
  await pool.query('create schema bare')
  for (const table of Object.keys(written(''.padEnd(36, '0')))) {
    await pool.query(`create table ${copyOf(table)} (like ${table} including all)`)
  }
}

/** The same rows, in one transaction of inserts with many rows each; seconds. */
const runBare = async (pool: Pool, job: string) => {
  const inserts: [string, string][] = []
  for (const [table, text] of Object.entries(written(job))) {
    const { rows } = await pool.query<{ rows: string }>(
      `select json_agg(part)::text as rows from (select *, row_number() over () / ${perInsert} as chunk from (${text}) one) part group by chunk`,
    )
    for (const { rows: chunk } of rows) inserts.push([table, chunk])
  }
  const insert = async (client: PoolClient, table: string, rows: string) => {
    const text = `insert into ${copyOf(table)} overriding system value select * from json_populate_recordset(null::${copyOf(table)}, $1)`
    await client.query(text, [rows])
  }
  const began = performance.now()
  await inTransaction(pool, async (client) => {
    for (const [table, rows] of inserts) await insert(client, table, rows)
  })
  return (performance.now() - began) / 1_000
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off', PORT: '0', ...process.env })
const atrium = await openAtrium(config, pino({ level: 'warn' }), resources)
try {
  const { pool } = atrium.services
  await makeTables(pool)
  await run(atrium, false, 'warm-up')
  for (const isAtomic of [false, true]) {
    const found: { job: number; projected: number; bare: number }[] = []
    for (let index = 0; index < rounds; index += 1) {
      const { id, jobSeconds, seconds } = await run(atrium, isAtomic, `${isAtomic ? 'all' : 'valid'}-${index}`)
      const bare = await runBare(pool, id)
      found.push({ job: count / jobSeconds, projected: count / seconds, bare: count / bare })
    }
    const of = (name: 'job' | 'projected' | 'bare') => median(found.map((one) => one[name]))
    console.log(
      `${isAtomic ? 'all or nothing' : 'the valid ones'}: ${Math.round(of('job'))} records/s written, ${Math.round(of('projected'))} with read models, bare ${Math.round(of('bare'))}; ratio ${round(of('job') / of('bare'))} and ${round(of('projected') / of('bare'))}`,
    )
  }
} finally {
  await atrium.close()
  rmSync(dataDir, { recursive: true, force: true })
}
