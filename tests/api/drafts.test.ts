import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostDrafts } from '../../domain/drafts/drafts.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let ana: Client & { id: number }
let ben: Client & { id: number }
let reader: Client
let administrator: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  administrator = await atrium.asUser('all')
  const writer = ['c-post', 'r-post', 'u-post']
  ana = await atrium.asUser(writer)
  ben = await atrium.asUser(writer)
  reader = await atrium.asUser(['r-post', 'u-category'])
}, 60_000)
afterAll(() => atrium.close())

const typed = (values: object, record: number | null = null, version: number | null = record && 1) => ({
  resource: 'post',
  record,
  version,
  values,
  before: {},
})
const keep = async (client: Client, values: object, record: number | null = null, id = randomUUID()) => {
  const { status, body } = await client.call('PUT', `/api/draft/${id}`, typed(values, record))
  expect(status, JSON.stringify(body)).toBe(200)
  return id
}
const listed = async (client: Client, record: number | 'new' | null = 'new') =>
  (await client.call('GET', `/api/draft?resource=post${record === null ? '' : `&record=${record}`}`)).body.data
const idsFor = async (client: Client, record: number | 'new' = 'new') =>
  (await listed(client, record)).map(({ id }: { id: string }) => id)
const look = (client: Client, id: string) => client.call('GET', `/api/draft/${id}`)
const newPost = async () => {
  const { id } = await atrium.run(category, 'create', { name: `Category ${randomUUID()}` })
  return (await atrium.run(post, 'create', { name: 'Live', excerpt: 'A post', category: id })).id
}

it('keeps what is typed beside the log, sealed, for every device of the person and for colleagues who may save it', async () => {
  const head = await atrium.services.log.store.head()
  const id = await keep(ana, { name: 'Half a title', content: '<p>Secret plan</p>' })
  await keep(ana, { name: 'A whole title', content: '<p>Secret plan</p>' }, null, id)
  expect(await atrium.services.log.store.head()).toBe(head)
  const { rows } = await atrium.database.pool.query('select row_to_json(draft)::text as row from command.draft')
  expect(rows).toHaveLength(1)
  expect(rows[0].row).not.toMatch(/title|plan/i)
  expect(await listed(ben)).toEqual([
    {
      id,
      resource: 'post',
      record: null,
      version: null,
      at: expect.any(String),
      title: 'A whole title',
      fields: ['name', 'content'],
      by: { id: `user-${ana.id}`, name: expect.stringMatching(/./) },
      isOwn: false,
    },
  ])
  expect((await listed(ana))[0].isOwn).toBe(true)
  expect((await look(ben, id)).body.data.values).toEqual({ name: 'A whole title', content: '<p>Secret plan</p>' })
  expect((await ana.call('DELETE', `/api/draft/${id}`)).status).toBe(200)
  expect((await ana.call('DELETE', `/api/draft/${id}`)).status).toBe(200)
  expect(await idsFor(ben)).toEqual([])
})

it('shows nothing to who may not save it, and keeps nothing for them', async () => {
  const id = await keep(ana, { name: 'For writers' })
  expect(await listed(reader, null)).toEqual([])
  expect((await look(reader, id)).status).toBe(404)
  expect((await reader.call('DELETE', `/api/draft/${id}`)).status).toBe(404)
  expect((await reader.call('POST', `/api/draft/${id}/take`, { as: randomUUID() })).status).toBe(404)
  expect((await reader.call('PUT', `/api/draft/${randomUUID()}`, typed({ name: 'No' }))).status).toBe(403)
  expect((await reader.call('PUT', `/api/draft/${randomUUID()}`, typed({ name: 'No' }, 1))).status).toBe(403)
  expect((await (await atrium.asEmployee()).call('GET', '/api/draft?resource=post')).status).toBe(403)
  expect(await idsFor(ana)).toContain(id)
  await ana.call('DELETE', `/api/draft/${id}`)
})

it('gives a draft to whoever goes on with it, and lets the form that it was typed into go on beside it', async () => {
  const record = await newPost()
  const id = await keep(ana, { name: 'By Ana' }, record)
  const as = randomUUID()
  const { status, body } = await ben.call('POST', `/api/draft/${id}/take`, { as })
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({ id: as, version: 1, values: { name: 'By Ana' } }),
  ])
  expect(await listed(ana, record)).toEqual([expect.objectContaining({ id: as, isOwn: false })])
  // Under the id of before it is another one again; under that of somebody else it is refused.
  await keep(ana, { name: 'By Ana, later' }, record, id)
  expect((await ana.call('PUT', `/api/draft/${as}`, typed({ name: 'Over it' }, record))).status).toBe(412)
  expect(await idsFor(ben, record)).toEqual([id, as])
  expect((await ben.call('POST', `/api/draft/${randomUUID()}/take`, { as: randomUUID() })).status).toBe(404)
  // A colleague may discard it.
  expect((await ben.call('DELETE', `/api/draft/${id}`)).status).toBe(200)
  expect(await idsFor(ana, record)).toEqual([as])
})

it('cleans what somebody else typed, and keeps nothing that is no field, nor anything about people', async () => {
  const id = await keep(ana, {
    name: 'Unsafe',
    content: '<p onclick="steal()">Text</p><script>steal()</script>',
    strange: 'field',
  })
  expect((await look(ben, id)).body.data.values).toEqual({ name: 'Unsafe', content: '<p>Text</p>' })
  await ana.call('DELETE', `/api/draft/${id}`)
  const about = { resource: 'employee', record: null, version: null, values: {}, before: {} }
  const refused = await administrator.call('PUT', `/api/draft/${randomUUID()}`, about)
  expect([refused.status, refused.body.message]).toEqual([422, 'Nothing is kept of forms about people.'])
})

it('keeps so many for one person, and none that nobody typed into for a month', async () => {
  const many = await atrium.asUser(['c-post', 'r-post', 'u-post'])
  const first = await keep(many, { name: 'First' })
  await atrium.database.pool.query(
    `insert into command.draft (id, person, resource, sealed, head)
     select gen_random_uuid(), person, 'post', sealed, head from command.draft, generate_series(2, $2) where id = $1`,
    [first, mostDrafts],
  )
  const { status, body } = await many.call('PUT', `/api/draft/${randomUUID()}`, typed({ name: 'One too many' }))
  expect([status, body.message]).toEqual([409, '200 drafts of yours are kept already. Please discard some.'])
  await keep(many, { name: 'First, changed' }, null, first)
  const age = (days: number) =>
    atrium.database.pool.query(
      `update command.draft set kept_at = clock_timestamp() - interval '1 day' * $2 where person = $1 and id = $3`,
      [`user-${many.id}`, days, first],
    )
  const count = async () =>
    (await atrium.database.pool.query('select 1 from command.draft where id = $1', [first])).rowCount
  await age(29.9)
  await atrium.services.drafts.sweep()
  expect(await count()).toBe(1)
  await age(30.1)
  await atrium.services.drafts.sweep()
  expect(await count()).toBe(0)
})

it('forgets the drafts of whoever is erased', async () => {
  const leaver = await atrium.asUser(['c-post', 'r-post', 'u-post'])
  const id = await keep(leaver, { name: 'Of a leaver' })
  const kept = await administrator.call('GET', `/api/user/${leaver.id}/personal_data`)
  expect(kept.status).toBe(200)
  const { status, body } = await administrator.call('POST', `/api/user/${leaver.id}/erasure`, { name: 'Some Body' })
  expect(status, JSON.stringify(body)).toBe(200)
  const { rowCount } = await atrium.database.pool.query('select 1 from command.draft where id = $1', [id])
  expect(rowCount).toBe(0)
})
