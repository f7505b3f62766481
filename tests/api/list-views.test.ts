import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openListViews } from '../../commands/list-views/list-views.ts'
import { mostListViews } from '../../domain/events/list-views.ts'
import { employee } from '../../domain/resources/employee.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { whileCutOff } from '../support/cut-off.ts'

let atrium: TestAtrium
let editor: Client & { id: number }
let reader: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  editor = await atrium.asUser(['r-post', 'u-post'])
  reader = await atrium.asUser(['r-post'])
}, 60_000)
afterAll(() => atrium.close())

const share = (name: string, search = 'status=inactive', client: Client = editor, resource = 'post') =>
  client.call('POST', '/api/list_view', { resource, name, search })
const views = async (client = reader, resource = 'post') =>
  (await client.call('GET', `/api/list_view?resource=${resource}`)).body.data
const named = async (name: string) => (await views()).find((one: { name: string }) => one.name === name)
const trail = async (view: string) =>
  (await atrium.services.log.open(await atrium.services.log.store.readAll(0n, 100_000)))
    .filter(({ data }) => data.view === view)
    .map(({ type, data }) => `${type} ${Object.keys(data).sort().join()}`)

it('shares a view with whoever may read the list, without the page and the moment that were open, and tells the trail no name', async () => {
  const { status, body } = await share('  Waiting ', '?status=inactive&page=3&as_of=2026-01-01&sort=-name')
  expect([status, body.data.name]).toEqual([200, 'Waiting'])
  expect(await named('Waiting')).toEqual({ id: body.data.id, name: 'Waiting', search: 'status=inactive&sort=-name' })
  expect(await trail(body.data.id)).toEqual(['ListViewShared resource,view'])
})

it('lets editors of the list alone share, rename and remove, and nobody else read', async () => {
  const { id } = (await share('Kept')).body.data
  const other = await atrium.asUser(['r-page', 'u-page', 'r-audit'])
  expect((await share('Mine', '', reader)).status).toBe(403)
  expect((await other.call('GET', '/api/list_view?resource=post')).status).toBe(403)
  for (const client of [reader, other]) {
    expect((await client.call('PUT', `/api/list_view/${id}`, { name: 'Other' })).status).toBe(403)
    expect((await client.call('DELETE', `/api/list_view/${id}`)).status).toBe(403)
  }
  // Who may write but not read learns nothing either.
  const blind = await atrium.asUser(['u-post'])
  expect([(await share('Blind', '', blind)).status, (await named('Kept'))?.id]).toEqual([403, id])
})

it('renames and removes a view, each told once', async () => {
  const { id } = (await share('Draft')).body.data
  for (const name of ['Drafts', 'Drafts'])
    expect((await editor.call('PUT', `/api/list_view/${id}`, { name })).status).toBe(200)
  expect((await named('Drafts'))?.search).toBe('status=inactive')
  expect((await editor.call('DELETE', `/api/list_view/${id}`)).status).toBe(200)
  expect([await named('Drafts'), (await editor.call('DELETE', `/api/list_view/${id}`)).status]).toEqual([
    undefined,
    404,
  ])
  expect(await trail(id)).toEqual(
    ['ListViewShared', 'ListViewRenamed', 'ListViewRemoved'].map((type) => `${type} resource,view`),
  )
})

it('refuses a second view of a name, one too many, and what is no view', async () => {
  const name = `View ${randomUUID()}`
  const { id } = (await share('Another')).body.data
  expect((await share(name)).status).toBe(200)
  for (const answer of [
    await share(name.toUpperCase()),
    await editor.call('PUT', `/api/list_view/${id}`, { name }),
    await share(''),
    await share('x'.repeat(61)),
    await share('Long', 'x'.repeat(2_001)),
    await share('Nothing', '', editor, 'nothing'),
    await share('One record', '', editor, 'configuration'),
    await editor.call('PUT', `/api/list_view/${randomUUID()}`, { name: 'None' }),
    await editor.call('PUT', '/api/list_view/none', { name: 'None' }),
  ])
    expect(answer.status, JSON.stringify(answer.body)).toBeOneOf([400, 404, 409, 422])
  const left = mostListViews - (await views()).length
  for (let nth = 0; nth < left; nth += 1) expect((await share(`Nth ${nth}`)).status).toBe(200)
  const { status, body } = await share('Too many')
  expect([status, body.message]).toEqual([
    409,
    `${mostListViews} views of this list are shared already. Remove one first.`,
  ])
})

it('keeps which columns a view shows, refuses one that the list does not have, and passes by one that is gone', async () => {
  const client = await atrium.asUser(['r-category', 'u-category'])
  const keep = (name: string, search: string) => share(name, search, client, 'category')
  const searches = async () => (await views(client, 'category')).map(({ search }: { search: string }) => search)
  expect((await keep('Columns', 'sort=name&columns=name.changed.copy')).status).toBe(200)
  const { status, body } = await keep('Strange', 'columns=name.secret')
  expect([status, body.errors[0].constraints]).toEqual([422, { unknown: 'secret is not a column of this list' }])
  expect(await searches()).toEqual(['sort=name&columns=name.changed.copy'])
  // A declaration had it when the view was made.
  const text = "update command.list_view set search = 'columns=name.gone' where resource = 'category'"
  await atrium.services.pool.query(text)
  expect(await searches()).toEqual(['columns=name'])
})

it('shares once for an idempotency key', async () => {
  const client = await atrium.asUser(['r-page', 'u-page'])
  const headers = { 'idempotency-key': randomUUID() }
  const sent = { resource: 'page', name: 'Once', search: '' }
  const [one, two] = [
    await client.call('POST', '/api/list_view', sent, headers),
    await client.call('POST', '/api/list_view', sent, headers),
  ]
  expect([one.status, two.status, two.body.data.id]).toEqual([200, 200, one.body.data.id])
  expect(await views(client, 'page')).toHaveLength(1)
})

it('answers a retry with the view that its first run has shared', async () => {
  const client = await atrium.asUser(['r-page', 'u-page'])
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => client.call('POST', '/api/list_view', { resource: 'page', name: 'Cut off', search: '' }, headers)
  await whileCutOff(atrium.services.pool, async () => expect((await send()).status).toBe(503))
  const { id } = (await views(client, 'page')).find((one: { name: string }) => one.name === 'Cut off')
  const { status, body } = await send()
  expect([status, body.data?.id]).toEqual([200, id])
  expect(await trail(id)).toEqual(['ListViewShared resource,view'])
})

it('tells the trail of a view whose process died before it could, once', async () => {
  const { pool, listViews } = atrium.services
  const by = { actor: { type: 'user', id: editor.id }, correlationId: randomUUID() } as const
  const dying = openListViews({ pool, audit: () => Promise.reject(new Error('killed')) })
  const view = await dying.share({ resource: 'page', name: 'Left', search: '' }, by)
  await dying.rename(view, 'Left behind', by)
  await dying.remove(view, by)
  expect(await trail(view.id)).toEqual([])
  await Promise.all([listViews.tell(), listViews.tell()])
  await listViews.tell()
  expect(await trail(view.id)).toEqual(
    ['ListViewShared', 'ListViewRenamed', 'ListViewRemoved'].map((type) => `${type} resource,view`),
  )
  expect((await pool.query('select from command.list_view_fact')).rowCount).toBe(0)
})

it('takes views with it that name a person who is erased, of everybody and of others, and no more', async () => {
  const { id } = await atrium.run(employee, 'create', {
    employee_number: '770077',
    fullname: 'Quillon Zyxwarth',
    display_name: 'Q',
    email: 'quillon@zyxwarth.example',
  })
  const clerk = await atrium.asUser(['r-page', 'u-page'])
  const kept = async (name: string, search = '') => (await share(name, search, clerk, 'page')).body.data.id
  const called = await kept('Of quillon zyxwarth')
  const looking = await kept('Search', 'keyword=Quillon%20Zyxwarth')
  const other = await kept('Of Quillona', 'keyword=Zyxwarthen')
  const own = {
    hidden: [],
    isDense: false,
    views: [
      { name: 'Q', search: 'keyword=quillon%40zyxwarth.example' },
      { name: 'Mine', search: '' },
    ],
  }
  expect((await clerk.call('PUT', '/api/me/lists/page', own)).status).toBe(200)
  const boss = await atrium.asUser('all')
  expect((await boss.call('POST', `/api/employee/${id}/erasure`, { name: 'Quillon Zyxwarth' })).status).toBe(200)
  const left = (await views(clerk, 'page')).map((one: { id: string }) => one.id)
  expect([left.includes(called), left.includes(looking), left.includes(other)]).toEqual([false, false, true])
  expect(await trail(looking)).toContain('ListViewRemoved resource,view')
  const mine = (await clerk.call('GET', '/api/me/lists/page')).body.data.views
  expect(mine.map(({ name }: { name: string }) => name)).toEqual(['Mine'])
})
