import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/category.ts'
import { link, picture, text } from '../../domain/field.ts'
import { post } from '../../domain/post.ts'
import { defineResource, type Resource } from '../../domain/resource.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { badPictures, pictureWithPage } from './bad-pictures.ts'
import { expectRefusal, filesOf, raw, traces } from './probe.ts'

const partner = defineResource({
  name: 'partner',
  label: 'Partner',
  plural: 'partners',
  area: 'partner',
  fields: {
    name: text({ label: 'Name', max: 80 }),
    link: link({ label: 'Link' }),
    logo: picture({ label: 'Logo' }),
  },
  list: { columns: ['id', 'name', 'link', 'status'], search: ['name'], sort: '-id' },
  events: {
    create: 'PartnerCreated',
    edit: 'PartnerEdited',
    activate: 'PartnerActivated',
    deactivate: 'PartnerDeactivated',
    delete: 'PartnerDeleted',
    restore: 'PartnerRestored',
  },
})

let atrium: TestAtrium
let staff: Client
let good: Record<string, Record<string, unknown>>
let ids: Record<string, number>
const subjects: readonly Resource[] = [post, category, partner]

beforeAll(async () => {
  atrium = await openTestAtrium({ resources: [...resources, partner] })
  staff = await atrium.asUser('all')
  const { id: categoryId } = await atrium.run(category, 'create', { name: 'Ropes' })
  good = {
    post: { name: 'Knots', excerpt: 'How to tie', category: categoryId },
    category: { name: 'Sails' },
    partner: { name: 'Zeeland', link: 'https://ropes.example/' },
  }
  ids = Object.fromEntries(
    await Promise.all(
      subjects.map(async (resource) => [
        resource.name,
        (await atrium.run(resource, 'create', good[resource.name] ?? {})).id,
      ]),
    ),
  )
}, 60_000)
afterAll(() => atrium.close())

type Try = { what: string; method: string; path: string; body?: unknown; headers?: Record<string, string> }

const atOnce = 8

/** Each is refused with a sentence, and together they leave nothing behind. */
const refuseAll = async (tries: readonly Try[]) => {
  expect(tries.length).toBeGreaterThan(0)
  const before = await traces(atrium)
  const refuse = async ({ what, method, path, body, headers }: Try) => {
    const answer = await staff.call(method, path, body, headers)
    expectRefusal(answer.status, answer.body, `${what}: ${method} ${path}`)
  }
  for (let from = 0; from < tries.length; from += atOnce)
    await Promise.all(tries.slice(from, from + atOnce).map(refuse))
  expect(await traces(atrium)).toEqual(before)
}

/** The two ways to send a record: create one, and edit one. */
const both = (resource: Resource, what: string, change: Record<string, unknown>): Try[] => [
  { what, method: 'POST', path: `/api/${resource.name}`, body: { ...good[resource.name], ...change } },
  { what, method: 'PUT', path: `/api/${resource.name}/${ids[resource.name]}`, body: change },
]

const wrongTypes: Readonly<Record<string, readonly unknown[]>> = {
  text: [null, 5, true, [], ['x'], {}, { toString: 1 }],
  longText: [null, 5, true, [], ['x'], {}],
  html: [null, 5, true, ['<p>x</p>'], {}],
  css: [null, 5, true, ['a{}'], {}],
  link: [
    null,
    5,
    true,
    [],
    {},
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '//elsewhere.example',
    'data:text/html,x',
  ],
  flag: [5, [], {}, 'yes', 1, 0],
  reference: [true, [1], { id: 1 }, 'x', 1.5, -1, 0, 2_147_483_648, 1e300, '99999999999'],
  picture: [true, [1], { id: 1 }, 'x', 1.5, -1, 0, 2_147_483_648],
}

const bytesOf: Readonly<Record<string, number>> = { longText: 20_001, html: 400_001, css: 100_001, link: 2_001 }

describe.each(subjects.map((resource) => resource.name))('%s', (name) => {
  const resource = subjects.find((known) => known.name === name) ?? post
  const fields = Object.entries(resource.fields)

  it('asks for every required field', () =>
    refuseAll([
      { what: 'nothing', method: 'POST', path: `/api/${name}`, body: {} },
      ...fields
        .filter(([, field]) => field.isRequired)
        .flatMap(([field]) => {
          const { [field]: _left, ...rest } = good[name] ?? {}
          return [
            { what: `without ${field}`, method: 'POST', path: `/api/${name}`, body: rest },
            ...['', '   ', '\u00a0\n'].flatMap((empty) => both(resource, `empty ${field}`, { [field]: empty })),
          ]
        }),
    ]))

  it('refuses every wrong type of every field', () =>
    refuseAll(
      fields.flatMap(([field, { kind }]) =>
        (wrongTypes[kind] ?? []).flatMap((value) =>
          both(resource, `${field} = ${JSON.stringify(value)}`, { [field]: value }),
        ),
      ),
    ))

  it('refuses NUL, lone surrogates and too much of every text', () =>
    refuseAll(
      fields
        .filter(([, { kind }]) => ['text', 'longText', 'html', 'css', 'link'].includes(kind))
        .flatMap(([field, { kind, max }]) => [
          ...both(resource, `NUL in ${field}`, { [field]: 'a\u0000b' }),
          ...both(resource, `half a pair in ${field}`, { [field]: 'a\ud800b' }),
          ...both(resource, `the other half in ${field}`, { [field]: '\udfff' }),
          ...both(resource, `too much ${field}`, { [field]: 'a'.repeat(bytesOf[kind] ?? (max ?? 255) + 1) }),
        ]),
    ))

  it('refuses names that are no fields', () =>
    refuseAll(
      [
        'id',
        'version',
        'status',
        'deletedAt',
        'featured_at',
        'constructor',
        'toString',
        'hasOwnProperty',
        '',
        'a\u0000',
      ]
        .filter((field) => !Object.hasOwn(resource.fields, field) || resource.fields[field]?.isDerived)
        .flatMap((field) => both(resource, `unknown ${field}`, { [field]: 'x' })),
    ))

  it('refuses records that are not there, on every verb', () =>
    refuseAll(
      ['999999', '2147483647', '2147483648', '9999999999', '0', 'no-such-slug'].flatMap((key) => [
        { what: 'read', method: 'GET', path: `/api/${name}/${key}` },
        { what: 'history', method: 'GET', path: `/api/${name}/${key}/history` },
        { what: 'edit', method: 'PUT', path: `/api/${name}/${key}`, body: good[name] },
        { what: 'delete', method: 'DELETE', path: `/api/${name}/${key}` },
        ...['activate', 'deactivate', 'restore', ...Object.keys(resource.verbs)].map((verb) => ({
          what: verb,
          method: 'POST',
          path: `/api/${name}/${key}/${verb}`,
        })),
      ]),
    ))

  it('refuses lists of ids that are none', () =>
    refuseAll(
      [
        '1,1',
        '1,,2',
        ',1',
        '1,x',
        '1;2',
        '-1',
        '1.5',
        '1e3',
        '%00',
        '1,%202',
        Array(101)
          .fill(0)
          .map((_, at) => at + 1)
          .join(),
      ].map((list) => ({ what: list, method: 'POST', path: `/api/${name}/${list}/activate` })),
    ))

  it('refuses conditions and keys that it cannot read', () =>
    refuseAll(
      [
        ...['x', '"x"', '-1', '"1","2"', '1.5', '""', '"99999999999"'].map((version) => ({ 'if-match': version })),
        ...['', 'k'.repeat(201), 'k'.repeat(5_000), 'two words', 'ä'].map((key) => ({ 'idempotency-key': key })),
      ].flatMap((headers) => [
        {
          what: JSON.stringify(headers).slice(0, 60),
          method: 'PUT',
          path: `/api/${name}/${ids[name]}`,
          body: { name: 'Other' },
          headers,
        },
        {
          what: JSON.stringify(headers).slice(0, 60),
          method: 'POST',
          path: `/api/${name}/${ids[name]}/deactivate`,
          headers,
        },
      ]),
    ))
})

it('refuses ids of other records: a file as category, a category as picture, a post that was never written', async () => {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(await pngPicture())]), 'a.png')
  const fileIds: number[] = []
  while (!fileIds.some((id) => id > 3))
    fileIds.push((await staff.call('POST', '/api/utility/uploadFiles', form)).body.data.id)
  const { id: categoryId } = await atrium.run(category, 'create', { name: 'Deleted' })
  await atrium.run(category, 'delete', {}, categoryId)
  await refuseAll([
    ...both(post, 'a file as category', { category: Math.max(...fileIds) }),
    ...both(post, 'a deleted category', { category: categoryId }),
    ...both(post, 'a picture that is not there', { thumbnail: 2_000_000 }),
    ...both(partner, 'a logo that is not there', { logo: 2_000_000 }),
    ...[null, true, [1], { id: 1 }, '1e0', ' 1', '', 0, -1, 1.5, 999_999, '9999999999'].map((id) => ({
      what: `featured ${JSON.stringify(id)}`,
      method: 'POST',
      path: '/api/post/set_featured',
      body: { id },
    })),
  ])
})

it('refuses an address that is no text', () =>
  refuseAll([5, true, ['x'], { a: 1 }].flatMap((slug) => both(post, `slug ${JSON.stringify(slug)}`, { slug }))))

const bodies: readonly [what: string, type: string | null, body: string][] = [
  ['no body', 'application/json', ''],
  ['half an object', 'application/json', '{"name":"x"'],
  ['null', 'application/json', 'null'],
  ['a list', 'application/json', '[{"name":"x"}]'],
  ['a text', 'application/json', '"name"'],
  ['a prototype', 'application/json', '{"name":"Sneaky","__proto__":{"isAdmin":true}}'],
  ['an escaped prototype', 'application/json', '{"name":"Sneaky","\\u005f_proto__":{"a":1}}'],
  ['a constructor', 'application/json', '{"name":"Sneaky","constructor":{"prototype":{"a":1}}}'],
  ['too deep', 'application/json', `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['far too deep', 'application/json', `{"a":1,"name":${'['.repeat(600_000)}${']'.repeat(600_000)}}`],
  ['deep objects', 'application/json', `{"name":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['too large a number', 'application/json', '{"name":1e309}'],
  ['another kind', 'application/xml', '<name>Sneaky</name>'],
  ['a plain form', 'application/x-www-form-urlencoded', 'name=Sneaky'],
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
  const before = await traces(atrium)
  for (const [method, path] of [
    ['POST', '/api/category'],
    ['PUT', `/api/category/${ids.category}`],
    ['POST', '/api/post'],
    ['POST', '/api/utility/uploadFiles'],
    ['POST', '/api/category/matching/deactivate'],
    ['POST', '/api/utility/config'],
    ['POST', '/api/post/set_featured'],
  ] as const) {
    const headers = { authorization: `Bearer ${staff.token}`, ...(type === null ? {} : { 'content-type': type }) }
    const answer = await raw(atrium.url, { method, path, headers, body })
    expectRefusal(answer.status, JSON.parse(answer.text), `${what}: ${method} ${path}`)
  }
  expect(await traces(atrium)).toEqual(before)
})

it('refuses 10 MB in a field, in JSON and in a form', async () => {
  const before = await traces(atrium)
  const huge = 'a'.repeat(10_000_000)
  const form = new FormData()
  form.set('name', huge)
  for (const body of [{ name: huge }, form]) {
    const answer = await staff.call('POST', '/api/category', body)
    expectRefusal(answer.status, answer.body, '10 MB')
    expect(answer.status).toBe(413)
  }
  expect(await traces(atrium)).toEqual(before)
})

const queries = [
  ...['page=0', 'page=-1', 'page=1e9', 'page=1000000001', 'page=x', 'page=', 'page=1.5', 'page=1&page=2'],
  ...['per_page=0', 'per_page=101', 'per_page=-5', 'per_page=x', 'per_page=1001', 'per_page=20&per_page=20'],
  ...['keyword=%00', 'keyword=a&keyword=b', `keyword=${'a'.repeat(201)}`, 'status=other', 'status=%00'],
  ...['category=%00', `category=${'a'.repeat(300)}`, 'type=%00', 'type=a&type=b'],
]

it.each(['post', 'category', 'partner'])('refuses queries on %s that mean nothing, with 400', async (name) => {
  for (const query of queries) {
    const answer = await staff.call('GET', `/api/${name}?${query}`)
    expectRefusal(answer.status, answer.body, query)
    expect(answer.status, query).toBe(400)
  }
})

it('answers what is only odd: signs of LIKE are letters, a page past the end is empty', async () => {
  await atrium.run(category, 'create', { name: '100% wool_en \\ rope' })
  const found = async (keyword: string) => {
    const { status, body } = await staff.call('GET', `/api/category?keyword=${encodeURIComponent(keyword)}`)
    expect(status, keyword).toBe(200)
    return body.data.map((row: { name: string }) => row.name)
  }
  for (const sign of ['%', '_', '\\', '0% w', 'l_e', 'n \\ r'])
    expect(await found(sign), sign).toEqual(['100% wool_en \\ rope'])
  for (const odd of ["'", '"; drop table post; --', '%%%', '\\\\\\', '(', '[a', '\u202e'])
    expect(await found(odd), odd).toEqual([])
  const past = await staff.call('GET', '/api/category?page=1000000&per_page=100')
  expect(past.body).toMatchObject({ data: [], meta: { total_page: 1 } })
  for (const odd of ['category=%ff', 'keyword=%ed%a0%bd', 'keyword=%f0%9f', 'type=%ed%b0%80'])
    expect((await staff.call('GET', `/api/post?${odd}`)).status, odd).toBeLessThan(500)
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
    'nothing/here',
  ]) {
    const answer = await raw(atrium.url, {
      method: 'GET',
      path: `/api/${path}`,
      headers: { authorization: `Bearer ${staff.token}` },
    })
    expectRefusal(answer.status, JSON.parse(answer.text), path)
  }
})

const pictureForm = (fields: Record<string, unknown>, name: string, bytes: Buffer, filename: string, type: string) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  form.set(name, new Blob([new Uint8Array(bytes)], { type }), filename)
  return form
}

it('takes nothing for a picture that is none, and leaves nothing behind', { timeout: 60_000 }, async () => {
  const pictures = await badPictures()
  for (const { what, filename, type, bytes } of pictures) {
    const before = await traces(atrium)
    for (const [method, path, field, fields] of [
      ['POST', '/api/utility/uploadFiles', 'picture', {}],
      ['POST', '/api/post', 'thumbnail', { ...good.post, name: 'With a picture' }],
      ['PUT', `/api/partner/${ids.partner}`, 'logo', { name: 'Renamed' }],
      ['PATCH', '/api/me', 'pic', { firstName: 'Renamed' }],
    ] as const) {
      const answer = await staff.call(method, path, pictureForm(fields, field, bytes, filename, type))
      expectRefusal(answer.status, answer.body, `${what}: ${method} ${path}`)
      expect([413, 415, 422], what).toContain(answer.status)
    }
    expect(await traces(atrium), what).toEqual(before)
  }
})

it('stores no picture for a record that is refused', async () => {
  const png = await pngPicture()
  const other = await atrium.asUser([])
  const me = (await other.call('GET', '/api/me')).body.data
  const before = await traces(atrium)
  const send = (method: string, path: string, field: string, fields: Record<string, unknown>) =>
    staff.call(method, path, pictureForm(fields, field, png, 'a.png', 'image/png'))
  const refusals = [
    await send('POST', '/api/post', 'thumbnail', { name: 'No category', excerpt: 'x' }),
    await send('POST', '/api/post', 'content', { ...good.post }),
    await send('POST', '/api/post', 'constructor', { ...good.post }),
    await send('POST', '/api/post', 'thumbnail', { ...good.post, thumbnail: '1' }),
    await send('PUT', '/api/post/999999', 'thumbnail', { name: 'x' }),
    await send('POST', '/api/utility/config', 'siteTitle', { footer: 'x' }),
    await send('PATCH', '/api/me', 'userName', { firstName: 'x' }),
    await send('PATCH', '/api/me', 'pic', { userName: me.userName }),
  ]
  for (const [at, { status, body }] of refusals.entries()) expectRefusal(status, body, `refusal ${at}`)
  const two = pictureForm({}, 'favicon', png, 'a.png', 'image/png')
  two.set('logo', new Blob(['no picture']), 'b.png')
  const answer = await staff.call('POST', '/api/utility/config', two)
  expectRefusal(answer.status, answer.body, 'one good and one bad')
  expect(await traces(atrium)).toEqual(before)
})

it('keeps the picture and drops the web page behind it', async () => {
  const before = filesOf(atrium)
  const answer = await staff.call(
    'POST',
    '/api/utility/uploadFiles',
    pictureForm({}, 'x', await pictureWithPage(), '../../x.html', 'text/html'),
  )
  expect(answer.status).toBe(200)
  expect(answer.body.data.location).toMatch(/^\/files\/[0-9a-f]{32}\/x\.png$/)
  const served = await fetch(`${atrium.url}${answer.body.data.location}`, {
    headers: { authorization: `Bearer ${staff.token}` },
  })
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await served.arrayBuffer()).includes('<script>')).toBe(false)
  expect(filesOf(atrium).length - before.length).toBeLessThanOrEqual(2)
})
