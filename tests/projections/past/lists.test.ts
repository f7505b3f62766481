import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, resources } from '../../../domain/catalog.ts'
import { post } from '../../../domain/resources/post.ts'
import { alone } from '../../../platform/database/connection.ts'
import { poolBeside } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { type ListOptions, listRecords } from '../../../projections/list.ts'
import { readersAt } from '../../../projections/past/reader-at.ts'
import { momentSchema } from '../../../projections/past/views.ts'
import type { Reader } from '../../../projections/reader.ts'
import { createIndexes, createSchema, readSchema, useReadSchema } from '../../../projections/schema.ts'
import { fillWithPast } from '../../support/lists/filled-past.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const asked: ListOptions = { page: 1, perPage: 20, keyword: '', status: '', filters: {}, scope: 'staff' }
const schema = readSchema(resources)
// More than are read first where few ended later.
const count = 5_000

describe('lists as of a moment, of posts of which every second was changed', () => {
  let database: TestDatabase
  let at: (position: number) => Reader
  let last = 0
  let close = async () => {}

  beforeAll(async () => {
    database = await testDatabase()
    await useReadSchema(database.pool, resources)
    await alone(database.pool, async (client) => {
      await createSchema(client, schema)
      last = await fillWithPast(client, schema.name, count)
      await createIndexes([client], schema)
    })
    const past = poolBeside(database.pool, silentLog, [momentSchema(schema.name), schema.name, 'public'])
    const readerAt = readersAt(past)
    at = (position) => readerAt({ position: BigInt(position), at: new Date().toISOString() })
    close = () => past.end()
  }, 60_000)
  afterAll(async () => {
    await close()
    await database.drop()
  })

  /** All ids of then with a status, from the tables alone. */
  const idsAt = async (position: number, statuses: readonly string[]): Promise<number[]> => {
    const { rows } = await database.pool.query<{ id: number }>(
      `select id from (select id, status, position, 9223372036854775807 as until from post
        union all select id, status, position, until from post_past) every
        where position <= $1 and until > $1 and status = any ($2) order by id desc`,
      [position, statuses],
    )
    return rows.map(({ id }) => id)
  }

  const kinds: [string, Partial<ListOptions>, string[]][] = [
    ['all', {}, ['active', 'inactive']],
    ['active', { status: 'active' }, ['active']],
    ['inactive', { status: 'inactive' }, ['inactive']],
    ['in Trash', { scope: 'trash' }, ['deleted']],
  ]

  it.each(kinds)(
    'of what was %s have the ids and the total of then, on every page and in both orders',
    async (_, options, statuses) => {
      for (const share of [0.02, 0.3, 0.6, 0.95, 0.999, 1]) {
        const position = Math.round(last * share)
        const ids = await idsAt(position, statuses)
        for (const page of [1, 2, 3, 40]) {
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
      expect((await idsAt(Math.round(last * 0.6), statuses)).length).toBeGreaterThan(20)
    },
  )

  it('are empty before the first event', async () => {
    expect(await listRecords(at(0), post, asked, catalog)).toEqual({ rows: [], total: 0 })
  })
})
