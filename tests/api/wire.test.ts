import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import type { Fields } from '../support/sent.ts'
import { raw } from './probe.ts'

let atrium: TestAtrium
let staff: Client

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

it.each([
  ['the id', '/api/post/set_featured', { id: 'x' }, 'id'],
  ['the picture', '/api/utility/uploadFiles', {}, ''],
  ['the sign-in', '/api/auth/login', { userName: 'nobody', password: 'nothing' }, ''],
  ['the code', '/api/auth/verification_login', { data: 'nothing', otp: '123456' }, 'otp'],
])('names what it refuses in a list, whether that is a field or not: %s', async (_what, path, sent, property) => {
  const { status, body } = await staff.call('POST', path, sent)
  expect(status).toBe(422)
  expect(body).toMatchObject({ type: 'error', name: 'Validation', status: 'Validation' })
  expect(body.errors).toMatchObject([{ property }])
  expect(Object.values(body.errors[0].constraints)).toEqual([body.message])
})

it('knows nobody by an id that no record can have', async () => {
  for (const id of [0, 2_147_483_648, 9_999_999_999]) {
    expect((await staff.call('GET', `/api/user/${id}/sign_ins`)).status, String(id)).toBe(404)
  }
})

it('takes the same fields as JSON, as a plain form and as a form with parts', async () => {
  const parts = new FormData()
  parts.set('name', 'Parts')
  const plain = new URLSearchParams({ name: 'Plain & more' })
  const sent: readonly (readonly [Fields<'category'> | URLSearchParams | FormData, string])[] = [
    [{ name: 'Json' }, 'Json'],
    [plain, 'Plain & more'],
    [parts, 'Parts'],
  ]
  for (const [body, name] of sent) {
    const made = await staff.call('POST', '/api/category', body)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((await staff.call('GET', `/api/category/${made.body.data.id}`)).body.data).toMatchObject({ name })
  }
})

it('takes the number of matching records from a form', async () => {
  await atrium.run(category, 'create', { name: 'Countable' })
  const path = '/api/category/matching/deactivate?keyword=countable'
  expect((await staff.call('POST', path, new URLSearchParams({ expected: '1' }))).status).toBe(200)
  expect((await staff.call('POST', path, new URLSearchParams({ expected: '2' }))).status).toBe(409)
  expect((await staff.call('POST', path, { expected: 'x' })).body.errors).toMatchObject([{ property: 'expected' }])
})

it('takes an action that says it sends JSON and sends nothing', async () => {
  const { id } = await atrium.run(category, 'create', { name: 'Unsent' })
  const headers = { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' }
  for (const [method, path] of [
    ['POST', '/deactivate'],
    ['DELETE', ''],
  ] as const) {
    const answer = await raw(atrium.url, { method, path: `/api/category/${id}${path}`, headers, body: '' })
    expect(answer.status, answer.text).toBe(200)
  }
})

it('tells only those it refuses what the limits are', async () => {
  const { headers } = await staff.call('GET', '/api/me')
  expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
})

it('answers the version of every single record as its ETag', async () => {
  const employee = await atrium.asEmployee()
  const { id } = await atrium.run(category, 'create', { name: 'Tagged' })
  const made = await atrium.run(post, 'create', { name: 'Tagged', excerpt: 'x', category: id, featured: true })
  for (const [client, path] of [
    [staff, `/api/category/${id}`],
    [staff, `/api/post/${made.id}`],
    [employee, `/api/post/${made.id}`],
    [employee, '/api/utility/getFeatured'],
    [staff, '/api/utility/config'],
    [staff, '/api/me'],
  ] as const) {
    const { headers, body } = await client.call('GET', path)
    expect(headers.get('etag'), path).toBe(`"${body.data.version}"`)
  }
})

it.each([
  [1, '1 of the posts still uses this category. Deactivate the category, or move what uses it first.'],
  [2, '2 posts still use this category. Deactivate the category, or move what uses it first.'],
])('refuses to delete a category that %i posts use, with the count', async (count, message) => {
  const { id } = await atrium.run(category, 'create', { name: `Used by ${count}` })
  for (let made = 0; made < count; made += 1)
    await atrium.run(post, 'create', { name: 'Knots', excerpt: 'How to', category: id })
  const { status, body } = await staff.call('DELETE', `/api/category/${id}`)
  expect({ status, message: body.message, data: body.data }).toEqual({
    status: 409,
    message,
    data: { count, members: count, plural: 'posts' },
  })
})

it.each([
  ['GET', '/post/%E0%A4%A'],
  ['HEAD', '/dashboard/post/%zz'],
])('leads %s %s, where a page would be, to the error page', async (method, path) => {
  const { status, headers } = await raw(atrium.url, { method, path })
  expect({ status, location: headers.location }).toEqual({ status: 302, location: '/error' })
})

it.each([
  ['GET', '/api/post/%E0%A4%A'],
  ['POST', '/post/%E0%A4%A'],
  ['GET', '/files/%zz/a.png'],
  ['GET', '/assets/portal/%zz'],
  ['GET', '//API/%zz'],
])('says of %s %s, where no page would be, that it could not be read', async (method, path) => {
  const { status, text } = await raw(atrium.url, { method, path })
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ type: 'error', message: 'This address could not be read.' })
})
