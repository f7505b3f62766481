import { afterAll, beforeAll, describe, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { post } from '../../../domain/resources/post.ts'
import type { Resource } from '../../../domain/resource.ts'
import { partner } from '../../support/partner.ts'
import { pngPicture } from '../../support/pictures.ts'
import { openSubjects, type Subjects, subjects } from './subjects.ts'

let on: Subjects
beforeAll(async () => {
  on = await openSubjects()
}, 60_000)
afterAll(() => on.atrium.close())

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
  const resource: Resource = subjects.find((known) => known.name === name) ?? post
  const fields = Object.entries(resource.fields)

  it('asks for every required field', () =>
    on.refuseAll([
      { what: 'nothing', method: 'POST', path: `/api/${name}`, body: {} },
      ...fields
        .filter(([, field]) => field.isRequired)
        .flatMap(([field]) => {
          const { [field]: _left, ...rest } = on.good[name] ?? {}
          return [
            { what: `without ${field}`, method: 'POST', path: `/api/${name}`, body: rest },
            ...['', '   ', '\u00a0\n'].flatMap((empty) => on.both(resource, `empty ${field}`, { [field]: empty })),
          ]
        }),
    ]))

  it('refuses every wrong type of every field', () =>
    on.refuseAll(
      fields.flatMap(([field, { kind }]) =>
        (wrongTypes[kind] ?? []).flatMap((value) =>
          on.both(resource, `${field} = ${JSON.stringify(value)}`, { [field]: value }),
        ),
      ),
    ))

  it('refuses NUL, lone surrogates and too much of every text', () =>
    on.refuseAll(
      fields
        .filter(([, { kind }]) => ['text', 'longText', 'html', 'css', 'link'].includes(kind))
        .flatMap(([field, { kind, max }]) => [
          ...on.both(resource, `NUL in ${field}`, { [field]: 'a\u0000b' }),
          ...on.both(resource, `half a pair in ${field}`, { [field]: 'a\ud800b' }),
          ...on.both(resource, `the other half in ${field}`, { [field]: '\udfff' }),
          ...on.both(resource, `too much ${field}`, { [field]: 'a'.repeat(bytesOf[kind] ?? (max ?? 255) + 1) }),
        ]),
    ))

  it('refuses names that are no fields', () =>
    on.refuseAll(
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
        .flatMap((field) => on.both(resource, `unknown ${field}`, { [field]: 'x' })),
    ))

  it('refuses records that are not there, on every verb', () =>
    on.refuseAll(
      ['999999', '2147483647', '2147483648', '9999999999', '0', 'no-such-slug'].flatMap((key) => [
        { what: 'read', method: 'GET', path: `/api/${name}/${key}` },
        { what: 'history', method: 'GET', path: `/api/${name}/${key}/history` },
        { what: 'edit', method: 'PUT', path: `/api/${name}/${key}`, body: on.good[name] },
        { what: 'delete', method: 'DELETE', path: `/api/${name}/${key}` },
        ...['activate', 'deactivate', 'restore', ...Object.keys(resource.verbs)].map((verb) => ({
          what: verb,
          method: 'POST',
          path: `/api/${name}/${key}/${verb}`,
        })),
      ]),
    ))

  it('refuses lists of ids that are none', () =>
    on.refuseAll(
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
    on.refuseAll(
      [
        ...['x', '"x"', '-1', '"1","2"', '1.5', '""', '"99999999999"'].map((version) => ({ 'if-match': version })),
        ...['', 'k'.repeat(201), 'k'.repeat(5_000), 'two words', 'ä'].map((key) => ({ 'idempotency-key': key })),
      ].flatMap((headers) => [
        {
          what: JSON.stringify(headers).slice(0, 60),
          method: 'PUT',
          path: `/api/${name}/${on.ids[name]}`,
          body: { name: 'Other' },
          headers,
        },
        {
          what: JSON.stringify(headers).slice(0, 60),
          method: 'POST',
          path: `/api/${name}/${on.ids[name]}/deactivate`,
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
    fileIds.push((await on.staff.call('POST', '/api/utility/uploadFiles', form)).body.data.id)
  const { id: categoryId } = await on.atrium.run(category, 'create', { name: 'Deleted' })
  await on.atrium.run(category, 'delete', {}, categoryId)
  await on.refuseAll([
    ...on.both(post, 'a file as category', { category: Math.max(...fileIds) }),
    ...on.both(post, 'a deleted category', { category: categoryId }),
    ...on.both(post, 'a picture that is not there', { thumbnail: 2_000_000 }),
    ...on.both(partner, 'a logo that is not there', { logo: 2_000_000 }),
    ...[null, true, [1], { id: 1 }, '1e0', ' 1', '', 0, -1, 1.5, 999_999, '9999999999'].map((id) => ({
      what: `featured ${JSON.stringify(id)}`,
      method: 'POST',
      path: '/api/post/set_featured',
      body: { id },
    })),
  ])
})

it('refuses an address that is no text', () =>
  on.refuseAll([5, true, ['x'], { a: 1 }].flatMap((slug) => on.both(post, `slug ${JSON.stringify(slug)}`, { slug }))))
