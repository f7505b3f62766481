import { isObject, textOf } from '../../../domain/json.ts'
import { expect } from 'vitest'
import { searchableText } from '../../../domain/comparable.ts'
import type { Resource } from '../../../domain/resource.ts'
import { silentLog } from '../../../platform/logger.ts'
import type pg from 'pg'
import { inTransaction, poolBeside } from '../../../platform/database/pool.ts'
import { listRecords } from '../../../projections/list.ts'
import { type Moment, readersAt } from '../../../projections/past/reader-at.ts'
import { recountSql } from '../../../projections/past/totals.ts'
import { momentPath } from '../../../projections/past/views.ts'
import type { Reader } from '../../../projections/reader.ts'
import { rebuild } from '../../../projections/running/rebuild.ts'
import { readSchema } from '../../../projections/schema.ts'
import type { TestAtrium } from '../../support/atrium.ts'
import { indexed } from '../../support/indexed.ts'
import { randomOf, sendCommands } from './random-commands.ts'

type Rows = Readonly<Record<string, unknown[]>>

/** Every row of every table that people read, by table. */
const photograph = async (of: Reader, tables: readonly string[]): Promise<Rows> => {
  const rows: Record<string, unknown[]> = {}
  for (const table of tables) {
    const found = await of.query<{ row: unknown }>(
      `select to_jsonb(t) as row from "${table}" t order by to_jsonb(t)::text`,
    )
    rows[table] = found.rows.map(({ row }) => row)
  }
  // Those of the trail are not asked as of a moment.
  if (rows.list_total) {
    rows.list_total = rows.list_total.filter((row) => !isObject(row) || !textOf(row.resource).startsWith('activity'))
  }
  return rows
}

/** The records of a resource whose texts of then hold a word. */
const idsByText = async (
  of: Reader,
  { name }: Resource,
  keyword: string,
  { position }: Moment,
): Promise<Set<number>> => {
  const { rows } = await of.query<{ id: number; text: string }>(
    'select record as id, text from consumer.words where resource = $1 and position <= $2 and (until is null or until > $2)',
    [name, String(position)],
  )
  return new Set(rows.flatMap(({ id, text }) => (searchableText(text).includes(keyword) ? [id] : [])))
}

/** Compares what is found by words, of names and of texts, with a look at every row of then. Answers how many records were found. */
const searchAll = async (of: Reader, resources: readonly Resource[], moment: Moment): Promise<number> => {
  const known = new Map(resources.map((one) => [one.name, one]))
  let count = 0
  for (const keyword of ['river', 'ubung', 'cafe'])
    for (const resource of resources.filter(({ list, isSingleton }) => list.search.length > 0 && !isSingleton)) {
      const byText = await idsByText(of, resource, keyword, moment)
      const { rows: all } = await of.query<{ id: number; is_named: boolean }>(
        `select id, strpos(keyword, $1) > 0 as is_named from "${resource.name}" where status <> 'deleted' order by id desc`,
        [keyword],
      )
      const rows = all.filter(({ id, is_named: isNamed }) => isNamed || byText.has(id))
      const asked = { page: 1, perPage: 1_000, keyword, status: '', filters: {}, scope: 'staff', sort: '-id' } as const
      const { rows: listed } = await listRecords(of, resource, asked, known)
      const what = `${resource.name} with ${keyword} at ${moment.position}`
      expect(
        listed.map(({ id }) => id),
        what,
      ).toEqual(rows.map(({ id }) => id))
      count += rows.length
    }
  return count
}

const tablesIn = (atrium: TestAtrium): string[] => {
  const { tables } = readSchema(atrium.services.resources)
  return [...tables.map(({ name }) => name).filter((name) => !name.endsWith('_past')), 'list_total']
}

/** Photographs the read models while commands of chance go on, and compares each with what they say of that moment; also after a replay. */
export const photographs = async (atrium: TestAtrium, seed: number, commands: number, moments: number) => {
  const { pool, projector, log, resources } = atrium.services
  const tables = tablesIn(atrium)
  const taken: { moment: Moment; rows: Rows }[] = []
  const random = randomOf(seed)
  const every = Math.floor(commands / moments)
  const sent = await sendCommands(atrium, randomOf(seed + 1), commands, async (done) => {
    if (done % every !== random(every)) return
    const position = await log.store.head()
    await projector.waitFor(position, 20_000)
    taken.push({ moment: { position, at: new Date().toISOString() }, rows: await photograph(pool, tables) })
  })
  await projector.waitFor(await log.store.head(), 20_000)
  await indexed(atrium)
  const { name } = readSchema(resources)
  const past = poolBeside(pool, silentLog, momentPath(name))
  const readerAt = readersAt(past)
  let found = 0
  const compareAll = async () => {
    for (const { moment, rows } of taken) {
      expect(await photograph(readerAt(moment), tables), `at ${moment.position}`).toEqual(rows)
      found += await searchAll(readerAt(moment), resources, moment)
    }
  }
  await compareAll()
  expect(found).toBeGreaterThan(moments)
  const before = await pastOf(pool, tables)
  await recountAll(pool, name, resources)
  await rebuild({ pool, log, resources, logger: silentLog })
  await compareAll()
  expect(await pastOf(pool, tables)).toEqual(before)
  await past.end()
  return { sent, photographs: taken.length, replaced: Object.values(before).flat().length }
}

/** Compares the totals of then as they were projected with those that are counted from rows. */
const recountAll = async (pool: pg.Pool, schema: string, resources: readonly Resource[]): Promise<void> => {
  const all = 'select * from list_total_past order by position'
  const { rows: projected } = await pool.query(all)
  await inTransaction(pool, async (client) => {
    for (const resource of resources) for (const text of recountSql(schema, resource)) await client.query(text)
    expect((await client.query(all)).rows).toEqual(projected)
  })
}

const pastOf = async (pool: Reader, tables: readonly string[]): Promise<Rows> => {
  const { rows } = await pool.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = any (current_schemas(false)) and tablename = any ($1)',
    [tables.map((table) => `${table}_past`)],
  )
  return photograph(
    pool,
    rows.map(({ name }) => name),
  )
}
