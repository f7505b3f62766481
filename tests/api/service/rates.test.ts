import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMark } from '../../../commands/identity/sign-in/known.ts'
import { category } from '../../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, type Client } from '../../support/client.ts'
import { openStream } from '../../support/event-stream.ts'
import { openTwoServers } from '../../support/two-servers.ts'

let atrium: TestAtrium
let one: Awaited<ReturnType<TestAtrium['asUser']>>
let other: Client

beforeAll(async () => {
  // A fiftieth of the usual rates: 60 requests a minute.
  atrium = await openTestAtrium({ environment: { AUTH_LIMITS_FACTOR: '0.02', TRUSTED_PROXIES: '127.0.0.0/8' } })
  one = await atrium.asUser('all')
  other = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const nobody = (address: string, path = '/api/me') => call(atrium.url, 'GET', path, undefined, from(address))
const stranger = async (address: string) =>
  call(atrium.url, 'GET', '/api/me', undefined, { ...from(address), authorization: `Bearer ${'A'.repeat(43)}` })

/** Statuses of so many calls, each once. */
const statusesOf = async (times: number, ask: (index: number) => Promise<{ status: number }>) => {
  const found = new Set<number>()
  for (let index = 0; index < times; index += 1) found.add((await ask(index)).status)
  return [...found]
}

it('counts nobody signed in by the network of the address, and says when to come again', async () => {
  expect(await statusesOf(60, (index) => nobody(`2001:db8:7:7::${index + 1}`))).toEqual([401])
  const refused = await nobody('2001:db8:7:7:aaaa::1')
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ type: 'error', name: 'Too many' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await nobody('2001:db8:7:8::1')).status).toBe(401)
})

it('leaves signing in to who has the right password when others behind the address have used up its calls', async () => {
  const address = '203.0.113.20'
  const cookie = `atrium-device=${newMark(atrium.keyFor('sign-in'))}`
  expect(await statusesOf(61, () => nobody(address))).toEqual([401, 429])
  const step = (path: string, body: object) => call(atrium.url, 'POST', `/api/auth/${path}`, body, from(address))
  const { userName, password } = one.account
  expect((await step('login', { userName, password })).status).toBe(200)
  expect((await step('verification_login', { data: 'x', otp: '000000' })).status).toBe(422)
  const marked = await call(atrium.url, 'GET', '/api/me', undefined, { ...from(address), cookie })
  expect(marked.status).toBe(401)
  const madeUp = { ...from(address), cookie: `atrium-device=${'A'.repeat(43)}` }
  expect((await call(atrium.url, 'GET', '/api/me', undefined, madeUp)).status).toBe(429)
})

it('counts a token that never was for its network', async () => {
  expect(await statusesOf(61, () => stranger('203.0.113.9'))).toEqual([401, 429])
})

it('counts people for themselves, wherever they come from', async () => {
  expect(await statusesOf(61, () => nobody('203.0.113.7'))).toEqual([401, 429])
  const address = from('203.0.113.7')
  expect(await statusesOf(50, () => one.call('GET', '/api/me', undefined, address))).toEqual([200])
  expect(await statusesOf(11, () => one.call('GET', '/api/me', undefined, from('203.0.113.8')))).toEqual([200, 429])
  expect((await other.call('GET', '/api/me', undefined, address)).status).toBe(200)
})

it('does not count pages and what they are built of', async () => {
  const page = await nobody('203.0.113.10', '/auth/login')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body.text)?.[1] ?? expect.fail('the page has no script')
  expect(await statusesOf(70, () => nobody('203.0.113.10', script))).toEqual([200])
  expect(await statusesOf(70, () => nobody('203.0.113.10', '/auth/login'))).toEqual([200])
  expect((await nobody('203.0.113.10')).status).toBe(401)
})

it('counts edits of the own profile for themselves', async () => {
  const edit = (client: Client, lastName: string) => client.call('PATCH', '/api/me', { lastName })
  expect((await edit(other, 'First')).status).toBe(200)
  const refused = await edit(other, 'Second')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.call('GET', '/api/me')).body).toMatchObject({ data: { lastName: 'First' } })
})

it('takes so much of a kind from an employee an hour, on all servers together, and no repetition counts', async () => {
  // Two of a kind, and 150 requests a minute.
  const two = await openTwoServers({ AUTH_LIMITS_FACTOR: '0.05' })
  const [me, colleague] = [await two.atrium.asEmployee(), await two.atrium.asEmployee()]
  const urls = [two.atrium.url, two.urlB]
  const send = (url = '', token = me.token, key: string = crypto.randomUUID(), path = 'iso_submit', more = {}) =>
    call(
      url,
      'POST',
      `/api/utility/${path}`,
      { subject: 'Rope', message: 'Loose', ...more },
      { authorization: `Bearer ${token}`, 'idempotency-key': key },
    )
  // What is refused is no sending.
  for (let tries = 0; tries < 3; tries += 1)
    expect((await send(urls[0], me.token, crypto.randomUUID(), 'iso_submit', { message: '' })).status).toBe(422)
  const first = await send(urls[0], me.token, 'one')
  for (const url of urls) expect((await send(url, me.token, 'one')).body).toEqual(first.body)
  // Neither is one that was refused when only one more is left.
  expect((await send(urls[0], me.token, crypto.randomUUID(), 'iso_submit', { message: '' })).status).toBe(422)
  expect((await send(urls[1], me.token, 'two')).status).toBe(200)
  for (const url of urls) {
    const refused = await send(url, me.token, 'three')
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have sent a lot in a short time, so this was not sent. Please wait a while, then send it again.',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  }
  // Another kind, and somebody else.
  expect((await send(urls[0], me.token, 'four', 'request_stationery', { content: [] })).status).toBe(422)
  expect((await send(urls[0], colleague.token, 'three')).status).toBe(200)
  const staff = await two.atrium.asUser(['r-request'])
  expect((await staff.call('GET', '/api/request?type=iso')).body.meta.total_item).toBe(3)
  await two.close()
})

it('lets one person have so many unfinished jobs and no more, with a sentence', async () => {
  const { call: ask } = await atrium.asUser(['u-category'])
  const { id } = await atrium.run(category, 'create', { name: 'Ropes' })
  const start = (more = {}) =>
    ask('POST', '/api/job', { commands: [{ resource: 'category', verb: 'deactivate', id }], ...more })
  const startsAt = new Date(Date.now() + 365 * 86_400_000).toISOString()
  expect(await statusesOf(4, () => start({ startsAt }))).toEqual([200])
  const refused = await start({ startsAt })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(refused.body.message).toContain('You have 4 jobs planned.')
  // Those that wait for their time are no reason to begin none now.
  expect((await start()).body).toMatchObject({ type: 'success' })
  const [planned] = (await ask('GET', '/api/job')).body.data.filter(
    ({ state, startsAt: at }: { state: string; startsAt: string }) => state === 'waiting' && at === startsAt,
  )
  await ask('POST', `/api/job/${planned.id}/cancel`)
  expect((await start({ startsAt })).body).toMatchObject({ type: 'success' })
})

it('lets one person have so many event streams and no more, with a sentence', async () => {
  const { token } = await atrium.asEmployee()
  const first = await openStream(atrium.url, token)
  await first.has(({ event }) => event === 'ready')
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const refused = await call(atrium.url, 'GET', '/api/live', undefined, headers)
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('close some windows') } })
  expect(refused.headers.get('retry-after')).toBe('30')
  first.close()
})
