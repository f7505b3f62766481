import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { siteNotice } from '../support/site-notice.ts'
import { tender } from '../support/tender.ts'

let atrium: TestAtrium
let staff: Client
let categories: number[] = []
beforeAll(async () => {
  atrium = await openTestAtrium({ resources: [...resources, tender, siteNotice] })
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
  expect(wrongPath.body.errors.map(({ property }: { property: string }) => property)).toEqual([
    'pictures[new_1].thumbnail',
    'pictures[new_2].thumbnail',
    'chapters[new_3].title',
  ])
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
  expect(await found('active_from_from=2026-11-02&active_from_until=2026-11-02')).toEqual([id])
  expect(await found('active_from_until=2026-11-01')).not.toContain(id)
  expect((await found('sort=-number'))[0]).toBe(id)
  expect((await staff.call('GET', '/api/tender?sort=content')).status).toBe(400)
})

it('is put in order by moves, whoever moves what at the same moment', async () => {
  const made: number[] = []
  for (const number of [101, 102, 103, 104, 105, 106])
    made.push((await create(`Ordered ${number}`, { number, pictures: [], chapters: [] })).id)
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = made
  const order = async (): Promise<number[]> => {
    const { body } = await staff.call('GET', '/api/tender?keyword=ordered&per_page=100')
    return body.data.map(({ id }: { id: number }) => id)
  }
  const move = (id: number, place: object) => staff.call('POST', `/api/tender/${id}/reorder`, place)
  expect(await order()).toEqual(made)
  expect((await move(five, { after: one })).body.message).toBe('Tender moved.')
  expect(await order()).toEqual([one, five, two, three, four, six])
  const versions = async () => {
    const { body } = await staff.call('GET', '/api/tender?keyword=ordered&per_page=100')
    return Object.fromEntries(body.data.map(({ id, version }: { id: number; version: number }) => [id, version]))
  }
  const before = await versions()
  await move(six, { before: one })
  expect(await order()).toEqual([six, one, five, two, three, four])
  expect(await versions()).toEqual({ ...before, [six]: 2 })
  // Nothing to change: the position is that of the log's end, so that a read after it shows what was found.
  expect((await move(six, { before: one })).body.position).toMatch(/^\d+$/)

  const results = await Promise.all([
    move(two, { before: six }),
    move(three, { before: six }),
    move(four, { after: six }),
    move(one, { after: five }),
  ])
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const now = await order()
  expect(now.toSorted()).toEqual(made.toSorted())
  expect(now.slice(0, 2).toSorted()).toEqual([two, three].toSorted())
  expect(now.indexOf(four)).toBe(3)
  expect(now.indexOf(one)).toBe(now.indexOf(five) + 1)

  expect((await move(six, { before: 999_999 })).status).toBe(404)
  expect((await move(six, { before: one, after: two })).status).toBe(422)
  const reader = await atrium.asUser(['r-tender'])
  expect((await reader.call('POST', `/api/tender/${six}/reorder`, { before: one })).status).toBe(403)
})

it('has one record where the declaration says so, made by its first save', async () => {
  const editor = await atrium.asUser(['r-site_notice', 'u-site_notice'])
  const unsaved = await editor.call('GET', '/api/site_notice')
  expect(unsaved.body.data).toMatchObject({ id: 1, version: 0, title: '', lines: [], deletedAt: null })
  expect(unsaved.headers.get('etag')).toBe('"0"')
  expect((await editor.call('GET', '/api/site_notice/1/history')).body.data).toEqual([])
  expect((await editor.call('PUT', '/api/site_notice', { lines: ['One'] })).body.errors).toMatchObject([
    { property: 'title' },
  ])
  const first = { title: 'Closed on Friday', lines: ['One'] }
  const saves = await Promise.all(
    [first, { ...first, title: 'Open on Friday' }].map((sent) =>
      editor.call('PUT', '/api/site_notice', sent, { 'if-match': '"0"' }),
    ),
  )
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const saved = await editor.call('PUT', '/api/site_notice', { title: 'Closed' }, { 'if-match': '"1"' })
  expect(saved.body).toMatchObject({ message: 'Notice updated.', data: { id: 1, version: 2 } })
  expect((await editor.call('GET', '/api/site_notice')).body.data).toMatchObject({ title: 'Closed', lines: ['One'] })
  expect((await editor.call('POST', '/api/site_notice/clear', {})).body.message).toBe('The notice is cleared.')
  const history = await editor.call('GET', '/api/site_notice/1/history')
  expect(history.body.data.map(({ action }: { action: string }) => action)).toEqual(['clear', 'edit', 'create'])
  expect((await staff.call('GET', '/api/site_notice')).status).toBe(403)
  expect((await editor.call('POST', '/api/site_notice', first)).status).toBe(404)
  expect((await editor.call('DELETE', '/api/site_notice/1')).status).toBe(404)
})

it('lets a relation be edited from its other end, as one job that is taken back as a whole', async () => {
  const made = []
  for (const name of ['Inverse 1', 'Inverse 2', 'Inverse 3']) made.push((await create(name, { categories: [] })).id)
  const target = (await atrium.run(category, 'create', { name: 'Inverse' })).id
  const [one, two, three] = made
  const path = `/api/category/${target}/tender/categories`
  const finished = async (job: string) => {
    const look = async () => (await staff.call('GET', `/api/job/${job}`)).body.data
    await vi.waitUntil(async () => (await look()).finishedAt !== null, { timeout: 20_000 })
    return look()
  }
  const pointing = async () =>
    (await staff.call('GET', `/api/tender?categories=${target}`)).body.data
      .map(({ id }: { id: number }) => id)
      .toSorted((a: number, b: number) => a - b)
  expect(await finished((await staff.call('PUT', path, { ids: [one, two] })).body.data.job)).toMatchObject({ done: 2 })
  expect(await pointing()).toEqual([one, two])
  const { job } = (await staff.call('PUT', path, { ids: [two, three] })).body.data
  expect(await finished(job)).toMatchObject({ verb: 'edit', total: 2, done: 2, failed: 0 })
  expect(await pointing()).toEqual([two, three])
  expect((await staff.call('PUT', path, { ids: [999_999] })).status).toBe(404)
  await finished((await staff.call('POST', `/api/job/${job}/undo`)).body.data.job)
  expect(await pointing()).toEqual([one, two])
})
