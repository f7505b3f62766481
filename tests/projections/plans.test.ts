import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catalog, resources } from '../../domain/catalog.ts'
import { post } from '../../domain/resources/post.ts'
import { alone } from '../../platform/database/connection.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { consumerMigrations } from '../../projections/consumers/consumer.ts'
import { wordsMigrations } from '../../projections/texts/consumer.ts'
import { type ActivityOptions, activityStatement } from '../../projections/activity/activity.ts'
import { type ListOptions, listRecords, listStatement } from '../../projections/list.ts'
import {
  portalList,
  type PortalListOptions,
  portalListStatement,
  portalRecord,
  portalRecordStatement,
} from '../../projections/portal.ts'
import { createIndexes, createSchema, readSchema, useReadSchema } from '../../projections/schema.ts'
import { searchStatement, textsStatement } from '../../projections/search/search.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { listCases } from '../support/lists/list-cases.ts'
import { fillTable } from '../support/lists/filled.ts'

const rows = 20_000
const schema = readSchema(resources)
// Of post 1: the MD5 of 'text 1'.
const said = createHash('md5').update('text 1').digest('hex')
const asked: ListOptions = { page: 1, perPage: 10, keyword: '', status: '', filters: {}, scope: 'staff' }
const portal: PortalListOptions = { page: 1, perPage: 4, keyword: '', filters: {} }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const never = () => {
  throw new Error('there is no statement')
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The rows of a table that a statement reads, as planned for these values and for any. */
const readRows = async (
  client: pg.Client,
  statement: { text: string; values: unknown[] },
  mode: string,
  relation = 'post',
): Promise<number> => {
  await client.query(`set plan_cache_mode = ${mode}`)
  const values = statement.values.map((value) =>
    typeof value === 'number' ? String(value) : client.escapeLiteral(String(value)),
  )
  await client.query(`prepare asked as ${statement.text}`)
  const execute = `explain (analyze, format json) execute asked${values.length > 0 ? `(${values.join(', ')})` : ''}`
  const { rows: found } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(execute)
  await client.query('deallocate asked')
  const [plan] = found[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('there is no plan')
  const scans = nodesOf(plan.Plan).filter((node) => node['Relation Name'] === relation)
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  const readBy = (node: Node) => node['Actual Rows'] + (node['Rows Removed by Index Recheck'] ?? 0)
  return scans.reduce((sum, node) => sum + readBy(node) * node['Actual Loops'], 0)
}

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
      await client.query(`insert into post (id, status, version, slug, slugs, created_at, changed_at, changed_by_type, changed_by_id, keyword, name, excerpt, category, featured, content, css)
        select id, case when id % 20 = 0 then 'inactive' when id % 33 = 0 then 'deleted' else 'active' end, 1, 'post-' || md5(id::text), array['old-' || id, 'post-' || md5(id::text)],
          '2026-01-01'::timestamptz + id * interval '1 minute', now(), 'user', '7', 'title ' || md5(id::text), 'Title ' || md5(id::text), 'Excerpt', id % 50 + 1, false, repeat(md5(id::text), 100), ''
        from generate_series(1, ${rows}) id`)
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

  const cases: [string, number, () => { text: string; values: unknown[] }][] = [
    ['page 1', 40, () => listStatement(post, asked, catalog)],
    ['page 500', 10_100, () => listStatement(post, { ...asked, page: 500, perPage: 20 }, catalog)],
    ['active ones', 40, () => listStatement(post, { ...asked, status: 'active' }, catalog)],
    ['the trash', 40, () => listStatement(post, { ...asked, scope: 'trash' }, catalog)],
    ['a keyword', 40, () => listStatement(post, { ...asked, keyword: 'c4ca4238' }, catalog)],
    ['a category', 900, () => listStatement(post, { ...asked, filters: { category: '7' } }, catalog)],
    ['a category by slug', 900, () => listStatement(post, { ...asked, filters: { category: 'category-7' } }, catalog)],
    ['the portal', 20, () => portalListStatement(post, portal, catalog)],
    [
      'a category in the portal',
      900,
      () => portalListStatement(post, { ...portal, filters: { category: 'category-7' } }, catalog),
    ],
    [
      'a post by slug',
      10,
      () => portalRecordStatement(post, 'post-c4ca4238a0b923820dcc509a6f75849b', catalog) ?? never(),
    ],
    ['a post by a former slug', 10, () => portalRecordStatement(post, 'old-9', catalog) ?? never()],
    ['a post by id', 10, () => portalRecordStatement(post, '9', catalog) ?? never()],
    ['a search', 40, () => searchStatement([post], 'staff', 'title c4ca4238') ?? never()],
    ['a search with letters swapped', 200, () => searchStatement([post], 'staff', 'c4ac4238') ?? never()],
    ['a search with letters left out', 200, () => searchStatement([post], 'staff', 'c4238a0') ?? never()],
    ['a search of a long word', 200, () => searchStatement([post], 'staff', 'c4ca4238aob923820dcc') ?? never()],
    ['a word of a text', 40, () => listStatement(post, { ...asked, keyword: said }, catalog)],
    ['words of a name and a text', 40, () => listStatement(post, { ...asked, keyword: `c4ca4238 ${said}` }, catalog)],
    ['a search in texts', 40, () => textsStatement([post], 'staff', said) ?? never()],
    ['a keyword in the portal', 40, () => portalListStatement(post, { ...portal, keyword: 'c4ca4238' }, catalog)],
  ]

  it.each(
    cases.flatMap(([what, most, statement]) =>
      ['auto', 'force_generic_plan'].map((mode) => [what, mode, most, statement] as const),
    ),
  )('%s is read by index (%s)', async (_what, mode, most, statement) => {
    const read = await alone(database.pool, (client) => readRows(client, statement(), mode))
    expect(read).toBeLessThanOrEqual(most)
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
    ['that names a record', 20, { keyword: 'c4ca4238' }],
  ])('the trail %s is read by index', async (_what, most, filter) => {
    const statement = activityStatement(catalog, { ...trail, ...filter })
    const read = await alone(database.pool, (client) => readRows(client, statement, 'auto', 'activity'))
    expect(read).toBeLessThanOrEqual(most)
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
})
