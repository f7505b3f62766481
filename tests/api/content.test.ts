import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'

let atrium: TestAtrium
let staff: Client
let employee: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  employee = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

const pictured = async (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('thumbnail', new Blob([new Uint8Array(await pngPicture())], { type: 'image/png' }), 'thumb.png')
  return form
}

const made = async (path: string, body: unknown): Promise<number> => {
  const answer = await staff.call('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.id
}

const shown = async (call: string) => (await employee.call('GET', `/api/utility/${call}`)).body.data

it('shows active banners by their number, with their pictures', async () => {
  await made('/api/banner', await pictured({ number: '2', name: 'Second', link: 'https://example.org/' }))
  await made('/api/banner', { number: '1', name: 'First', link: '/post/first' })
  const off = await made('/api/banner', { number: 0, name: 'Off', link: '/' })
  await staff.call('POST', `/api/banner/${off}/deactivate`)
  expect(await shown('getBanners')).toEqual([
    expect.objectContaining({ number: 1, name: 'First', link: '/post/first', thumbnail_url: null }),
    expect.objectContaining({ link: 'https://example.org/', thumbnail_url: expect.stringMatching(/^\/files\/.*png$/) }),
  ])
  const [, second] = await shown('getBanners')
  expect((await employee.call('GET', second.thumbnail_url)).status).toBe(200)
  const list = await staff.call('GET', '/api/banner?type=')
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Off', 'First', 'Second'])
})

it('shows all flash news, newest first, cleaned, and the newest popup alone', async () => {
  expect(await shown('popup')).toBeNull()
  for (const name of ['One', 'Two']) {
    await made('/api/flash', { name, link: '/x', news_text: `<p>${name}<script>alert(1)</script></p>` })
    await made('/api/popup', { name, link: '/y' })
  }
  expect((await shown('news_flash')).map((row: { news_text: string }) => row.news_text)).toEqual([
    '<p>Two</p>',
    '<p>One</p>',
  ])
  expect(await shown('popup')).toMatchObject({ name: 'Two', link: '/y', thumbnail_url: null, version: 1 })
})

it('shows a record from and until its moments to the second', async () => {
  const now = Date.now()
  const from = new Date(now + 1_500).toISOString()
  const until = new Date(now + 3_000).toISOString()
  await made('/api/banner', { number: 9, name: 'Soon', link: '/', active_from: from, active_until: until })
  const isShown = async () => (await shown('getBanners')).some(({ name }: { name: string }) => name === 'Soon')
  expect(await isShown()).toBe(false)
  await vi.waitUntil(isShown, { timeout: 3_000, interval: 50 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from))
  await vi.waitUntil(async () => !(await isShown()), { timeout: 3_000, interval: 50 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until))
  const refused = await staff.call('POST', '/api/banner', {
    number: 1,
    name: 'X',
    link: '/',
    active_from: until,
    active_until: from,
  })
  expect(refused.body.errors).toMatchObject([{ property: 'active_until' }])
})

it.each(['banner', 'flash', 'popup'])(
  'takes no link for a %s but http(s), mailto and paths of this site',
  async (name) => {
    const more = name === 'banner' ? { number: 1 } : {}
    const create = (link: string) => staff.call('POST', `/api/${name}`, { name: 'Linked', link, ...more })
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'java\tscript:alert(1)',
      'evil.example',
    ])
      expect((await create(link)).body.errors, link).toMatchObject([{ property: 'link' }])
    for (const link of ['https://example.org/a?b=c', 'mailto:desk@example.org', '/jobs'])
      expect((await create(link)).status, link).toBe(200)
  },
)
