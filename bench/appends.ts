import { fork } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Pool } from 'pg'
import { openBase } from '../app/open.ts'
import { resources } from '../domain/catalog.ts'
import type { Conditions, EventStore } from '../event-store/port.ts'
import { postgresEventStore } from '../event-store/postgres/store.ts'
import { readConfig } from '../platform/config.ts'
import { openPool } from '../platform/database/pool.ts'
import { silentLog } from '../platform/logger.ts'
import { inFlight, median, round, sampleEvent, together } from './measure.ts'

// npx tsx bench/appends.ts [seconds per measurement] [rounds]: appends a second with 1, 4 and 16 processes, beside bare inserts
// into the same columns and indexes. With EVENTSTORE_URL the events go there, and claims and guards to PostgreSQL.
const [seconds, rounds] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3)]
const kinds = ['bare insert', 'append', 'append with a claim and a guard'] as const
type Kind = (typeof kinds)[number]
type Asked = { kind: Kind; seconds: number }

const bareTable = `create table if not exists public.bare_event (
  position bigint generated always as identity primary key, stream text collate "C" not null, revision integer not null,
  id uuid not null unique, type text collate "C" not null, data jsonb not null, personal jsonb, meta jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(), unique (stream, revision))`

const insertBare = async (pool: Pool) => {
  const { id, type, data, meta } = sampleEvent()
  const text = 'insert into public.bare_event (stream, revision, id, type, data, meta) values ($1, 0, $2, $3, $4, $5)'
  await pool.query({ name: 'bare', text, values: [`bench-${id}`, id, type, data, meta] })
}

const append = async (store: EventStore, conditions: Conditions = {}) => {
  await store.append(`bench-${randomUUID()}`, 'none', [sampleEvent()], conditions)
}

// Guards that all of the writers raise, as posts of one category do.
const conditions = (): Conditions => ({
  claims: [{ scope: 'bench.slug', key: Buffer.from(randomUUID()).toString('hex') }],
  guards: [{ name: 'bench-1', expected: 'any' }],
})

const storeOf = async (pool: Pool): Promise<EventStore> => {
  const url = process.env.EVENTSTORE_URL
  if (!url) return postgresEventStore({ pool })
  return (await import('../event-store/eventstoredb/store.ts')).eventStoreDb({ url, pool })
}

// As many in each process as the embedded server has room for with sixteen.
const connections = 3

/** One of the processes: measures whatever the parent asks for and answers how many it has done. */
const work = async (databaseUrl: string) => {
  const pool = openPool(databaseUrl, silentLog)
  pool.options.max = connections
  const store = await storeOf(pool)
  const does: Readonly<Record<Kind, () => Promise<void>>> = {
    'bare insert': () => insertBare(pool),
    append: () => append(store),
    'append with a claim and a guard': () => append(store, conditions()),
  }
  process.on('message', ({ kind, seconds: time }: Asked) => {
    const end = performance.now() + time * 1_000
    void together(() => performance.now() < end, does[kind]).then((count) => process.send?.(count))
  })
  await append(store)
  process.send?.('ready')
}

/** What a process says next. @throws Error when it ends instead */
const answerOf = (child: ReturnType<typeof fork>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a process ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (answer) => {
      child.off('exit', onExit)
      resolve(answer)
    })
  })

const start = async (count: number, databaseUrl: string) => {
  const children = Array.from({ length: count }, () =>
    fork(import.meta.filename, ['work', databaseUrl], { execArgv: ['--import', 'tsx'] }),
  )
  await Promise.all(children.map(answerOf))
  return {
    /** How many a second, by all of them together. */
    measure: async (kind: Kind) => {
      const answers = children.map(answerOf)
      for (const child of children) child.send({ kind, seconds } satisfies Asked)
      return (await Promise.all(answers)).reduce<number>((sum, count) => sum + Number(count), 0) / seconds
    },
    stop: () => Promise.all(children.map(async (child) => child.kill() && (await once(child, 'exit')))),
  }
}

const run = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const base = await openBase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'warn' }), resources)
  try {
    await base.pool.query(bareTable)
    const table = []
    for (const count of [1, 4, 16]) {
      const writers = await start(count, String(base.pool.options.connectionString))
      const found = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
      for (let index = 0; index < rounds; index += 1)
        for (const kind of kinds) found.get(kind)?.push(await writers.measure(kind))
      await writers.stop()
      const [bare = 0, ...ours] = kinds.map((kind) => median(found.get(kind) ?? []))
      table.push({
        processes: count,
        'bare inserts/s': Math.round(bare),
        ...Object.fromEntries(
          ours.flatMap((rate, index) => [
            [`${kinds[index + 1]}/s`, Math.round(rate)],
            [`ratio ${index + 1}`, round(rate / bare)],
          ]),
        ),
      })
    }
    console.log(`${inFlight} in flight in each process, medians of ${rounds} rounds`)
    console.table(table)
  } finally {
    await base.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const [mode, databaseUrl] = process.argv.slice(2)
if (mode === 'work' && databaseUrl) await work(databaseUrl)
else await run()
