import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
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

it('knows no other view', async () => {
  for (const path of ['/api/post?view=staff', '/api/post/second?view='])
    expect((await staff.call('GET', path)).status, path).toBe(400)
})
