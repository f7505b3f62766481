import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { withPartner } from '../support/partner.ts'
import { pngPicture } from '../support/pictures.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium({ resources: withPartner })
}, 60_000)
afterAll(() => atrium.close())

it('has a list, a form, permissions and a history from its declaration alone', async () => {
  const staff = await atrium.asUser(['c-partner', 'r-partner', 'u-partner', 'd-partner'])
  const form = new FormData()
  form.set('name', 'Zeeland Ropes')
  form.set('link', 'https://ropes.example/')
  form.set('logo', new Blob([new Uint8Array(await pngPicture())], { type: 'image/png' }), 'logo.png')
  const made = await staff.call('POST', '/api/partner', form)
  expect(made.body).toMatchObject({ type: 'success', message: 'Partner created.' })
  const { id } = made.body.data
  const list = await staff.call('GET', '/api/partner?keyword=zeeland')
  expect(list.body).toMatchObject({
    data: [{ id, name: 'Zeeland Ropes', link: 'https://ropes.example/', deletedAt: null }],
    meta: { total_item: 1, total_page: 1 },
  })
  expect(list.body.data[0].logo_url).toMatch(/^\/files\/[0-9a-f]{32}\/logo\.png$/)
  await staff.call('PUT', `/api/partner/${id}`, { name: 'Zeeland Ropes & Sails' })
  await staff.call('POST', `/api/partner/${id}/deactivate`)
  const history = await staff.call('GET', `/api/partner/${id}/history`)
  expect(history.body.data.map((entry: { action: string }) => entry.action)).toEqual(['deactivate', 'edit', 'create'])
  expect(history.body.data[1].changes).toEqual([
    { field: 'name', label: 'Name', from: 'Zeeland Ropes', to: 'Zeeland Ropes & Sails' },
  ])
})

it('refuses who lacks the permission, and names the field that is wrong', async () => {
  const reader = await atrium.asUser(['r-partner'])
  expect((await reader.call('POST', '/api/partner', { name: 'X', link: '/x' })).status).toBe(403)
  const writer = await atrium.asUser(['c-partner'])
  const refused = await writer.call('POST', '/api/partner', { name: 'X', link: 'javascript:alert(1)' })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual([
    {
      property: 'link',
      constraints: { custom: 'Link is not a link this site may use' },
      id: '{label} is not a link this site may use',
      values: { label: 'Link' },
    },
  ])
  expect(refused.body).toMatchObject({ id: refused.body.errors[0].id, values: { label: 'Link' } })
})

it('says which message a refusal is, so that it can be said in another language', async () => {
  const reader = await atrium.asUser(['r-partner'])
  const { body } = await reader.call('GET', '/api/partner/4711')
  expect(body).toMatchObject({
    message: 'This partner does not exist.',
    id: 'This {record} does not exist.',
    values: { record: 'partner' },
  })
})

it('is declared by the very words of CONTRIBUTING.md', () => {
  const root = join(import.meta.dirname, '..', '..')
  const told =
    /^\/\/ domain\/resources\/partner\.ts\n(?:import .*\n)+\n(export const partner = [\s\S]+?\n\}\)\n)```/m.exec(
      readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
    )?.[1]
  expect(told).toMatch(/^export const partner/)
  expect(readFileSync(join(root, 'tests', 'support', 'partner.ts'), 'utf8')).toContain(told)
})
