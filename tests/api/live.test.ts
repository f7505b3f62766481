import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { banner } from '../../domain/resources/banner.ts'
import { category } from '../../domain/resources/category.ts'
import { configuration } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import { flash } from '../../domain/resources/flash.ts'
import { popup } from '../../domain/resources/popup.ts'
import { post } from '../../domain/resources/post.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { readSchema } from '../../projections/schema.ts'
import { openStream } from '../support/event-stream.ts'
import { fastest } from '../support/fastest.ts'
import { openTwoServers, type TwoServers } from '../support/two-servers.ts'

let servers: TwoServers
let categoryId: number
const opened: { close(): void }[] = []

beforeAll(async () => {
  servers = await openTwoServers()
  categoryId = (await servers.atrium.run(category, 'create', { name: 'Ropes' })).id
}, 60_000)
afterAll(async () => {
  for (const one of opened) one.close()
  await servers.close()
})

const open = async (token: string, url = servers.atrium.url, after?: string) => {
  const stream = await openStream(url, token, after)
  opened.push(stream)
  await stream.has(({ event }) => event === 'ready')
  return stream
}
const make = async (name: string) =>
  (await servers.atrium.run(post, 'create', { name, excerpt: 'How to', category: categoryId })).id
const told = (stream: { messages: { data: any }[] }) => stream.messages.flatMap(({ data }) => data.changes ?? [])

it('tells on every process within a second what changed and nothing of it, each what they may read', async () => {
  const { atrium, onA, urlB } = servers
  const [reader, other, colleague] = [
    await atrium.asUser(['r-post']),
    await atrium.asUser(['r-banner']),
    await atrium.asEmployee(),
  ]
  const here = await open(reader.token)
  const there = await open(onA.token, urlB)
  const [narrow, portal] = [await open(other.token), await open(colleague.token)]
  expect(here.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  const toldOfOne = async () => {
    const heard = told(portal).length
    const id = await make(`Secret knots ${randomUUID()}`)
    const isHeard = vi.waitUntil(() => told(portal).length > heard, { timeout: 15_000, interval: 5 })
    await Promise.all([here.hears('post', id), there.hears('post', id), isHeard])
    expect(told(here)).toContainEqual({ resource: 'post', id })
  }
  expect(await fastest(1_000, toldOfOne)).toBeLessThan(1_000)
  // Employees see the list, and nobody needs to know which record it was.
  expect(told(portal)).toContainEqual({ resource: 'post' })
  await atrium.run(banner, 'create', { name: 'Harbour', number: 1, link: 'https://example.org' })
  await narrow.hears('banner')
  expect(told(narrow).map(({ resource }: any) => resource)).not.toContain('post')
  expect(here.raw()).not.toContain('knots')
})

it('tells employees only of what they see, and of what is their own', async () => {
  const { atrium } = servers
  const [one, two] = [await atrium.asEmployee(), await atrium.asEmployee()]
  const draft = await make('A draft')
  await atrium.run(post, 'deactivate', {}, draft)
  const [mine, theirs] = [await open(one.token), await open(two.token)]
  const mark = async (name: string) => {
    const { position } = await atrium.run(category, 'edit', { name }, categoryId)
    await theirs.has(({ id }) => id !== null && BigInt(id) >= (position ?? 0n))
  }
  // What is read before a stream opens may be some seconds old, and is told again first.
  await mark('Lines')
  const before = told(theirs).length
  const later = { active_from: '2090-01-01T00:00:00.000Z', active_until: null }
  await atrium.run(post, 'edit', { name: 'A draft still' }, draft)
  await atrium.run(configuration, 'edit', { email_host: 'mail.example.org' }, 1)
  await atrium.run(flash, 'create', { name: 'Later', link: 'https://example.org', news_text: '<p>x</p>', ...later })
  await atrium.run(role, 'create', { name: `R ${randomUUID()}`, perms: [] })
  await atrium.run(employee, 'set_point', { point: 7, reason: 'Ten years' }, one.id)
  await mine.hears('employee', one.id)
  await mark('Ropes and lines')
  expect(told(theirs).slice(before)).toEqual([{ resource: 'category' }])
})

it('tells who sees who has read a post that somebody has, and whoever did so, and nobody else', async () => {
  const { atrium } = servers
  const [one, two] = [await atrium.asEmployee(), await atrium.asEmployee()]
  const [sees, posts, people] = [
    await atrium.asUser(['r-post', 'r-employee']),
    await atrium.asUser(['r-post', 'u-post']),
    await atrium.asUser(['r-employee']),
  ]
  await atrium.run(configuration, 'edit', { must_read: true }, 1)
  const id = await make('Fire drill')
  expect((await posts.call('PUT', `/api/post/${id}/reading`, {})).status).toBe(200)
  const hearing = [await open(sees.token), await open(one.token)]
  const others = await Promise.all([posts, people, two].map(({ token }) => open(token)))
  const said = await one.call('POST', `/api/post/${id}/receipt`, { round: 1, version: 1 })
  const receipt = Number(said.body.data.id)
  for (const stream of hearing) await stream.hears('receipt', receipt)
  const { position } = (await one.call('DELETE', `/api/receipt/${receipt}`)).body
  for (const stream of hearing) await stream.has(({ id: at }) => at !== null && BigInt(at) >= BigInt(position))
  await atrium.run(employee, 'edit', { phone_number: '1' }, two.id)
  await others[1]?.hears('employee', two.id)
  for (const stream of others) expect(stream.raw()).not.toContain('receipt')
})

it('catches up after a lost connection, from where the client stands', async () => {
  const { atrium, urlB } = servers
  const reader = await atrium.asUser(['r-post'])
  const stream = await open(reader.token)
  await stream.hears('post', await make('Seen'))
  const last = stream.messages.findLast(({ id }) => id !== null)?.id ?? ''
  stream.close()
  const missed = await make('Missed')
  const again = await open(reader.token, urlB, last)
  await again.hears('post', missed)
  expect(told(again)).toEqual([{ resource: 'post', id: missed }])
  // Without a stream the same is asked for.
  const { body } = await reader.call('GET', `/api/live?after=${last}`)
  expect(body.data).toMatchObject({ isAll: false, changes: [{ resource: 'post', id: missed }] })
  // What nobody keeps any more may be anything.
  expect((await reader.call('GET', '/api/live?after=0')).body.data).toMatchObject({ isAll: true, changes: [] })
})

it('ends with the sign-in, however that ends, and says so when rights change', async () => {
  const { atrium, urlB, onA } = servers
  const [leaver, fired, promoted] = [await atrium.asUser([]), await atrium.asUser([]), await atrium.asUser(['r-post'])]
  const streams = [await open(leaver.token), await open(fired.token, urlB), await open(promoted.token)]
  const began = Date.now()
  await leaver.call('POST', '/api/auth/logout')
  await onA.call('POST', `/api/user/${fired.id}/deactivate`)
  await Promise.all(streams.slice(0, 2).map((stream) => stream.ends()))
  expect(Date.now() - began).toBeLessThan(10_000)
  for (const stream of streams.slice(0, 2)) expect(stream.messages.at(-1)?.event).toBe('over')
  const { body } = await onA.call('GET', `/api/user/${promoted.id}`)
  // What tells of a change may be earlier than the read models that hold it.
  const { pool, projector, resources } = atrium.services
  const holder = await pool.connect()
  await holder.query(`begin; select 1 from ${readSchema(resources).name}.checkpoint for update`)
  const last = async () => (await pool.query('select max(position) as last from consumer.change')).rows[0].last
  // What was appended before may be told of meanwhile, and is in the read models.
  const before = (await pool.query('select max(position) as last from log.event')).rows[0].last
  const edited = atrium.run(role, 'edit', { perms: ['r-post', 'r-page'] }, body.data.role.id)
  await vi.waitUntil(async () => BigInt((await last()) ?? 0) > BigInt(before), { timeout: 15_000, interval: 5 })
  expect(await projector.waitFor(BigInt(await last()), 300)).toBe(false)
  await holder.query('commit')
  holder.release()
  await edited
  const perms = ['r-page', 'r-post']
  await streams[2]?.has(({ event, data }) => event === 'rights' && data.perms.toSorted().join() === perms.join())
  // Who comes later, or asks, hears at once what they may do, and reads who they are only when that is news.
  const later = await open(promoted.token, urlB)
  expect(later.messages.at(0)?.data.perms.toSorted()).toEqual(perms)
  expect((await promoted.call('GET', '/api/live')).body.data.perms.toSorted()).toEqual(perms)
  expect((await atrium.run(user, 'deactivate', {}, promoted.id)).position).not.toBeNull()
  await streams[2]?.ends()
})

it('two people on one record see each other, also on different servers, until the tab is closed', async () => {
  const { atrium, onA, urlB, onB } = servers
  const id = await make('Both')
  const other = await atrium.asUser(['r-post'])
  const stream = await open(onA.token, urlB)
  const mine = { resource: 'post', id, tab: 'tab-of-mine' }
  expect((await onB('PUT', '/api/live/presence', mine)).body).toEqual({ data: [] })
  const theirs = { ...mine, tab: 'tab-of-theirs' }
  expect((await other.call('PUT', '/api/live/presence', theirs)).body.data).toHaveLength(1)
  await stream.has(({ event, data }) => event === 'presence' && data.resource === 'post' && data.id === id)
  expect((await onA.call('PUT', '/api/live/presence', mine)).body.data).toEqual([{ id: other.id, name: 'Some Body' }])
  await other.call('DELETE', '/api/live/presence/tab-of-theirs')
  expect((await onA.call('PUT', '/api/live/presence', mine)).body.data).toEqual([])
  const stranger = await atrium.asUser(['r-page'])
  expect((await stranger.call('PUT', '/api/live/presence', theirs)).status).toBe(403)
  expect((await other.call('PUT', '/api/live/presence', theirs)).body.data).toHaveLength(1)
  expect((await onA.call('PUT', '/api/live/presence', mine)).body.data).toHaveLength(1)
  // Whoever has signed out has no form open, whatever their tab said last.
  await other.call('POST', '/api/auth/logout')
  expect((await onA.call('PUT', '/api/live/presence', mine)).body.data).toEqual([])
})

it('tells of open forms only whoever may read the record', async () => {
  const { atrium, urlB, onA } = servers
  const [stranger, colleague] = [await atrium.asUser(['r-banner', 'u-post', 'r-homepage']), await atrium.asEmployee()]
  const [narrow, portal] = [await open(stranger.token, urlB), await open(colleague.token, urlB)]
  const present = (resource: string, id: number) =>
    onA.call('PUT', '/api/live/presence', { resource, id, tab: randomUUID() })
  await present('post', await make('Who writes here'))
  const { id } = await atrium.run(banner, 'create', { name: 'Pier', number: 3, link: 'https://example.org' })
  await present('banner', id)
  await narrow.has(({ event, data }) => event === 'presence' && data.id === id)
  const heard = [...narrow.messages, ...portal.messages].filter(({ event }) => event === 'presence')
  expect(heard.map(({ data }) => data)).toEqual([{ resource: 'banner', id }])
})

it('closes streams when the server stops, so that stopping waits for nobody', async () => {
  const { other, urlB, onA } = servers
  const stream = await open(onA.token, urlB)
  const began = Date.now()
  await other.app?.close()
  await stream.ends()
  expect(Date.now() - began).toBeLessThan(5_000)
})

it('counts as use of a sign-in what somebody does, not what a page that nobody attends reads and is told', async () => {
  const { atrium } = servers
  const { pool } = atrium.services
  const reader = await atrium.asUser(['r-post'])
  const values = [reader.id]
  const own = `person_type = 'user' and person_id = $1 and ended_at is null`
  await pool.query(
    `update auth.sign_in set last_seen_at = clock_timestamp() - interval '119 minutes' where ${own}`,
    values,
  )
  const seen = async () =>
    (await pool.query(`select last_seen_at::text as at from auth.sign_in where ${own}`, values)).rows
  const before = await seen()
  const unattended = { 'x-background': '1' }
  expect((await reader.call('GET', '/api/post', undefined, unattended)).status).toBe(200)
  const place = { resource: 'post', id: 1, tab: randomUUID() }
  expect((await reader.call('PUT', '/api/live/presence', place, unattended)).status).toBe(200)
  await open(reader.token)
  expect(await seen()).toEqual(before)
  // What writes is an act, whatever it says.
  expect((await reader.call('PUT', '/api/me/language', { language: 'en' }, unattended)).status).toBe(200)
  expect(await seen()).not.toEqual(before)
})

it('tells when something begins and ceases to be shown by the clock', async () => {
  const { atrium, onA } = servers
  const [colleague, writer] = [await atrium.asEmployee(), await atrium.asUser(['r-post'])]
  const [portal, staff, other] = [await open(colleague.token), await open(onA.token), await open(writer.token)]
  const soon = () => new Date(Date.now() + 2_000).toISOString()
  const from = soon()
  const { id } = await atrium.run(popup, 'create', { name: 'Party', link: '/post', active_from: from })
  const popupsTold = (stream: typeof portal) => told(stream).filter(({ resource }) => resource === 'popup')
  // Before, nobody outside the house of staff knows of it.
  await vi.waitUntil(() => popupsTold(portal).length === 1, { timeout: 15_000, interval: 5 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from))
  expect((await colleague.call('GET', '/api/utility/popup')).body.data).toMatchObject({ id })
  const until = soon()
  await atrium.run(popup, 'edit', { active_until: until }, id)
  await vi.waitUntil(() => popupsTold(portal).length === 3, { timeout: 15_000, interval: 5 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until))
  expect((await colleague.call('GET', '/api/utility/popup')).body.data).toBeNull()
  expect(popupsTold(portal)).toEqual([1, 2, 3].map(() => ({ resource: 'popup' })))
  expect(popupsTold(staff)).toEqual([1, 2, 3, 4].map(() => ({ resource: 'popup', id })))
  expect(popupsTold(other)).toEqual([])
})
