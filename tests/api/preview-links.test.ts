import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { call, type Client } from '../support/client.ts'
import { whileCutOff } from '../support/cut-off.ts'
import { formOf } from '../support/form.ts'
import { flatPng } from '../support/flat-png.ts'

const writer = ['c-post', 'r-post', 'u-post', 'd-post']
let atrium: TestAtrium
let ana: Client & { id: number }
let reader: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  ana = await atrium.asUser(writer)
  reader = await atrium.asUser(['r-post'])
}, 60_000)
afterAll(() => atrium.close())

const newDraft = async (more: object = {}) => {
  const { id } = await atrium.run(category, 'create', { name: `Category ${randomUUID()}` })
  const sent = { name: 'Not yet', excerpt: 'Soon', category: id, content: '<p>Saved</p>', draft: true, ...more }
  return (await atrium.run(post, 'create', sent)).id
}
const make = async (record: number, client: Client = ana, hours = 24) => {
  const { status, body } = await client.call('POST', '/api/preview_link', { resource: 'post', record, hours })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.address).toMatch(/\/preview\/[\w-]{43}$/)
  return { id: body.data.id as string, token: String(body.data.address).split('/').at(-1) ?? '' }
}
const look = (token: string, more = '') => call(atrium.url, 'GET', `/api/preview/${token}${more}`)
const linksOf = async (record: number) =>
  (await ana.call('GET', `/api/preview_link?resource=post&record=${record}`)).body.data
const told = async (link: string) =>
  (await atrium.services.log.open(await atrium.services.log.store.readAll(0n, 100_000)))
    .filter(({ data }) => data.link === link)
    .map(({ type }) => type)

it('shows a draft to whoever has its link, with what its maker has typed over it, unlisted, and the trail tells of it', async () => {
  const record = await newDraft()
  const { id, token } = await make(record)
  const first = await look(token)
  expect([first.status, first.headers.get('x-robots-tag'), first.headers.get('cache-control')]).toEqual([
    200,
    'noindex, nofollow',
    'private, no-store',
  ])
  expect(Object.keys(first.body.data).toSorted()).toEqual(
    ['at', 'category', 'content', 'excerpt', 'focus', 'hasStyle', 'name', 'picture', 'record', 'until'].toSorted(),
  )
  expect(first.body.data.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(first.body.data).toMatchObject({ name: 'Not yet', content: '<p>Saved</p>', picture: null, hasStyle: false })
  const values = { name: 'Typed over it', content: '<p onclick="x()">Typed</p><script>x()</script>' }
  const draft = { resource: 'post', record, version: 1, values, before: {} }
  expect((await ana.call('PUT', `/api/draft/${randomUUID()}`, draft)).status).toBe(200)
  expect((await look(token)).body.data).toMatchObject({ name: 'Typed over it', content: '<p>Typed</p>' })
  expect(await linksOf(record)).toEqual([expect.objectContaining({ id, uses: 2, usedAt: expect.any(String) })])
  // Twice within one hour is told once.
  expect(await told(id)).toEqual(['PreviewLinkMade', 'PreviewLinkUsed'])
  const { rows } = await atrium.database.pool.query('select row_to_json(l)::text as row from command.preview_link l')
  expect(rows.map(({ row }) => row).join()).not.toContain(token)
})

it('gives out the pictures of what it shows, and no others', async () => {
  const upload = async () =>
    (await ana.call('POST', '/api/utility/uploadFiles', formOf({}, { file: flatPng(4, 4) }))).body.data
      .location as string
  const [shown, other] = [await upload(), await upload()]
  const record = await newDraft({
    content: `<p><img src="${shown}" alt=""></p>`,
    css: `p { background: url("${shown}") }`,
  })
  const { token } = await make(record)
  const { content } = (await look(token)).body.data
  const [address = ''] = /\/api\/preview\/[^"]+/.exec(content) ?? []
  const picture = await fetch(atrium.url + address)
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('x-robots-tag')]).toEqual([
    200,
    'image/png',
    'noindex, nofollow',
  ])
  expect((await fetch(atrium.url + shown)).status).toBe(404)
  const keyOf = (link: string) => link.split('/')[2] ?? ''
  expect((await look(token, `/file/${keyOf(shown)}`)).status).toBe(200)
  expect((await look(token, `/file/${keyOf(other)}`)).status).toBe(404)
  const style = await fetch(`${atrium.url}/api/preview/${token}/style.css`)
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})

it('ends with its time, a revocation, the record, and the right of whoever made it', async () => {
  const record = await newDraft()
  const statusOf = async (token: string) => (await look(token)).status
  expect(await statusOf('a'.repeat(43))).toBe(404)
  expect(await statusOf('short')).toBe(404)

  const revoked = await make(record)
  expect((await reader.call('DELETE', `/api/preview_link/${revoked.id}`)).status).toBe(403)
  expect(await statusOf(revoked.token)).toBe(200)
  expect((await ana.call('DELETE', `/api/preview_link/${revoked.id}`)).status).toBe(200)
  expect((await ana.call('DELETE', `/api/preview_link/${revoked.id}`)).status).toBe(200)
  expect(await statusOf(revoked.token)).toBe(404)
  expect(await told(revoked.id)).toEqual(['PreviewLinkMade', 'PreviewLinkUsed', 'PreviewLinkRevoked'])

  const late = await make(record)
  const end = "update command.preview_link set expires_at = clock_timestamp() - interval '1 second' where id = $1"
  await atrium.database.pool.query(end, [late.id])
  expect(await statusOf(late.token)).toBe(404)
  expect(await linksOf(record)).toEqual([])

  const leaver = await atrium.asUser(writer)
  const without = await make(record, leaver)
  expect(await statusOf(without.token)).toBe(200)
  const { id: none } = await atrium.run(role, 'create', { name: `Reads ${randomUUID()}`, perms: ['r-post'] })
  await atrium.run(user, 'edit', { role: none }, leaver.id)
  expect(await statusOf(without.token)).toBe(404)

  const gone = await atrium.asUser(writer)
  const inactive = await make(record, gone)
  await atrium.run(user, 'deactivate', {}, gone.id)
  expect(await statusOf(inactive.token)).toBe(404)

  const last = await make(record)
  expect(await statusOf(last.token)).toBe(200)
  await atrium.run(post, 'delete', {}, record)
  expect(await statusOf(last.token)).toBe(404)
  expect((await ana.call('POST', '/api/preview_link', { resource: 'post', record, hours: 1 })).status).toBe(404)
})

it('is made by whoever may edit what has a page of its own, for hours that are offered, and not without end', async () => {
  const record = await newDraft()
  const ask = (client: Client, body: object) => client.call('POST', '/api/preview_link', body)
  expect((await ask(reader, { resource: 'post', record, hours: 1 })).status).toBe(403)
  expect((await reader.call('GET', `/api/preview_link?resource=post&record=${record}`)).status).toBe(403)
  expect((await ask(ana, { resource: 'category', record, hours: 1 })).status).toBe(404)
  expect((await ask(ana, { resource: 'post', record, hours: 9_999 })).status).toBe(422)
  for (let nth = 0; nth < 20; nth += 1) await make(record)
  const { status, body } = await ask(ana, { resource: 'post', record, hours: 1 })
  expect([status, body.message]).toEqual([409, '20 links lead to this already. Revoke one first.'])
})

it('is made once for an idempotency key, also where its first run was cut off, by the address that was answered', async () => {
  const record = await newDraft()
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => ana.call('POST', '/api/preview_link', { resource: 'post', record, hours: 24 }, headers)
  await whileCutOff(atrium.services.pool, async () => expect((await send()).status).toBe(503))
  const { status, body } = await send()
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await linksOf(record)).toMatchObject([{ id: body.data.id }])
  expect((await look(String(body.data.address).split('/').at(-1) ?? '')).status).toBe(200)
  expect((await told(body.data.id)).filter((type) => type === 'PreviewLinkMade')).toHaveLength(1)
})
