import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { expectRefusal, pourInto, raw, speak, traces } from '../probe.ts'
import { openSubjects, type Subjects } from './subjects.ts'

let on: Subjects
beforeAll(async () => {
  on = await openSubjects()
}, 60_000)
afterAll(() => on.atrium.close())

const bodies: readonly [what: string, type: string | null, body: string][] = [
  ['no body', 'application/json', ''],
  ['half an object', 'application/json', '{"name":"x"'],
  ['null', 'application/json', 'null'],
  ['a list', 'application/json', '[{"name":"x"}]'],
  ['a text', 'application/json', '"name"'],
  ['a prototype', 'application/json', '{"name":"Sneaky","__proto__":{"isAdmin":true}}'],
  ['an escaped prototype', 'application/json', '{"name":"Sneaky","\\u005f_proto__":{"a":1}}'],
  ['a constructor', 'application/json', '{"name":"Sneaky","constructor":{"prototype":{"a":1}}}'],
  ['a name twice', 'application/json', '{"name":"Sneaky","name":"Sneaky"}'],
  ['a name twice, once with an escape', 'application/json', '{"name":"Sneaky","n\\u0061me":"Sneaky"}'],
  ['too deep', 'application/json', `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['far too deep', 'application/json', `{"a":1,"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['deep objects', 'application/json', `{"name":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['too large a number', 'application/json', '{"name":1e309}'],
  ['another kind', 'application/xml', '<name>Sneaky</name>'],
  ['a plain form with a field twice', 'application/x-www-form-urlencoded', 'name=Sneaky&name=Sneaky'],
  ['a plain form with a prototype', 'application/x-www-form-urlencoded', 'name=Sneaky&__proto__=x'],
  ['a plain form of many fields', 'application/x-www-form-urlencoded', 'name=Sneaky' + '&a'.repeat(100_000)],
  ['plain text', 'text/plain', '{"name":"Sneaky"}'],
  ['a tab in the type', 'application/json\ta', '{"name":5}'],
  ['odd parameters', 'Application/JSON ; x', '{"name":5}'],
  ['no type', null, '{"name":"Sneaky"}'],
  ['a form without a boundary', 'multipart/form-data', 'name=Sneaky'],
  ['a form that is none', 'multipart/form-data; boundary=x', 'name=Sneaky'],
  [
    'a form that breaks off',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nSnea',
  ],
  [
    'a field twice',
    'multipart/form-data; boundary=x',
    ['name', 'name'].map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nSneaky\r\n`).join('') +
      '--x--\r\n',
  ],
  [
    'a prototype in a form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nSneaky\r\n--x--\r\n',
  ],
  ['an unknown encoding', 'application/json; charset=utf-16', '\ufeff{"name":5}'],
]

it.each(bodies)('refuses a body that is %s', { timeout: 30_000 }, async (what, type, body) => {
  const before = await traces(on.atrium)
  for (const [method, path] of [
    ['POST', '/api/category'],
    ['PUT', `/api/category/${on.ids.category}`],
    ['POST', '/api/post'],
    ['POST', '/api/utility/uploadFiles'],
    ['POST', '/api/category/matching/deactivate'],
    ['POST', '/api/utility/config'],
    ['POST', '/api/post/set_featured'],
  ] as const) {
    const headers = { authorization: `Bearer ${on.staff.token}`, ...(type === null ? {} : { 'content-type': type }) }
    const answer = await raw(on.atrium.url, { method, path, headers, body })
    expectRefusal(answer.status, JSON.parse(answer.text), `${what}: ${method} ${path}`)
  }
  expect(await traces(on.atrium)).toEqual(before)
})

it('answers every one of many bodies that are too large, before it lets go of the connection', async () => {
  const body = JSON.stringify({ name: 'a'.repeat(10_000_000) })
  const [signedIn, type] = [{ authorization: `Bearer ${on.staff.token}` }, { 'content-type': 'application/json' }]
  for (const headers of [{ ...signedIn, ...type }, { ...signedIn, ...type, connection: 'keep-alive' }, type]) {
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await raw(on.atrium.url, { method: 'POST', path: '/api/category', headers, body })
      expect(answer.status).toBe('authorization' in headers ? 413 : 401)
    }
  }
})

it.each([
  ['POST', '/api/utility/uploadFiles', 'multipart/form-data; boundary=b', '401'],
  ['POST', '/api/auth/logout', 'multipart/form-data; boundary=b', '200'],
  ['POST', '/nothing', 'application/json', '413'],
  ['GET', '/', 'text/plain', '200'],
])('hangs up on a body without end that nobody reads: %s %s', async (method, path, type, status) => {
  const { written, answer } = await pourInto(on.atrium.url, method, path, type)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  expect(written).toBeLessThan(100_000_000)
})

it('refuses 10 MB in a field, in JSON and in a form', async () => {
  const before = await traces(on.atrium)
  const huge = 'a'.repeat(10_000_000)
  const form = new FormData()
  form.set('name', huge)
  const bodies: readonly unknown[] = [{ name: huge }, form]
  for (const body of bodies) {
    const answer = await on.staff.call('POST', '/api/category', body)
    expectRefusal(answer.status, answer.body, '10 MB')
    expect(answer.status).toBe(413)
  }
  expect(await traces(on.atrium)).toEqual(before)
})

const queries = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=1000000001',
  'page=x',
  'page=',
  'page=1.5',
  'page=1&page=2',
  'per_page=0',
  'per_page=101',
  'per_page=-5',
  'per_page=x',
  'per_page=1001',
  'per_page=20&per_page=20',
  'keyword=%00',
  'keyword=a&keyword=b',
  `keyword=${'a'.repeat(201)}`,
  'status=other',
  'status=%00',
  'category=%00',
  `category=${'a'.repeat(300)}`,
  'type=%00',
  'type=a&type=b',
]

it.each(['post', 'category', 'partner'])('refuses queries on %s that mean nothing, with 400', async (name) => {
  for (const query of queries) {
    const answer = await on.staff.call('GET', `/api/${name}?${query}`)
    expectRefusal(answer.status, answer.body, query)
    expect(answer.status, query).toBe(400)
  }
})

it('answers what is only odd: signs of LIKE are letters, a page past the end is empty', async () => {
  await on.atrium.run(category, 'create', { name: '100% wool_en \\ rope' })
  const found = async (keyword: string) => {
    const { status, body } = await on.staff.call('GET', `/api/category?keyword=${encodeURIComponent(keyword)}`)
    expect(status, keyword).toBe(200)
    return body.data.map((row: { name: string }) => row.name)
  }
  for (const sign of ['%', '_', '\\', '0% w', 'l_e', 'n \\ r'])
    expect(await found(sign), sign).toEqual(['100% wool_en \\ rope'])
  for (const odd of ["'", '"; drop table post; --', '%%%', '\\\\\\', '(', '[a', '\u202e'])
    expect(await found(odd), odd).toEqual([])
  const past = await on.staff.call('GET', '/api/category?page=1000000&per_page=100')
  expect(past.body).toMatchObject({ data: [], meta: { total_page: 1 } })
  for (const odd of ['category=%ff', 'keyword=%ed%a0%bd', 'keyword=%f0%9f', 'type=%ed%b0%80'])
    expect((await on.staff.call('GET', `/api/post?${odd}`)).status, odd).toBeLessThan(500)
})

it('says in its own words what is wrong where no field declares it', async () => {
  const calls: readonly [method: string, path: string, body?: object][] = [
    ['GET', '/post/1/history?version=x'],
    ['GET', '/utility/activity_log?record=x'],
    ['GET', '/live?after=x'],
    ['GET', '/utility/couriers?ids=x'],
    ['PUT', '/live/presence', { resource: 'post', id: 1, tab: 'x' }],
    ['POST', '/utility/preview', {}],
    ['POST', '/category/1/move', { to: 2, delete: 'perhaps' }],
    ['POST', '/post/matching/feature', { expected: 1, sent: 2 }],
    ['POST', '/job', { commands: [{ resource: 'post', verb: 'edit', id: -1 }] }],
    ['POST', '/utility/config', { email_iso: [[]] }],
    ['POST', '/employee/bulk', { mode: {} }],
  ]
  await on.refuseAll(calls.map(([method, path, body]) => ({ what: 'words', method, path: `/api${path}`, body })))
  const page = await on.staff.call('POST', '/api/utility/check_page', { type: 'page', url: 'a\0b' })
  expect([page.status, page.body.data?.exists], JSON.stringify(page.body)).toEqual([200, false])
  const strange: Record<string, string> = { valueOf: 'x' }
  const odd = await on.staff.call('PUT', '/api/post/1', strange)
  expect([odd.status, odd.body.message]).toEqual([422, 'valueOf is not a field of posts'])
})

it('refuses keys in an address that no record can have', async () => {
  for (const path of [
    'post/%00',
    'post/a%00b',
    `post/${'a'.repeat(301)}`,
    `post/${'a'.repeat(3_000)}`,
    'post/%ff',
    'post/%zz',
    'category/%00',
    'post/%00/style.css',
    'post/x/style.css',
    'utility/getFiles?keyword=%00',
    'utility/activity_log?type=%00',
    'utility/activity_log?per_page=1001',
    'job/x',
    'job/%00',
    'auth/change/%00',
    `auth/change/${'a'.repeat(301)}`,
    'post/x/history',
    'post/99999999999/history',
    'nothing/here',
  ]) {
    const answer = await raw(on.atrium.url, {
      method: 'GET',
      path: `/api/${path}`,
      headers: { authorization: `Bearer ${on.staff.token}` },
    })
    expectRefusal(answer.status, JSON.parse(answer.text), path)
  }
})

it.each([
  ['no HTTP at all', 400, 'hello?\r\n\r\n'],
  ['two lengths', 400, 'POST /api/post HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  ['endless headers', 431, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`],
])('answers %s like every other error, and hangs up', async (what, status, words) => {
  const [head = '', body = ''] = (await speak(on.atrium.url, words)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expectRefusal(status, JSON.parse(body), what)
})
