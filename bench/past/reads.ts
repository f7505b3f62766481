import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openBase } from '../../app/open.ts'
import { catalog, resources } from '../../domain/catalog.ts'
import { post } from '../../domain/resources/post.ts'
import { readConfig } from '../../platform/config.ts'
import { alone } from '../../platform/database/connection.ts'
import { silentLog } from '../../platform/logger.ts'
import { poolBeside } from '../../platform/database/pool.ts'
import { listAnswer, recordAnswer } from '../../projections/answers/answers.ts'
import type { ListOptions } from '../../projections/list.ts'
import { type Moment, readersAt } from '../../projections/past/reader-at.ts'
import { momentPath } from '../../projections/past/views.ts'
import { portalList } from '../../projections/portal.ts'
import type { Reader } from '../../projections/reader.ts'
import { createIndexes, createSchema, readSchema } from '../../projections/schema.ts'
import { fillWithPast } from '../../tests/support/lists/filled-past.ts'
import { median, round } from '../measure.ts'

// npx tsx bench/past/reads.ts [posts] [rounds]: reads as of a moment beside the same reads of now, one after the other in each round. Half of the
// posts were edited, each some time after it was made; moments lie at the start, in the middle and at the end of the log.
const [count, rounds] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 15)]
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const schema = readSchema(resources)
const usual: ListOptions = { page: 1, perPage: 20, keyword: '', status: '', filters: {}, scope: 'staff' }

const lists: Readonly<Record<string, Partial<ListOptions>>> = {
  'page 1': {},
  'page 500': { page: 500 },
  'keyword, one hit': { keyword: 'c4ca4238' },
  'keyword, some hits': { keyword: 'c4c' },
  'keyword, all edited': { keyword: 'edited' },
  'by category': { filters: { category: '7' } },
  inactive: { status: 'inactive' },
  trash: { scope: 'trash' },
}

const list = (options: Partial<ListOptions>) => (reader: Reader) =>
  listAnswer(reader, post, { ...usual, ...options }, catalog)

const reads: Readonly<Record<string, (reader: Reader) => Promise<unknown>>> = {
  ...Object.fromEntries(Object.entries(lists).map(([name, options]) => [name, list(options)])),
  'portal, page 1': (reader) => portalList(reader, post, { page: 1, perPage: 20, keyword: '', filters: {} }, catalog),
  'one by id': (reader) => recordAnswer(reader, post, '100', 'staff', catalog),
  'one by slug': (reader) => recordAnswer(reader, post, 'slug-c4ca4238a0b923820dcc509a6f75849b', 'staff', catalog),
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Reads of now and of then in turn: medians in ms, and of each round how many times as long as now. */
const compare = async (
  now: () => Promise<unknown>,
  then: (position: number) => Promise<unknown>,
  moments: Readonly<Record<string, number>>,
): Promise<Record<string, string>> => {
  const times: number[] = []
  const others: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timed(now))
    for (const [when, position] of Object.entries(moments))
      others[when] = [...(others[when] ?? []), await timed(() => then(Math.round(position)))]
  }
  const ratioOf = (found: readonly number[]) => median(found.map((time, round) => time / (times[round] ?? time)))
  const ofThen = Object.entries(others).map(([when, found]) => [
    when,
    `${round(median(found))} (${round(ratioOf(found))})`,
  ])
  return { 'now ms': String(round(median(times))), ...Object.fromEntries(ofThen) }
}

const run = async () => {
  const base = await openBase(
    readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'off',
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    }),
    pino({ level: 'error' }),
    resources,
  )
  const { pool } = base
  try {
    const head = await alone(pool, async (client) => {
      await client.query('set statement_timeout = 0')
      await createSchema(client, schema)
      const last = await fillWithPast(client, schema.name, count)
      await createIndexes([client], schema)
      return last
    })
    const past = poolBeside(pool, silentLog, momentPath(schema.name))
    const at = readersAt(past)
    const momentOf = (position: number): Moment => ({ position: BigInt(position), at: new Date().toISOString() })
    const moments = { start: head / 100, middle: head / 2, end: head }
    const table: Record<string, Record<string, string>> = {}
    for (const [name, read] of Object.entries(reads))
      table[name] = await compare(
        () => read(pool),
        (position) => read(at(momentOf(position))),
        moments,
      )
    // Each round of other moments, so that nothing is known of them.
    let earlier = 0
    table['first list of a moment'] = await compare(
      () => list({})(pool),
      (position) => list({})(at(momentOf(position - (earlier += 1)))),
      moments,
    )
    console.log(`${count} posts, half of them edited; ms, and in brackets how many times now`)
    console.table(table)
    await past.end()
  } finally {
    await base.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
