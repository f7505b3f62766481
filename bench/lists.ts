import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { catalog, resources } from '../domain/catalog.ts'
import type { Resource } from '../domain/resource.ts'
import { alone } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrations.ts'
import { openPool } from '../platform/database/pool.ts'
import { silentLog } from '../platform/logger.ts'
import { consumerMigrations } from '../projections/consumers/consumer.ts'
import { type ListOptions, listRecords } from '../projections/list.ts'
import { createIndexes, createSchema, readSchema, useReadSchema } from '../projections/schema.ts'
import { wordsMigrations } from '../projections/texts/consumer.ts'
import { fillTable } from '../tests/support/lists/filled.ts'
import { listCases } from '../tests/support/lists/list-cases.ts'
import { median, round } from './measure.ts'

// DATABASE_URL=… npx tsx bench/lists.ts [rows] [name …]: how long lists take, each resource with so many rows, in a database of
// its own that is dropped again. The server's account must be allowed to make one.
const [rows, names] = [Number(process.argv[2] ?? 100_000), process.argv.slice(3)]
const tries = 15
const server = process.env.DATABASE_URL ?? ''
const schema = readSchema(resources)
const listed = resources.filter(
  ({ name, area, isSingleton, list }) =>
    area !== null && !isSingleton && list.search.length > 0 && (names.length === 0 || names.includes(name)),
)

const ask = async (statement: string) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** How many statements a pool was asked for since the last look. */
const counting = (pool: pg.Pool) => {
  let count = 0
  const query = pool.query.bind(pool)
  Object.assign(pool, {
    query: (...asked: Parameters<typeof query>) => {
      count += 1
      return query(...asked)
    },
  })
  return () => {
    const seen = count
    count = 0
    return seen
  }
}

const measure = async (pool: pg.Pool, seen: () => number, resource: Resource, options: ListOptions) => {
  seen()
  const times: number[] = []
  let found = 0
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const began = performance.now()
    const { total } = await listRecords(pool, resource, options, catalog)
    times.push(performance.now() - began)
    found = total
  }
  return { statements: seen() / tries, found, 'median ms': round(median(times)), 'worst ms': round(Math.max(...times)) }
}

const run = async () => {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  await ask(`create database ${name}`)
  const pool = openPool(Object.assign(new URL(server), { pathname: `/${name}` }).toString(), silentLog)
  try {
    await pool.query('create extension if not exists pg_trgm')
    // The words of texts are beside the read models: here are none.
    await migrate(pool, [...consumerMigrations, ...wordsMigrations])
    await useReadSchema(pool, resources)
    await alone(pool, async (client) => {
      await createSchema(client, schema)
      for (const resource of listed) await fillTable(client, resource, rows)
      await createIndexes([client], schema)
    })
    const seen = counting(pool)
    for (const resource of listed) {
      const table: Record<string, unknown> = {}
      for (const [what, options] of listCases(resource, 500)) table[what] = await measure(pool, seen, resource, options)
      console.log(`${resource.name}: ${rows} rows`)
      console.table(table)
    }
  } finally {
    await pool.end()
    await ask(`drop database ${name} with (force)`)
  }
}

await run()
