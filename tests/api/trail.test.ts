import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { auditor, role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let staff: Client & { id: number }
let postId: number
let ids: number[]

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  ids = []
  for (const name of ['Knots', 'Ropes']) ids.push((await atrium.run(category, 'create', { name })).id)
  const sent = { name: 'A post', excerpt: 'Old', category: ids[0] }
  postId = (await staff.call('POST', '/api/post', sent)).body.data.id
  await staff.call('PUT', `/api/post/${postId}`, { excerpt: 'New', category: ids[1] })
  await staff.call('POST', `/api/post/${postId}/feature`)
}, 60_000)
afterAll(() => atrium.close())

type Told = { changes: object[] | null }
type Entry = { id: string; actionType: string; requestId: string; createdAt: string }

const trail = async (query: string): Promise<{ data: Entry[]; meta: { total_item: number } }> =>
  (await staff.call('GET', `/api/utility/activity_log?${query}`)).body
const countOf = async (query: string) => (await trail(query)).meta.total_item

it('finds by a field, by what it was changed to, and by the request that changed it', async () => {
  expect(await countOf('resource=post&field=excerpt')).toBe(2)
  expect(await countOf('resource=post&field=excerpt&type=Update')).toBe(1)
  expect(await countOf(`resource=post&field=category&value=${ids[1]}`)).toBe(1)
  expect(await countOf('resource=post&field=name&value=A+POST')).toBe(1)
  expect(await countOf('resource=post&field=name&value=A+pos')).toBe(0)
  const [entry] = (await trail('resource=post&field=excerpt&type=Update')).data
  const both = await trail(`request_id=${entry?.requestId}`)
  expect(both.data.map(({ id }) => id)).toEqual([entry?.id])
  for (const query of [
    'value=x',
    'resource=post&value=x',
    'request_id=7',
    'from=2026-01-01T10',
    'to=2026-01-01T10:00:61',
  ])
    expect((await staff.call('GET', `/api/utility/activity_log?${query}`)).status, query).toBe(400)
  const other = await atrium.asUser(['r-activity_trail'])
  const asked = await other.call('GET', '/api/utility/activity_log?resource=post&field=name&value=A+post')
  expect(asked.status).toBe(403)
})

it('is filtered to the minute and to the second, both ends within', async () => {
  const [entry] = (await trail('resource=post&type=Create')).data
  await atrium.services.pool.query("update activity set at = '2020-02-03T04:05:06.789Z' where position = $1", [
    entry?.id,
  ])
  const between = (from: string, to: string) => countOf(`from=${from}&to=${to}`)
  expect(await between('2020-02-03T04:05:06', '2020-02-03T04:05:06')).toBe(1)
  expect(await between('2020-02-03T04:05', '2020-02-03T04:05')).toBe(1)
  expect(await between('2020-02-03T04:05:07', '2020-02-03T04:06')).toBe(0)
  expect(await between('2020-02-03', '2020-02-03T04:05:05')).toBe(0)
})

it('says of a page what its entries changed, with the names of what they point at', async () => {
  const { data } = await trail('resource=post&type=Update')
  const asked = data.map(({ id }) => id).join(',')
  const { body } = await staff.call('GET', `/api/utility/activity_log/changes?ids=${asked}`)
  const changes = body.data.flatMap(({ changes: all }: Told) => all ?? [])
  expect(changes).toContainEqual({ field: 'excerpt', label: 'Excerpt', from: 'Old', to: 'New' })
  expect(changes).toContainEqual(expect.objectContaining({ field: 'featured', from: false, to: true }))
  expect(body.names).toEqual({ [`category-${ids[0]}`]: 'Knots', [`category-${ids[1]}`]: 'Ropes' })
  const other = await atrium.asUser(['r-activity_trail'])
  const hidden = await other.call('GET', `/api/utility/activity_log/changes?ids=${asked}`)
  expect(hidden.body.data.map(({ changes: all }: Told) => all)).toEqual(data.map(() => null))
  expect(hidden.body.names).toEqual({})
})

it('exports each entry once, in pages, with old and new values, and is itself in the trail', async () => {
  await atrium.services.pool.query(
    `insert into activity (position, at, actor_type, actor_id, action_type, event_type, resource, record_id, changed_fields, said)
     select 5000000 + n, '2019-01-01', 'system', 'test', 'Update', 'PostEdited', 'page', n, '{}', '{}' from generate_series(1, 1200) n`,
  )
  const { status, headers, body } = await staff.call('GET', '/api/utility/activity_log/export?format=jsonl')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8'])
  const lines: (Entry & { changes: { field: string; fromText: string; toText: string }[] })[] = String(body.text)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(String(lines.length)).toBe(headers.get('x-rows'))
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  expect(lines.length).toBeGreaterThan(1_200)
  const times = lines.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(lines.flatMap(({ changes }) => changes ?? [])).toContainEqual(
    expect.objectContaining({ field: 'category', fromText: 'Knots', toText: 'Ropes' }),
  )
  const [exported] = (await trail('type=Export')).data
  expect(exported).toMatchObject({
    actionType: 'Export',
    actionDesc: `entries of the trail: ${lines.length} exported`,
  })
  await atrium.services.pool.query('delete from activity where position > 5000000')
  const sheet = await staff.call('GET', '/api/utility/activity_log/export?format=xlsx&resource=post')
  expect([sheet.status, sheet.headers.get('x-rows')]).toEqual([200, '3'])
})

it('says who could do what at a moment: as roles and people were then', async () => {
  const watcher = await atrium.asUser(auditor.perms)
  const roleId = (await atrium.run(role, 'create', { name: 'Weavers', perms: ['r-post'] })).id
  const { id } = await atrium.asUser('no role')
  const at = async (moment?: string) => {
    const { body } = await watcher.call('GET', `/api/utility/permissions${moment ? `?at=${moment}` : ''}`)
    return body.data.find((one: { id: number }) => one.id === id)
  }
  const stamps: string[] = []
  // Moments are told to the second: each state lasts over the end of one.
  const overSecond = async () => {
    stamps.push(new Date().toISOString().slice(0, 19))
    await expect.poll(() => new Date().toISOString().slice(0, 19), { timeout: 3_000 }).not.toBe(stamps.at(-1))
  }
  await atrium.run(user, 'edit', { role: roleId }, id)
  await overSecond()
  await atrium.run(role, 'edit', { perms: ['r-post', 'd-post'] }, roleId)
  await overSecond()
  await atrium.run(role, 'deactivate', {}, roleId)
  expect(await at(stamps[0])).toMatchObject({ perms: ['r-post'], role: { name: 'Weavers', isActive: true } })
  expect(await at(stamps[1])).toMatchObject({ perms: ['r-post', 'd-post'] })
  expect(await at()).toMatchObject({ perms: [], role: { isActive: false } })
  expect(await at('2001-01-01')).toBeUndefined()
})

it('groups what failed by its cause, with how often, first and last seen, and the last request', async () => {
  const { pool } = atrium.services
  await pool.query(
    `insert into debug.entry (at, level, route, request_id, actor_type, actor_id, message, keyword)
     select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', 'error', 'GET /x', 'request ' || n, 'system', 'background',
       'row ' || n || ' broke', 'row' from generate_series(1, 12) n
     union all select '2026-01-02', 'warning', 'GET /x', null, 'system', 'background', 'row 1 broke', 'row'`,
  )
  const causes = (await staff.call('GET', '/api/utility/debug_log?keyword=row')).body
  expect(causes.meta.total_item).toBe(2)
  const [, alike] = causes.data
  expect(alike).toMatchObject({
    count: 12,
    level: 'error',
    message: 'row 12 broke',
    requestId: 'request 12',
    first: '2026-01-01T00:01:00.000Z',
    last: '2026-01-01T00:12:00.000Z',
  })
  expect(await countOf(`type=Error&cause=${alike?.cause}`)).toBe(12)
})
