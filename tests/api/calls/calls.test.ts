import { afterAll, beforeAll, expect, it } from 'vitest'
import { employee as employees } from '../../../domain/resources/employee.ts'
import { page } from '../../../domain/resources/page.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { any, type CallRow, done, employee, listOf, made, meta, one, staff, verbs } from './call-row.ts'
import { contentCalls } from './calls-content.ts'
import { organisationCalls, organisationTable } from './calls-organisation.ts'

const query = 'page=1&per_page=10&type=&keyword='
const front = (
  name: string,
  send: Record<string, unknown>,
  kept: Record<string, unknown>,
): Record<string, CallRow> => ({
  [`POST /${name}`]: staff(`/${name}`, made(name), { send, files: name === 'flash' ? [] : ['thumbnail'], keeps: name }),
  [`GET /${name}`]: staff(`/${name}?${query}`, listOf({ id: any, deletedAt: null, name: send.name, link: send.link })),
  [`GET /${name}/{id}`]: staff(`/${name}/{${name}}`, one({ ...kept, deletedAt: null })),
  [`PUT /${name}/{id}`]: staff(`/${name}/{${name}}`, done(name, { data: expect.objectContaining({ version: 2 }) }), {
    send: { name: 'Renamed' },
  }),
})

const blocks = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((n) => [`menu${n}`, { title: `Block ${n}`, link: `/b${n}` }]),
)
const text = { excerpt: 'Short', content: '<p>Text</p>', css: '.a { color: red }' }

/** What is sent for each row of the specification, and what is asserted; rows that need others come after them. */
const table: Record<string, CallRow> = {
  'POST /category': staff('/category', made('category'), { send: { name: 'News' }, keeps: 'category' }),
  'GET /category': staff(`/category?${query}`, listOf({ name: 'News', slug: 'news', deletedAt: null })),
  'GET /category/{id}': staff('/category/{category}', one({ id: any, name: 'News', slug: 'news' })),
  'PUT /category/{id}': staff('/category/{category}', done('category'), { send: { name: 'Company news' } }),
  ...verbs('category'),
  'GET /utility/getCategories': staff('/utility/getCategories', { data: [{ value: any, label: 'Company news' }] }),
  'POST /post': staff('/post', made('post'), {
    send: { name: 'Hello', category: '{category}', featured: 'true', ...text },
    files: ['thumbnail'],
    keeps: 'post',
  }),
  'GET /post': staff(
    '/post?page=1&per_page=10&category={category}&keyword=hel',
    listOf({
      name: 'Hello',
      featured: true,
      category: expect.objectContaining({ name: 'Company news', slug: 'news' }),
    }),
  ),
  'GET /post/{id or slug}': staff(
    '/post/hello',
    one({
      slug: 'hello',
      excerpt: 'Short',
      content: '<p>Text</p>',
      css: text.css,
      thumbnail_url: expect.stringMatching(/^\/files\//),
    }),
  ),
  'PUT /post/{id}': staff('/post/{post}', done('post'), { send: { featured: 'false', excerpt: 'Shorter' } }),
  'POST /post/set_featured': staff('/post/set_featured', done('post'), { send: { id: '{post}' } }),
  ...verbs('post'),
  'POST /page': staff('/page', made('page'), { send: { name: 'Rules', type: 'content', ...text }, keeps: 'page' }),
  'POST /page/gallery': staff('/page/gallery', made('page'), {
    send: {
      name: 'Quay',
      excerpt: 'Look',
      content: [
        { id: 'new_1', ordering: 1, altText: 'Boats' },
        { id: 'new_2', ordering: 2 },
      ],
    },
    files: ['image_new_1'],
    keeps: 'gallery',
  }),
  'GET /page': staff(
    '/page?page=1&per_page=10&type=gallery&keyword=qua',
    listOf({ name: 'Quay', slug: 'quay', type: 'gallery', deletedAt: null }),
  ),
  'GET /page/{id or slug}': staff(
    '/page/quay',
    one({
      type: 'gallery',
      parent: null,
      images: [expect.objectContaining({ ordering: 1, altText: 'Boats', thumbnail_url: any })],
    }),
  ),
  'PUT /page/{id or slug}': staff('/page/rules', done('page'), {
    send: { content: { excerpt: 'New', content: '<p>New</p>', css: '' } },
  }),
  'PUT /page/{id}/gallery': staff('/page/{gallery}/gallery', done('page'), {
    send: { content: [{ id: 'new_1', ordering: 1, caption: 'Crane' }], removed: '' },
    files: ['image_new_1'],
  }),
  ...verbs('page'),
  'GET /page/gallery_index': employee(
    '/page/gallery_index?page=1&per_page=6&keyword=',
    listOf({ name: 'Quay', slug: 'quay', thumbnail_url: any }),
  ),
  'GET /page/job_index': employee('/page/job_index?page=1&per_page=4&keyword=rope', { data: [any], meta }),
  'GET /page{query} (portal)': employee('/page?page=1&per_page=10', listOf({ name: 'Rules', type: 'content' })),
  'GET /page/{slug} (portal)': employee(
    '/page/rules',
    one({ type: 'content', name: 'Rules', slug: 'rules', content: { excerpt: 'New', content: '<p>New</p>', css: '' } }),
  ),
  'POST /utility/check_page': employee(
    '/utility/check_page',
    { data: { exists: true, id: 1, slug: 'iso_center' } },
    { send: { type: 'isoform', url: 'iso_center' } },
  ),
  ...front(
    'banner',
    { number: '1', name: 'Open house', link: '/quay' },
    { number: 1, name: 'Open house', link: '/quay', thumbnail_url: any },
  ),
  ...verbs('banner'),
  ...front(
    'flash',
    { name: 'Gate five', link: 'https://example.org/', news_text: '<p>Closed</p>' },
    { name: 'Gate five', news_text: '<p>Closed</p>' },
  ),
  ...verbs('flash'),
  ...front('popup', { name: 'Party', link: '/party' }, { name: 'Party', link: '/party', thumbnail_url: any }),
  ...verbs('popup'),
  'POST /file': staff('/file', made('file'), {
    send: { name: 'Handbook', attribute: 'All rules', type: 'file', altText: 'Book' },
    files: ['file'],
    keeps: 'file',
  }),
  'GET /file': staff(
    `/file?${query}`,
    listOf({
      name: 'Handbook',
      type: 'file',
      attribute: 'All rules',
      altText: 'Book',
      link: expect.stringMatching(/^\/files\//),
      thumbnail: null,
    }),
  ),
  'GET /file/{id}': staff(
    '/file/{file}',
    one({ name: 'Handbook', type: 'file', extension: 'pdf', attribute: 'All rules', altText: 'Book', link: any }),
  ),
  'PUT /file/{id}': staff('/file/{file}', done('file'), { send: { attribute: 'Every rule' }, files: ['file'] }),
  ...verbs('file'),
  'GET /file?keyword (portal)': employee('/file?keyword=handb', {
    data: [{ name: 'Handbook', link: any }],
    meta,
  }),
  'POST /utility/uploadFiles': staff(
    '/utility/uploadFiles',
    done('file', { data: { location: expect.stringMatching(/^\/files\//), id: any } }),
    { files: ['image'] },
  ),
  'GET /utility/getFiles': staff('/utility/getFiles', {
    data: expect.arrayContaining([
      expect.objectContaining({ id: any, name: 'Handbook', type: 'file', link: any, thumbnail: null }),
    ]),
  }),
  'POST /utility/config': staff('/utility/config', done('homepage'), {
    send: { siteTitle: 'Harbour', popup_timer: '7', menuBlocks: JSON.stringify(blocks) },
    files: ['favicon'],
  }),
  'GET /utility/config': staff(
    '/utility/config',
    one({
      siteTitle: 'Harbour',
      popup_timer: 7,
      favicon_url: any,
      logo_url: null,
      menuBlocks: JSON.stringify(blocks),
      email_password_set: false,
    }),
  ),
  'GET /utility/config (portal)': employee(
    '/utility/config',
    one({ siteTitle: 'Harbour', footer: any, popup_timer: 7, blocks }),
  ),
  'POST /utility/menubar_data': staff('/utility/menubar_data', done('menubar'), {
    send: [
      {
        id: 'new_1',
        content_id: '{page}',
        title: 'Rules',
        type: 'page',
        url: '',
        new_tab: false,
        children: [{ title: 'Jobs', type: 'listjob', children: [] }],
      },
    ],
  }),
  'GET /utility/menubar_data': staff(
    '/utility/menubar_data',
    one({
      available: { posts: [{ id: any, name: 'Hello' }], pages: expect.arrayContaining([{ id: any, name: 'Rules' }]) },
      menubar: [
        expect.objectContaining({
          id: any,
          content_id: any,
          title: 'Rules',
          type: 'page',
          url: '',
          new_tab: false,
          children: [any],
        }),
      ],
    }),
  ),
  'GET /utility/menubar_parsed': employee('/utility/menubar_parsed', {
    data: [
      {
        name: 'Rules',
        url: '/rules',
        outbound: false,
        children: [expect.objectContaining({ name: 'Jobs', url: '/jobs' })],
      },
    ],
  }),
  'GET /post (portal)': employee(
    '/post?page=1&per_page=4&category=&keyword=',
    listOf({ name: 'Hello', excerpt: 'Shorter', thumbnail_url: any, created_at: any }),
  ),
  'GET /post/{slug} (portal)': employee(
    '/post/hello',
    one({ content: '<p>Text</p>', css: text.css, previous_page: null, next_page: null }),
  ),
  'GET /utility/getCategories (portal)': employee('/utility/getCategories', {
    data: [{ value: any, label: 'Company news' }],
  }),
  'GET /utility/getFeatured': employee(
    '/utility/getFeatured',
    one({ name: 'Hello', content: '<p>Text</p>', thumbnail_url: any }),
  ),
  'GET /utility/getBanners': employee('/utility/getBanners', {
    data: [expect.objectContaining({ link: '/quay', thumbnail_url: any })],
  }),
  'GET /utility/news_flash': employee('/utility/news_flash', {
    data: [expect.objectContaining({ id: any, link: 'https://example.org/', news_text: '<p>Closed</p>' })],
  }),
  'GET /employee/by_title': employee('/employee/by_title?keyword=', { data: [] }),
  'GET /employee/by_division': employee('/employee/by_division?keyword=', { data: [] }),
  'GET /employee/by_department': employee('/employee/by_department?keyword=', { data: [] }),
  'GET /employee/{id}/with_co': employee(
    '/employee/{me}/with_co',
    one({ fullname: any, display_name: any, title: null, superOrdinateDetails: [], subOrdinateDetails: [] }),
  ),
  'POST /utility/job_apply': employee('/utility/job_apply', made('job_application'), {
    send: {
      job_id: '{job}',
      job_title: 'Rope maker',
      employee: 'Colleague',
      current_position: '',
      title: '',
      division: '',
      departement: '',
      reason: 'Patience',
    },
  }),
  'POST /utility/iso_submit': employee('/utility/iso_submit', made('request'), {
    send: { employee: 'Colleague', division: '', subject: 'The ramp', message: 'It is steep.' },
  }),
  'POST /utility/request_stationery': employee('/utility/request_stationery', made('request'), {
    send: {
      division_id: '',
      departement_id: '',
      employee_id: '{me}',
      content: [{ uid: 'a', name: 'Pencil', value: '1', quantity: '2', unit: 'pcs', remarks: '' }],
    },
  }),
  'GET /utility/popup': employee('/utility/popup', one({ id: any, link: '/party', thumbnail_url: any })),
  'DELETE /post/{id}': staff('/post/{post}', done('post')),
  'DELETE /page/{id or slug}': staff('/page/quay', done('page')),
  'DELETE /category/{id}': staff('/category/{category}', done('category')),
  'DELETE /banner/{id}': staff('/banner/{banner}', done('banner')),
  'DELETE /flash/{id}': staff('/flash/{flash}', done('flash')),
  'DELETE /popup/{id}': staff('/popup/{popup}', done('popup')),
  'DELETE /file/{id}': staff('/file/{file}', done('file')),
}

const all = { ...table, ...organisationTable }

let atrium: TestAtrium
const callers: Partial<Record<CallRow['as'], Client>> = {}
const kept = new Map<string, number>()
beforeAll(async () => {
  atrium = await openTestAtrium()
  callers.staff = await atrium.asUser('all')
  const colleague = await atrium.asEmployee()
  callers.employee = colleague
  kept.set('colleague', colleague.id)
  kept.set('me', colleague.id)
  await atrium.run(employees, 'edit', { fullname: 'Colleague' }, colleague.id)
  const job = { name: 'Rope maker', type: 'job', excerpt: 'Two places' }
  kept.set('job', (await atrium.run(page, 'create', job)).id)
}, 60_000)
afterAll(() => atrium.close())

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(kept.get(name) ?? whole))
const bodyOf = async ({ send, files = [] }: CallRow): Promise<unknown> => {
  const sent = send === undefined ? undefined : JSON.parse(filled(JSON.stringify(send)))
  if (files.length === 0) return sent
  const form = new FormData()
  for (const [name, value] of Object.entries(sent ?? {}))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const name of files) {
    const bytes =
      name === 'file'
        ? new TextEncoder().encode(`%PDF-1.7\n% ${kept.size}\n`)
        : new Uint8Array(await pngPicture(20 + kept.size, 20))
    form.set(name, new Blob([bytes]), name === 'file' ? 'handbook.pdf' : 'picture.png')
  }
  return form
}

it('has each row of the specification once, and no other', () => {
  expect(contentCalls.length).toBeGreaterThan(60)
  expect(organisationCalls.length).toBeGreaterThan(35)
  expect(Object.keys(all).toSorted()).toEqual([...contentCalls, ...organisationCalls].toSorted())
})

it.each(Object.entries(all))('%s', async (name, row) => {
  const [method = ''] = name.split(' ')
  const answer = await callers[row.as]?.call(method, `/api${filled(row.path)}`, await bodyOf(row))
  expect(answer?.body).toMatchObject(row.answers as object)
  expect(answer?.status).toBe(200)
  if (row.keeps) kept.set(row.keeps, answer?.body.data.id)
})
