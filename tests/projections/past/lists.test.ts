import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, resources } from '../../../domain/catalog.ts'
import { post } from '../../../domain/resources/post.ts'
import { alone } from '../../../platform/database/connection.ts'
import { migrate } from '../../../platform/database/migrations.ts'
import { consumerMigrations } from '../../../projections/consumers/consumer.ts'
import { wordsMigrations } from '../../../projections/texts/consumer.ts'
import { poolBeside } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { type ListOptions, listRecords } from '../../../projections/list.ts'
import { portalList } from '../../../projections/portal.ts'
import { readersAt } from '../../../projections/past/reader-at.ts'
import { momentPath, momentSchema } from '../../../projections/past/views.ts'
import type { Reader } from '../../../projections/reader.ts'
import { createIndexes, createSchema, readSchema, useReadSchema } from '../../../projections/schema.ts'
import { quote } from '../../../projections/sql.ts'
import { fillWithPast } from '../../support/lists/filled-past.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const asked: ListOptions = { page: 1, perPage: 20, keyword: '', status: '', filters: {}, scope: 'staff' }
const schema = readSchema(resources)
// More than are read first where few ended later.
const count = 5_000
// Behind so many that these begin where totals of parts lead; the last one is behind all.
const far = [101, 102, 150, 199, 226, 251]

describe('lists as of a moment, of posts of which every second was changed', () => {
  let database: TestDatabase
  let at: (position: number) => Reader
  let last = 0
  let close = async () => {}

  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [...consumerMigrations, ...wordsMigrations])
    await useReadSchema(database.pool, resources)
    await alone(database.pool, async (client) => {
      await createSchema(client, schema)
      last = await fillWithPast(client, schema.name, count)
      await createIndexes([client], schema)
    })
    const past = poolBeside(database.pool, silentLog, momentPath(schema.name))
    const readerAt = readersAt(past)
    at = (position) => readerAt({ position: BigInt(position), at: new Date().toISOString() })
    close = () => past.end()
  }, 60_000)
  afterAll(async () => {
    await close()
    await database.drop()
  })

  /** All ids of then with a status that hold a word, from the tables alone. */
  const idsAt = async (position: number, statuses: readonly string[], word = ''): Promise<number[]> => {
    const { rows } = await database.pool.query<{ id: number }>(
      `select id from (select id, status, keyword, position, 9223372036854775807 as until from post
        union all select id, status, keyword, position, until from post_past) every
        where position <= $1 and until > $1 and status = any ($2) and strpos(keyword, $3) > 0 order by id desc`,
      [position, statuses, word],
    )
    return rows.map(({ id }) => id)
  }

  const kinds: [string, Partial<ListOptions>, string[]][] = [
    ['all', {}, ['active', 'inactive']],
    ['active', { status: 'active' }, ['active']],
    ['inactive', { status: 'inactive' }, ['inactive']],
    ['in Trash', { scope: 'trash' }, ['deleted']],
    ['found by words', { keyword: 'c4c' }, ['active', 'inactive']],
    ['found by words that an edit brought', { keyword: 'edited', status: 'active' }, ['active']],
  ]

  it.each(kinds)(
    'of what was %s have the ids and the total of then, on every page and in both orders',
    async (_, options, statuses) => {
      for (const share of [0.02, 0.3, 0.6, 0.95, 0.999, 1]) {
        const position = Math.round(last * share)
        const ids = await idsAt(position, statuses, options.keyword)
        for (const page of [1, 2, 3, 40, ...far]) {
          const from = (page - 1) * asked.perPage
          for (const [sort, expected] of [
            ['-id', ids],
            ['id', ids.toReversed()],
          ] as const) {
            const found = await listRecords(at(position), post, { ...asked, ...options, page, sort }, catalog)
            expect(found.rows.map(({ id }) => id)).toEqual(expected.slice(from, from + asked.perPage))
            expect(found.total).toBe(ids.length)
          }
        }
      }
      expect((await idsAt(Math.round(last * 0.6), statuses, options.keyword)).length).toBeGreaterThan(20)
    },
  )

  it.each(kinds.slice(0, 4))(
    'of what is %s now have the ids and the total of now, on pages far behind and in both orders',
    async (_, options, statuses) => {
      const ids = await idsAt(last, statuses)
      for (const page of [1, ...far])
        for (const [sort, expected] of [
          ['-id', ids],
          ['id', ids.toReversed()],
        ] as const) {
          const { rows, total } = await listRecords(database.pool, post, { ...asked, ...options, page, sort }, catalog)
          expect(rows.map(({ id }) => id)).toEqual(expected.slice((page - 1) * asked.perPage, page * asked.perPage))
          expect(total).toBe(ids.length)
        }
    },
  )

  it('of the portal are of what was active, in the order of age', async () => {
    for (const share of [0.02, 0.3, 0.6, 0.95, 0.999, 1]) {
      const position = Math.round(last * share)
      const ids = await idsAt(position, ['active'])
      for (const page of [1, 2, 40]) {
        const found = await portalList(at(position), post, { page, perPage: 20, keyword: '', filters: {} }, catalog)
        expect(found.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 20, page * 20))
        expect(found.total).toBe(ids.length)
      }
    }
  })

  it('are refused where a view is missing, and never those of now', async () => {
    await database.pool.query(`alter view ${quote(momentSchema(schema.name))}.post rename to mislaid`)
    await expect(listRecords(at(last), post, asked, catalog)).rejects.toThrow('relation "post" does not exist')
    await database.pool.query(`alter view ${quote(momentSchema(schema.name))}.mislaid rename to post`)
    expect((await listRecords(at(last), post, asked, catalog)).rows).toHaveLength(20)
  })

  it('are empty before the first event', async () => {
    expect(await listRecords(at(0), post, asked, catalog)).toEqual({ rows: [], total: 0 })
  })
})
