import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../../domain/catalog.ts'
import { category } from '../../../domain/resources/category.ts'
import { page } from '../../../domain/resources/page.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { tender } from '../../support/tender.ts'

let atrium: TestAtrium
let staff: Client
let employee: Client
let wood: number
beforeAll(async () => {
  atrium = await openTestAtrium({ resources: [...resources, tender] })
  staff = await atrium.asUser(['c-tender', 'r-tender', 'u-tender', 'd-tender', 'u-configuration', 'c-configuration'])
  employee = await atrium.asEmployee()
  wood = (await atrium.run(category, 'create', { name: 'Wood' })).id
}, 60_000)
afterAll(() => atrium.close())

const create = async (name: string): Promise<{ id: number; slug: string }> => {
  const form = new FormData()
  const sent = {
    name,
    number: '3',
    type: 'goods',
    pictures: '[{"id":"new_1","caption":"Front"}]',
    categories: String(wood),
  }
  for (const [field, value] of Object.entries(sent)) form.set(field, value)
  const picture = new Blob([new Uint8Array(await pngPicture(20, 20))], { type: 'image/png' })
  form.set('pictures[new_1].thumbnail', picture, 'front.png')
  return (await staff.call('POST', '/api/tender', form)).body.data
}
const step = (id: number, verb: string) => staff.call('POST', `/api/tender/${id}/${verb}`, { note: 'Now' })
const names = async (client: Client, query = '') =>
  (await client.call('GET', `/api/tender?${query}`)).body.data.map(({ name }: { name: string }) => name)

it('shows employees records in the states that the declaration names, and nothing of the others', async () => {
  const [draft, open] = [await create('Secret chairs'), await create('Open tables')]
  const { pictures } = (await staff.call('GET', `/api/tender/${draft.id}`)).body.data
  await step(open.id, 'open')
  expect(await names(employee)).toEqual(['Open tables'])
  expect((await employee.call('GET', '/api/tender')).body.meta.total_item).toBe(1)
  expect(await names(staff, 'view=portal')).toEqual(['Open tables'])
  for (const key of [draft.id, draft.slug]) expect((await employee.call('GET', `/api/tender/${key}`)).status).toBe(404)
  expect((await employee.call('GET', `/api/tender/${open.slug}`)).body.data).toMatchObject({ name: 'Open tables' })
  await staff.call('PUT', `/api/tender/${open.id}`, { follows: draft.id })
  const follows = async () => (await employee.call('GET', `/api/tender/${open.id}`)).body.data.follows
  expect(await follows()).toBeNull()
  const picture = (client: Client) => client.call('GET', pictures[0].thumbnail_url)
  expect([(await picture(employee)).status, (await picture(staff)).status]).toEqual([404, 200])
  await step(draft.id, 'open')
  expect((await picture(employee)).status).toBe(200)
  expect(await follows()).toMatchObject({ name: 'Secret chairs' })
  await step(draft.id, 'close')
  expect((await names(employee)).toSorted()).toEqual(['Open tables', 'Secret chairs'])
})

it('refuses edits in other states by the label of the state, from each way in, and takes the same again', async () => {
  const { id } = await create('Benches')
  await step(id, 'open')
  expect((await staff.call('PUT', `/api/tender/${id}`, { number: 4 })).status).toBe(200)
  await step(id, 'close')
  const sentence = 'This tender is Closed now, so this cannot be done.'
  const refused = await staff.call('PUT', `/api/tender/${id}`, { number: 5 })
  expect([refused.status, refused.body.message]).toEqual([409, sentence])
  const moved = await staff.call('PUT', `/api/tender/${id}`, { slug: 'other-benches' })
  expect(moved.body.message).toBe(sentence)
  expect((await staff.call('PUT', `/api/tender/${id}`, { number: 4 })).status).toBe(200)
  const chosen = await staff.call('POST', '/api/tender/matching/edit', {
    query: { keyword: 'Benches' },
    sent: { number: 6 },
  })
  expect(chosen.status).toBeLessThan(500)
  expect((await staff.call('GET', `/api/tender/${id}`)).body.data.number).toBe(4)
  expect((await staff.call('POST', `/api/tender/${id}/open`, { note: 'Again' })).body.message).toBe(sentence)
})

it('keeps amounts to the cent, and filters and sorts by them', async () => {
  const { id } = await create('Lamps')
  const set = (budget: unknown) => staff.call('PUT', `/api/tender/${id}`, { budget })
  expect((await set('12.50')).status).toBe(200)
  const budget = async () => (await staff.call('GET', `/api/tender/${id}`)).body.data.budget
  expect(await budget()).toBe(12.5)
  expect((await set(0.1)).status).toBe(200)
  expect((await set(999_999_999_999.99)).status).toBe(422)
  for (const wrong of [12.345, '12,50', 'much', -1, '1e3', Number.MAX_SAFE_INTEGER])
    expect((await set(wrong)).body.message, String(wrong)).toBe(
      'Budget is a number from 0 to 999999999999 with at most 2 decimal places',
    )
  expect(await budget()).toBe(0.1)
  expect((await set('')).status).toBe(200)
  expect(await budget()).toBeNull()
  await set('700000000.07')
  expect(await budget()).toBe(700_000_000.07)
  expect(await names(staff, 'budget_from=700000000.06&budget_until=700000000.07')).toEqual(['Lamps'])
  expect(await names(staff, 'budget_from=700000000.08')).toEqual([])
  expect((await staff.call('GET', '/api/tender?budget_until=0.1e3')).status).toBe(400)
  const history = await staff.call('GET', `/api/tender/${id}/history`)
  expect(history.body.data[0].changes).toMatchObject([{ field: 'budget', to: 700_000_000.07 }])
})

it('exports what can be exported alone, without a way to import', async () => {
  const exported = await staff.call('GET', '/api/tender/bulk')
  expect(exported.status).toBe(200)
  expect(exported.headers.get('content-type')).toContain('spreadsheetml')
  expect(Number(exported.headers.get('x-rows'))).toBe((await names(staff)).length)
  expect((await staff.call('POST', '/api/tender/bulk', {})).status).toBe(404)
  expect((await staff.call('GET', '/api/tender/bulk/sample/insert')).status).toBe(404)
  expect((await employee.call('GET', '/api/tender/bulk')).status).toBe(403)
})

it('takes the address of a list in the portal from pages', async () => {
  const made = await atrium.run(page, 'create', {
    name: 'Tender',
    type: 'content',
    excerpt: 'What we buy',
    body: '<p>All</p>',
  })
  const reader = await atrium.asUser(['r-page'])
  expect((await reader.call('GET', `/api/page/${made.id}`)).body.data.slug).toBe('tender-2')
})
