import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let editor: Client & { id: number }
let other: Client & { id: number }
const perms = ['c-category', 'r-category', 'u-category', 'd-category', 'c-post', 'r-post', 'u-post']
beforeAll(async () => {
  atrium = await openTestAtrium()
  await atrium.asUser('all')
  editor = await atrium.asUser(perms)
  other = await atrium.asUser([...perms, 'd-post'])
}, 60_000)
afterAll(() => atrium.close())

const made = async (name: string) => (await atrium.run(category, 'create', { name })).id
const put = async (client: Client, id: number, name: string) =>
  expect((await client.call('PUT', `/api/category/${id}`, { name })).status).toBe(200)
const nameOf = async (id: number) => (await other.call('GET', `/api/category/${id}`)).body.data.name
const since = async () => new Date(Date.now() + 1).toISOString()
const spanOf = (from: string, person = editor) => ({
  person: `user-${person.id}`,
  from,
  until: new Date(Date.now() + 60_000).toISOString(),
})
const preview = async (span: Record<string, string>, client: Client = other) => {
  const { status, body } = await client.call('GET', `/api/take_back?${new URLSearchParams(span)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const finished = async (client: Client, job: string) => {
  const read = async () => (await client.call('GET', `/api/job/${job}`)).body.data
  await vi.waitUntil(async () => (await read()).finishedAt !== null, { timeout: 20_000 })
  return read()
}
const start = async (
  span: Record<string, string>,
  found: { resource: string; id: number; version: number }[],
  client: Client = other,
) => {
  const records = found.map(({ resource, id, version }) => ({ resource, id, version }))
  const { status, body } = await client.call('POST', '/api/take_back', { ...span, records })
  expect(status, JSON.stringify(body)).toBe(200)
  return finished(client, body.data.job)
}

it('shows what taking back would change, does it as one job, and that job is taken back in turn', async () => {
  const [one, two] = [await made('One'), await made('Two')]
  await put(editor, one, 'Before the span')
  const from = await since()
  await vi.waitUntil(() => new Date().toISOString() > from)
  await put(editor, one, 'Wrong')
  await put(editor, one, 'Worse')
  expect((await editor.call('DELETE', `/api/category/${two}`)).status).toBe(200)
  const fresh = (await editor.call('POST', '/api/category', { name: 'Made by mistake' })).body.data.id
  const span = spanOf(from)
  const found = await preview(span)
  expect(found.map(({ id }: { id: number }) => id)).toEqual([fresh, two, one])
  expect(found[2]).toMatchObject({
    name: 'Worse',
    changes: [{ name: 'name', from: 'Worse', to: 'Before the span', problem: null }],
    kept: [],
  })
  expect(found[0]).toMatchObject({ changes: [{ name: 'status', from: 'active', to: 'deleted' }] })
  expect(await nameOf(one)).toBe('Worse')
  const job = await start(span, found)
  expect(job).toMatchObject({ done: 3, failed: 0 })
  expect(await nameOf(one)).toBe('Before the span')
  expect(await nameOf(two)).toBe('Two')
  expect(
    (await other.call('GET', `/api/category?status=deleted`)).body.data.map(({ id }: { id: number }) => id),
  ).toContain(fresh)
  const { events } = await atrium.services.log.read(`category-${one}`)
  expect(events.at(-1)).toMatchObject({
    type: 'CategoryReverted',
    actor: { id: other.id },
    meta: { causationId: job.id },
  })
  const undo = (await other.call('GET', `/api/take_back/job/${job.id}`)).body
  expect(undo).toMatchObject({ total: 3 })
  expect(undo.data.find(({ id }: { id: number }) => id === one)).toMatchObject({
    changes: [{ from: 'Before the span', to: 'Worse' }],
  })
  const back = await finished(other, (await other.call('POST', `/api/job/${job.id}/undo`)).body.data.job)
  expect(back).toMatchObject({ done: 3, failed: 0 })
  expect(await nameOf(one)).toBe('Worse')
})

it('keeps what others changed later, and names what stays and why', async () => {
  const [kept, contested] = [await made('Kept'), await made('Contested')]
  const from = await since()
  await vi.waitUntil(() => new Date().toISOString() > from)
  await put(editor, kept, 'Wrong here')
  expect((await other.call('POST', `/api/category/${kept}/deactivate`)).status).toBe(200)
  await put(editor, contested, 'Wrong there')
  await put(other, contested, 'Right there')
  const mine = (await editor.call('POST', '/api/category', { name: 'Mine' })).body.data.id
  await put(other, mine, 'Ours')
  const span = spanOf(from)
  const found = (await preview(span)) as { id: number; resource: string; version: number }[]
  const of = (id: number) => found.find((one) => one.id === id)
  expect(of(kept)).toMatchObject({ changes: [{ name: 'name', to: 'Kept' }], kept: [], problem: null })
  expect(of(contested)).toMatchObject({ changes: [], kept: ['name'] })
  expect(of(mine)).toMatchObject({ changes: [], problem: { id: expect.stringContaining('Others have changed it') } })
  expect(await start(span, found)).toMatchObject({ done: 1, failed: 0 })
  expect((await other.call('GET', `/api/category/${kept}`)).body.data).toMatchObject({
    name: 'Kept',
    deletedAt: expect.any(String),
  })
  expect(await nameOf(contested)).toBe('Right there')
  expect(await nameOf(mine)).toBe('Ours')
})

it('leaves alone what was changed between the preview and the job', async () => {
  const id = await made('Raced')
  const from = await since()
  await vi.waitUntil(() => new Date().toISOString() > from)
  await put(editor, id, 'Wrong')
  const span = spanOf(from)
  const found = await preview(span)
  await put(other, id, 'Newer')
  const answer = await other.call('POST', '/api/take_back', {
    ...span,
    records: found.map(({ resource, version }: { resource: string; version: number }) => ({ resource, id, version })),
  })
  // Of this record nothing of theirs is left to be taken back, or the job refuses it: it stays in either case.
  if (answer.status === 200) expect(await finished(other, answer.body.data.job)).toMatchObject({ done: 0, failed: 1 })
  expect(await nameOf(id)).toBe('Newer')
})

it('gives no right: of each record it takes that to read it and that to change each part', async () => {
  const id = await made('Guarded')
  const from = await since()
  await vi.waitUntil(() => new Date().toISOString() > from)
  expect((await editor.call('DELETE', `/api/category/${id}`)).status).toBe(200)
  const span = spanOf(from)
  const stranger = await atrium.asUser(['r-post', 'u-post'])
  expect(await preview(span, stranger)).toEqual([])
  const records = [{ resource: 'category', id, version: 2 }]
  expect((await stranger.call('POST', '/api/take_back', { ...span, records })).status).toBe(403)
  // To change it is no right to bring it back from Trash.
  const writer = await atrium.asUser(['r-category', 'u-category'])
  const seen = await preview(span, writer)
  for (const one of seen) expect(one.changes.every(({ problem }: { problem: unknown }) => problem !== null)).toBe(true)
  expect((await writer.call('POST', '/api/take_back', { ...span, records })).status).toBe(409)
  const { events } = await atrium.services.log.read(`category-${id}`)
  expect(events.map(({ type }) => type)).toEqual(['CategoryCreated', 'CategoryDeleted'])
  expect(
    (await other.call('GET', `/api/take_back?person=user-1&from=2026-01-01T00:00:00Z&until=2026-02-01T00:00:00Z`))
      .status,
  ).toBe(422)
  expect(
    (await other.call('GET', `/api/take_back?person=system-x&from=2026-01-01T00:00:00Z&until=2026-01-01T01:00:00Z`))
      .status,
  ).toBe(400)
})

it('takes back an account that was made with a password, since nobody else changed it', async () => {
  const administrator = await atrium.asUser('all')
  const from = await since()
  const sent = {
    userName: 'mistaken',
    firstName: 'Mis',
    lastName: 'Taken',
    email: 'mistaken@harbour-vale.example',
    phone: '1',
    bio: 'Nobody',
    password: 'Harbour-lantern-77x',
  }
  const { status, body } = await administrator.call('POST', '/api/user', sent)
  expect(status, JSON.stringify(body)).toBe(200)
  const [found, ...more] = await preview(spanOf(from, administrator), administrator)
  expect(more).toEqual([])
  expect(found).toMatchObject({ resource: 'user', id: body.data.id, problem: null, changes: [{ name: 'status' }] })
})
