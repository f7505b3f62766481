import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catalog, resources } from '../../domain/catalog.ts'
import { post } from '../../domain/resources/post.ts'
import { alone } from '../../platform/database/connection.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { consumerMigrations } from '../../projections/consumers/consumer.ts'
import { wordsMigrations } from '../../projections/texts/consumer.ts'
import { namedBy } from '../../projections/activity/named.ts'
import { type ActivityOptions, activityStatement, namedStatement } from '../../projections/activity/page.ts'
import { type ListOptions, listRecords, listStatement } from '../../projections/list.ts'
import {
  portalList,
  type PortalListOptions,
  portalListStatement,
  portalRecord,
  portalRecordStatement,
} from '../../projections/portal.ts'
import { recountSql } from '../../projections/past/totals.ts'
import { recordTable } from '../../projections/tables.ts'
import { createIndexes, createSchema, readSchema, useReadSchema } from '../../projections/schema.ts'
import { searchStatement, textsStatement } from '../../projections/search/search.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { listCases } from '../support/lists/list-cases.ts'
import { fillTable } from '../support/lists/filled.ts'
import { readOf, readRows, type Statement } from '../support/read-of.ts'

const rows = 20_000
const schema = readSchema(resources)
// Of post 1: the MD5 of 'text 1'.
const said = createHash('md5').update('text 1').digest('hex')
const asked: ListOptions = { page: 1, perPage: 10, keyword: '', status: '', filters: {}, scope: 'staff' }
const portal: PortalListOptions = { page: 1, perPage: 4, keyword: '', filters: {} }

const onDay = { created_at_from: '2026-01-04', created_at_until: '2026-01-04' }

const publishedOnDay = { published_at_from: '2026-01-04', published_at_until: '2026-01-04' }

const never = () => {
  throw new Error('there is no statement')
}

/** The name of the index of posts whose definition begins so. */
const indexOf = (definition: string): string => {
  const found = recordTable(post).indexes.findIndex((one) => one.startsWith(definition))
  if (found === -1) throw new Error(`posts have no index ${definition}`)
  return `post_${found}`
}

const listed = indexOf('("id" desc, "position")')
const words = indexOf('using gin (keyword')
const byCategory = indexOf('("category", id')

describe('plans at 20,000 posts', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await useReadSchema(database.pool, resources)
    await migrate(database.pool, [...consumerMigrations, ...wordsMigrations])
    await alone(database.pool, async (client) => {
      await createSchema(client, schema)
      await client.query(`insert into category (id, status, name, slug, slugs)
        select id, 'active', 'Category ' || id, 'category-' || id, array['category-' || id] from generate_series(1, 50) id`)
      await client.query(`insert into post (id, status, version, slug, slugs, created_at, published_at, created_by_type, created_by_id, changed_at, changed_by_type, changed_by_id, keyword, name, excerpt, category, featured, content, css, position)
        select id, case when id % 20 = 0 then 'inactive' when id % 33 = 0 then 'deleted' else 'active' end, 1, 'post-' || md5(id::text), array['old-' || id, 'post-' || md5(id::text)],
          '2026-01-01'::timestamptz + id * interval '1 minute', '2026-01-01'::timestamptz + id * interval '1 minute', 'user', (id % 100)::text, now(), 'user', '7', 'title ' || md5(id::text), 'Title ' || md5(id::text), 'Excerpt', id % 50 + 1, false, repeat(md5(id::text), 100), '', id
        from generate_series(1, ${rows}) id`)
      for (const text of recountSql(schema.name, post)) await client.query(text)
      await client.query(
        "insert into list_total select 'post', count(*) filter (where status = 'active'), count(*) filter (where status = 'inactive'), count(*) filter (where status = 'deleted') from post",
      )
      // One entry in a hundred is by user 7, one in ten thousand about a post; a minute apart.
      await client.query(`insert into activity (position, at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields)
        select id, '2026-01-01'::timestamptz + id * interval '1 minute', 'user', (id % 100)::text, case when id % 10 = 0 then 'Login' else 'Update' end,
          'PostEdited', 'post', id % 10000 + 1, '{name}' from generate_series(1, ${rows}) id`)
      await client.query(`insert into consumer.words (resource, record, position, text, vector)
        select 'post', id, id, 'text', array_to_tsvector(array['@post', md5('text ' || id)]) from generate_series(1, ${rows}) id`)
      await createIndexes([client], schema)
      await client.query('analyze activity')
      await client.query('analyze consumer.words')
    })
  })
  afterAll(() => database.drop())

  const cases: [what: string, most: number, index: string, statement: () => Statement][] = [
    ['page 1', 40, listed, () => listStatement(post, asked, catalog)],
    // Of a part of 1,000 ids, to which its totals lead.
    ['page 500', 1_050, listed, () => listStatement(post, { ...asked, page: 500, perPage: 20 }, catalog)],
    ['active ones', 40, indexOf('(status, id'), () => listStatement(post, { ...asked, status: 'active' }, catalog)],
    ['the trash', 40, indexOf('(status, id'), () => listStatement(post, { ...asked, scope: 'trash' }, catalog)],
    ['a keyword', 40, words, () => listStatement(post, { ...asked, keyword: 'c4ca4238' }, catalog)],
    ['a category', 900, byCategory, () => listStatement(post, { ...asked, filters: { category: '7' } }, catalog)],
    [
      'a category by slug',
      900,
      byCategory,
      () => listStatement(post, { ...asked, filters: { category: 'category-7' } }, catalog),
    ],
    ...['name', 'created_at', 'published_at', 'changed_at'].flatMap((sort) =>
      [sort, `-${sort}`].map((order): [string, number, string, () => Statement] => [
        `by ${order}`,
        40,
        indexOf(`("${sort}", id`),
        () => listStatement(post, { ...asked, sort: order }, catalog),
      ]),
    ),
    [
      'what was made on a day',
      1_450,
      indexOf('("created_at", id'),
      () => listStatement(post, { ...asked, filters: onDay }, catalog),
    ],
    [
      'what was made on a day, by its name',
      2_900,
      indexOf('("created_at", id'),
      () => listStatement(post, { ...asked, filters: onDay, sort: 'name' }, catalog),
    ],
    [
      'what one of a hundred made',
      900,
      indexOf('(created_by_type, created_by_id'),
      () => listStatement(post, { ...asked, filters: { created_by: 'user-7' } }, catalog),
    ],
    [
      'what was published on a day',
      1_450,
      indexOf('("published_at", id'),
      () => listStatement(post, { ...asked, filters: publishedOnDay }, catalog),
    ],
    ['the portal', 20, indexOf('(created_at, id'), () => portalListStatement(post, portal, catalog)],
    [
      'a category in the portal',
      900,
      indexOf('("category", created_at'),
      () => portalListStatement(post, { ...portal, filters: { category: 'category-7' } }, catalog),
    ],
    [
      'a post by slug',
      10,
      indexOf('(slug)'),
      () => portalRecordStatement(post, 'post-c4ca4238a0b923820dcc509a6f75849b', catalog) ?? never(),
    ],
    [
      'a post by a former slug',
      10,
      indexOf('using gin (slugs)'),
      () => portalRecordStatement(post, 'old-9', catalog) ?? never(),
    ],
    ['a post by id', 10, indexOf('(status, id'), () => portalRecordStatement(post, '9', catalog) ?? never()],
    ['a search', 40, words, () => searchStatement([post], 'staff', 'title c4ca4238') ?? never()],
    ['a search with letters swapped', 200, words, () => searchStatement([post], 'staff', 'c4ac4238') ?? never()],
    ['a search with letters left out', 200, words, () => searchStatement([post], 'staff', 'c4238a0') ?? never()],
    ['a search of a long word', 200, words, () => searchStatement([post], 'staff', 'c4ca4238aob923820dcc') ?? never()],
    ['a word of a text', 40, 'words_now', () => listStatement(post, { ...asked, keyword: said }, catalog)],
    [
      'words of a name and a text',
      40,
      'words_now',
      () => listStatement(post, { ...asked, keyword: `c4ca4238 ${said}` }, catalog),
    ],
    ['a search in texts', 40, 'words_now', () => textsStatement([post], 'staff', said) ?? never()],
    [
      'a keyword in the portal',
      40,
      words,
      () => portalListStatement(post, { ...portal, keyword: 'c4ca4238' }, catalog),
    ],
  ]
  // Whole pages, one post that is meant, or what is spelled almost so.
  const answers: Readonly<Record<string, number>> = { 'page 1': 10, 'page 500': 20, 'active ones': 10, 'the trash': 10 }

  it.each(
    cases.flatMap(([what, most, index, statement]) =>
      ['auto', 'force_generic_plan'].map((mode) => [what, mode, most, index, statement] as const),
    ),
  )('%s is read by index (%s)', async (what, mode, atMost, index, statement) => {
    const { read, indexes, answered } = await alone(database.pool, (client) => readOf(client, statement(), mode))
    expect(read).toBeLessThanOrEqual(atMost)
    expect(indexes).toContain(index)
    expect(answered).toBeGreaterThanOrEqual(answers[what] ?? 1)
  })

  it.each(['auto', 'force_generic_plan'])('texts are read by index (%s)', async (mode) => {
    const statement = listStatement(post, { ...asked, keyword: said }, catalog)
    expect(await alone(database.pool, (client) => readRows(client, statement, mode, 'words'))).toBe(1)
    const found = await listRecords(database.pool, post, { ...asked, keyword: said }, catalog)
    expect(found).toMatchObject({ total: 1, rows: [{ id: 1 }] })
  })

  const trail: ActivityOptions = { page: 1, perPage: 20, type: '', hidden: new Set() }
  it.each<[string, number, Partial<ActivityOptions>]>([
    ['of all', 50, {}],
    ['of changes', 50, { type: 'Changes' }],
    ['by a person', 500, { actor: { type: 'user', id: '7' } }],
    ['about a record', 20, { resource: 'post', recordId: 42 }],
    ['of a kind on a day', 400, { type: 'Login', from: '2026-01-03', to: '2026-01-03' }],
  ])('the trail %s is read by index', async (_what, most, filter) => {
    const statement = activityStatement(catalog, { ...trail, ...filter })
    const read = await alone(database.pool, (client) => readRows(client, statement, 'auto', 'activity'))
    expect(read).toBeLessThanOrEqual(most)
  })

  it.each([false, true])('the trail that names a record is read by index (in order: %s)', async (isInOrder) => {
    const options = { ...trail, keyword: 'c4ca4238' }
    const named = await namedBy(database.pool, catalog, options.keyword, options.hidden)
    if (named === null) throw new Error('nothing is named')
    expect(named).toMatchObject({ count: 1, records: { names: ['post'], ids: ['{1}'] } })
    const statement = namedStatement({ resources: catalog, options, named }, null, isInOrder)
    const { read, indexes, answered } = await alone(database.pool, (client) =>
      readOf(client, statement, 'auto', 'activity'),
    )
    expect(answered).toBe(2)
    // A record has two entries; in order all 20,000 are few enough to be looked through.
    expect(read).toBeLessThanOrEqual(isInOrder ? 3 * rows : 20)
    expect(indexes).toContain(isInOrder ? 'activity_0' : 'activity_3')
  })

  it('the answers are right', async () => {
    expect(await listRecords(database.pool, post, { ...asked, keyword: 'c4ca4238' }, catalog)).toMatchObject({
      total: 1,
      rows: [{ id: 1 }],
    })
    const { total } = await portalList(database.pool, post, portal, catalog)
    const { rows: counted } = await database.pool.query<{ count: number }>(
      "select count(*)::int from post where status = 'active'",
    )
    expect(total).toBe(counted[0]?.count)
    expect(await portalRecord(database.pool, post, 'old-9', catalog)).toMatchObject({
      id: 9,
      previous_page: {},
      next_page: {},
    })
  })
})

describe('lists of every resource at 5,000 rows', () => {
  const listed = resources.filter(
    ({ area, isSingleton, list }) => area !== null && !isSingleton && list.search.length > 0,
  )
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await useReadSchema(database.pool, resources)
    await migrate(database.pool, [...consumerMigrations, ...wordsMigrations])
    await alone(database.pool, async (client) => {
      await createSchema(client, schema)
      for (const resource of listed) await fillTable(client, resource, 5_000)
      await createIndexes([client], schema)
    })
  }, 60_000)
  afterAll(() => database.drop())

  it('saw them', () => {
    expect(listed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['post', 'page', 'category', 'banner', 'flash', 'popup', 'file']),
    )
  })

  it.each(listed.map((resource) => [resource.name, resource] as const))(
    'a keyword finds %s by index, and no list takes more than two statements',
    async (name, resource) => {
      for (const [what, options] of listCases(resource)) {
        const query = vi.spyOn(database.pool, 'query')
        const { rows } = await listRecords(database.pool, resource, options, catalog)
        expect(query.mock.calls.length, what).toBeLessThanOrEqual(2)
        query.mockRestore()
        expect(rows.length, what).toBeGreaterThan(0)
        if (!/keyword of [38]/.test(what)) continue
        const read = await alone(database.pool, (client) =>
          readRows(client, listStatement(resource, options, catalog), 'force_generic_plan', name),
        )
        expect(read, what).toBeLessThan(400)
      }
    },
  )

  it.each(listed.map((resource) => [resource.name, resource] as const))(
    'a page of %s that nothing narrows reads no more than itself, in whatever order',
    async (name, resource) => {
      const plain = listCases(resource).filter(
        ([, { keyword, filters }]) => keyword === '' && Object.keys(filters).length === 0,
      )
      expect(plain.length).toBeGreaterThan(6)
      for (const [what, options] of plain.filter(([, { page }]) => page === 1)) {
        // The trash of what people put in order is sorted: few are ever there.
        if (what === 'trash' && resource.order !== undefined) continue
        const read = await alone(database.pool, (client) =>
          readRows(client, listStatement(resource, options, catalog), 'force_generic_plan', name),
        )
        expect(read, what).toBeLessThan(100)
      }
    },
  )
})
