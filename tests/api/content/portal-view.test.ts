import { afterAll, beforeAll, expect, it } from 'vitest'
import { banner } from '../../../domain/resources/banner.ts'
import { category } from '../../../domain/resources/category.ts'
import { flash } from '../../../domain/resources/flash.ts'
import { homepage } from '../../../domain/resources/homepage.ts'
import { menubar } from '../../../domain/resources/menubar.ts'
import { popup } from '../../../domain/resources/popup.ts'
import { post } from '../../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
let staff: Client
let previewer: Client
let employee: Client
let inactiveId: number

beforeAll(async () => {
  atrium = await openTestAtrium()
  ;[staff, previewer] = [await atrium.asUser(['r-post']), await atrium.asUser(['r-homepage'])]
  employee = await atrium.asEmployee()
  const make = async (name: string, categoryId: number) =>
    (await atrium.run(post, 'create', { name, excerpt: 'How to', category: categoryId, css: 'h1 { color: red }' })).id
  const [shown, hidden] = [
    (await atrium.run(category, 'create', { name: 'Shown' })).id,
    (await atrium.run(category, 'create', { name: 'Hidden' })).id,
  ]
  for (const name of ['First', 'Second', 'Third']) await make(name, shown)
  await make('In a hidden category', hidden)
  inactiveId = await make('Inactive', shown)
  await atrium.run(post, 'deactivate', {}, inactiveId)
  await atrium.run(category, 'deactivate', {}, hidden)
}, 60_000)
afterAll(() => atrium.close())

const reads = ['/api/post', '/api/post?keyword=second', '/api/post?category=shown', '/api/post/second']
const inPortal = (path: string) => `${path}${path.includes('?') ? '&' : '?'}view=portal`

it('answers staff who ask for the portal exactly as it answers employees', async () => {
  for (const path of reads) {
    const expected = await employee.call('GET', path)
    expect(expected.status, path).toBe(200)
    for (const client of [staff, previewer, employee]) {
      const answer = await client.call('GET', inPortal(path))
      expect({ status: answer.status, body: answer.body }, path).toEqual({ status: 200, body: expected.body })
    }
  }
  const { body } = await staff.call('GET', '/api/post?view=portal')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Third', 'Second', 'First'])
})

it('hides from that view what employees may not read', async () => {
  for (const client of [staff, previewer, employee])
    expect((await client.call('GET', `/api/post/${inactiveId}?view=portal`)).status).toBe(404)
  expect((await previewer.call('GET', `/api/post/${inactiveId}/style.css`)).status).toBe(404)
  expect((await previewer.call('GET', '/api/post/second/style.css')).status).toBe(200)
})

it('keeps the view of staff for those who may read posts', async () => {
  for (const path of reads) expect((await previewer.call('GET', path)).status, path).toBe(403)
  const { body } = await staff.call('GET', `/api/post/${inactiveId}`)
  expect(body.data).toMatchObject({ name: 'Inactive', deletedAt: expect.any(String), changed_at: expect.any(String) })
  expect((await staff.call('GET', '/api/post')).body.meta.total_item).toBe(5)
})

it('takes no filter or order that only the list of staff has (X24)', async () => {
  const refused = { status: 'inactive', sort: 'id' }
  for (const [name, value] of Object.entries(refused)) {
    const answer = await employee.call('GET', `/api/post?${name}=${value}`)
    expect([answer.status, answer.body.errors?.[0]?.property], name).toEqual([400, name])
    for (const client of [staff, previewer])
      expect((await client.call('GET', inPortal(`/api/post?${name}=${value}`))).status, name).toBe(400)
    expect((await staff.call('GET', `/api/post?${name}=${value}`)).status, name).toBe(200)
  }
  for (const query of ['status=active', 'status=', 'type=', 'category='])
    expect((await employee.call('GET', `/api/post?${query}`)).status, query).toBe(200)
})

it('knows no other view', async () => {
  for (const path of ['/api/post?view=staff', '/api/post/second?view='])
    expect((await staff.call('GET', path)).status, path).toBe(400)
})

it('answers in one call what every page of the portal stands on, as the calls for its parts do', async () => {
  await atrium.run(banner, 'create', { number: 1, name: 'Open house', link: '/second', thumbnail_focus: '30 70' })
  await atrium.run(flash, 'create', { name: 'Gate', link: '/gate', news_text: '<p>Closed</p>' })
  await atrium.run(popup, 'create', { name: 'Party', link: '/party' })
  await atrium.run(post, 'feature', {}, 1)
  await atrium.run(homepage, 'edit', { menu1: { title: 'Rooms', link: '/rooms' } }, 1)
  await atrium.run(menubar, 'edit', { menubar: [{ title: 'News', type: 'post', children: [] }] }, 1)
  const data = async (path: string) => (await employee.call('GET', path)).body.data
  const parts = {
    config: await data('/api/utility/config'),
    menu: await data('/api/utility/menubar_parsed'),
    banners: await data('/api/utility/getBanners'),
    featured: await data('/api/utility/getFeatured'),
    news: await data('/api/utility/news_flash'),
    popup: await data('/api/utility/popup'),
  }
  expect(parts).toMatchObject({
    config: { blocks: { menu1: { title: 'Rooms', link: '/rooms' } } },
    menu: [{ name: 'News', url: '/post' }],
    banners: [{ name: 'Open house', thumbnail_focus: '30 70' }],
    featured: { id: 1 },
    news: [{ news_text: '<p>Closed</p>' }],
    popup: { name: 'Party' },
  })
  for (const client of [employee, previewer])
    expect((await client.call('GET', '/api/utility/portal')).body).toEqual({ data: parts })
  expect((await staff.call('GET', '/api/utility/portal')).status).toBe(403)
})

it('answers nothing older than the call, and lets what has its time go by the clock', async () => {
  const editor = await atrium.asUser(['u-banner'])
  const banners = async () => (await employee.call('GET', '/api/utility/portal')).body.data.banners
  for (let time = 1; time <= 20; time += 1) {
    await editor.call('PUT', '/api/banner/1', { name: `Open house ${time}` })
    expect((await banners())[0].name).toBe(`Open house ${time}`)
  }
  // Over and done in the second in which its time ends, and not before.
  const end = Date.now() + 1_500
  await editor.call('PUT', '/api/banner/1', { active_until: new Date(end).toISOString() })
  // What was asked and answered before the end, and what was asked a second after it: how long an answer took is not the question.
  for (let [asked, isOver] = [Date.now(), false]; !isOver; asked = Date.now()) {
    const found = await banners()
    if (Date.now() < end - 100) expect(found).toHaveLength(1)
    isOver = found.length === 0
    if (!isOver) expect(asked).toBeLessThan(end + 1_000)
  }
})

it('finds documents for whoever previews the portal, and lists files for nobody without the permission', async () => {
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.7 one']), 'Handbook.pdf')
  expect((await (await atrium.asUser(['c-file'])).call('POST', '/api/file', form)).status).toBe(200)
  const found = await employee.call('GET', '/api/file?keyword=hand')
  expect(found.body.data).toMatchObject([{ name: 'Handbook.pdf', link: expect.stringMatching(/^\/files\//) }])
  expect((await previewer.call('GET', '/api/file?keyword=hand&view=portal')).body).toEqual(found.body)
  expect((await previewer.call('GET', '/api/file?keyword=hand')).status).toBe(403)
})
