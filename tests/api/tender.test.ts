import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/category.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { tender } from '../support/tender.ts'

let atrium: TestAtrium
let staff: Client
let categories: number[] = []
beforeAll(async () => {
  atrium = await openTestAtrium({ resources: [...resources, tender] })
  staff = await atrium.asUser(['c-tender', 'r-tender', 'u-tender', 'd-tender', 'd-category'])
  for (const name of ['Wood', 'Steel']) categories.push((await atrium.run(category, 'create', { name })).id)
}, 60_000)
afterAll(() => atrium.close())

const formOf = async (fields: Record<string, unknown>, pictures: readonly string[] = []) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [index, path] of pictures.entries())
    form.set(path, new Blob([new Uint8Array(await pngPicture(20 + index, 20))], { type: 'image/png' }), `p${index}.png`)
  return form
}

const goods = (name: string) => ({
  name,
  number: 3,
  type: 'goods',
  pictures: [
    { id: 'new_1', caption: 'Front' },
    { id: 'new_2', caption: 'Back' },
  ],
  chapters: [{ id: 'new_3', title: 'One', url: '/one', children: [{ title: 'Part', url: '' }] }],
  contact: { name: 'Anna', since: '2026-02-28' },
  receivers: 'a@example.org, b@example.org',
  token: 'do-not-tell-7731',
})

const create = async (name: string, more: Record<string, unknown> = {}) => {
  const sent = await formOf({ ...goods(name), categories, ...more }, [
    'pictures[new_1].thumbnail',
    'pictures[new_2].thumbnail',
  ])
  const { body, status } = await staff.call('POST', '/api/tender', sent)
  expect(body.message).toBe('Tender created.')
  expect(status).toBe(200)
  return body.data
}

it('keeps lists with pictures, trees, objects, references and a secret from one form', async () => {
  const { id } = await create('Chairs')
  const { body, headers } = await staff.call('GET', `/api/tender/${id}`)
  expect(body.data).toMatchObject({
    label: 'Chairs',
    pictures: [
      { id: 1000, caption: 'Front', thumbnail_url: expect.stringMatching(/^\/files\/[0-9a-f]{32}\/p0\.png$/) },
      { id: 1001, caption: 'Back', thumbnail_url: expect.stringMatching(/p1\.png$/) },
    ],
    chapters: [{ id: 1002, title: 'One', children: [{ id: 1003, title: 'Part' }] }],
    contact: { name: 'Anna', since: '2026-02-28' },
    receivers: ['a@example.org', 'b@example.org'],
    categories: [{ name: 'Wood', slug: 'wood' }, { name: 'Steel' }],
    token_set: true,
    stage: 'draft',
  })
  expect(JSON.stringify(body)).not.toContain('do-not-tell')
  const again = { pictures: [{ id: 1001, thumbnail: body.data.pictures[1].thumbnail, caption: 'Only this' }] }
  const saved = await staff.call('PUT', `/api/tender/${id}`, again, { 'if-match': headers.get('etag') ?? '' })
  expect(saved.status).toBe(200)
  const { body: now } = await staff.call('GET', `/api/tender/${id}`)
  expect(now.data.pictures).toMatchObject([{ id: 1001, caption: 'Only this' }])
})

it('shows pictures inside a list to whoever may see the record, and to nobody else', async () => {
  const { id } = await create('Seen')
  const { body } = await staff.call('GET', `/api/tender/${id}`)
  const link: string = body.data.pictures[0].thumbnail_url
  expect((await (await atrium.asUser(['r-tender'])).call('GET', link)).status).toBe(200)
  expect((await (await atrium.asUser(['r-role'])).call('GET', link)).status).toBe(404)
})

it('holds no secret in its events', async () => {
  const { id } = await create('Silent')
  const events = await atrium.services.log.store.read(`tender-${id}`)
  expect(events).toHaveLength(1)
  expect(
    JSON.stringify(events, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('do-not-tell')
  const { rows } = await atrium.services.pool.query<{ sealed: unknown }>('select sealed from command.secret')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('do-not-tell')
})

it('keeps a secret that is sent empty, replaces it, and takes it away', async () => {
  const { id } = await create('Discreet')
  const isSet = async () => (await staff.call('GET', `/api/tender/${id}`)).body.data.token_set
  await staff.call('PUT', `/api/tender/${id}`, { token: '', name: 'Discreet still' })
  expect(await isSet()).toBe(true)
  expect((await staff.call('PUT', `/api/tender/${id}`, { token: null })).status).toBe(200)
  expect(await isSet()).toBe(false)
  await staff.call('PUT', `/api/tender/${id}`, { token: 'another-one' })
  expect(await isSet()).toBe(true)
})

it('says where inside a list something is wrong, and stores nothing', async () => {
  const sent = await formOf(
    { ...goods('Wrong'), pictures: [{ id: 'new_1', caption: 'x'.repeat(300) }, { id: 'new_9' }] },
    ['pictures[new_1].thumbnail'],
  )
  const { status, body } = await staff.call('POST', '/api/tender', sent)
  expect(status).toBe(422)
  expect(body.errors.map(({ property }: { property: string }) => property)).toEqual([
    'pictures[new_1].caption',
    'pictures[new_9].thumbnail',
  ])
  const wrongPath = await staff.call('POST', '/api/tender', await formOf(goods('Wrong'), ['chapters[new_3].title']))
  expect(wrongPath.body.errors).toMatchObject([{ property: 'chapters[new_3].title' }])
})

it('guards what it points at from inside lists', async () => {
  const { id } = await create('Guarded')
  const [wood] = categories
  const refused = await staff.call('DELETE', `/api/category/${wood}`)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('tenders')
  const unknown = await staff.call('PUT', `/api/tender/${id}`, { categories: [999_999] })
  expect(unknown.body.errors).toMatchObject([{ property: 'categories' }])
})

it('steps from state to state with a note, and only in order', async () => {
  const { id } = await create('Steps')
  expect((await staff.call('POST', `/api/tender/${id}/close`, { note: 'Too soon' })).status).toBe(409)
  expect((await staff.call('POST', `/api/tender/${id}/open`, {})).body.errors).toMatchObject([{ property: 'note' }])
  const opened = await staff.call('POST', `/api/tender/${id}/open`, { note: 'Go' })
  expect(opened.body.message).toBe('The tender is open.')
  await staff.call('POST', `/api/tender/${id}/close`, { note: 'Enough' })
  expect((await staff.call('POST', `/api/tender/${id}/award`, { amount: 7, supplier: 'Oak' })).status).toBe(200)
  const { body } = await staff.call('GET', `/api/tender/${id}`)
  expect(body.data).toMatchObject({ stage: 'closed', awarded: 7 })
  const history = await staff.call('GET', `/api/tender/${id}/history`)
  expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual([
    'award',
    'close',
    'open',
    'create',
  ])
})

it('asks for the permission of a field that has one of its own', async () => {
  const { id } = await create('Dear')
  expect((await staff.call('PUT', `/api/tender/${id}`, { budget: 5 })).status).toBe(403)
  const treasurer = await atrium.asUser(['u-tender', 'u-configuration'])
  expect((await treasurer.call('PUT', `/api/tender/${id}`, { budget: 5, name: 'Dearer' })).status).toBe(200)
  // Whoever holds nothing but the area of the field may change that field, and no other.
  const accountant = await atrium.asUser(['r-tender', 'u-configuration'])
  expect((await accountant.call('PUT', `/api/tender/${id}`, { budget: 6, name: 'Mine' })).status).toBe(403)
  expect((await accountant.call('PUT', `/api/tender/${id}`, { budget: 6 })).status).toBe(200)
  expect((await staff.call('GET', `/api/tender/${id}`)).body.data).toMatchObject({ budget: 6, name: 'Dearer' })
})

it('filters by every kind and sorts by its headings', async () => {
  const { id } = await create('Filtered', { number: 41, active_from: '2026-11-02T10:00:00+01:00' })
  await staff.call('POST', `/api/tender/${id}/open`, { note: 'Go' })
  const found = async (query: string) =>
    (await staff.call('GET', `/api/tender?${query}`)).body.data.map((row: { id: number }) => row.id)
  expect(await found('stage=open')).toContain(id)
  expect(await found('stage=closed')).not.toContain(id)
  expect(await found('type=works')).toEqual([])
  expect(await found('categories=wood&stage=open')).toContain(id)
  expect(await found(`categories=${categories[1]}&keyword=filtered`)).toEqual([id])
  expect(await found('active_from_from=2026-11-02T08:59:00Z&active_from_until=2026-11-02T09:01:00Z')).toEqual([id])
  expect((await found('sort=-number'))[0]).toBe(id)
  expect((await staff.call('GET', '/api/tender?sort=content')).status).toBe(400)
})
