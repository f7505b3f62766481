import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, type Client } from '../../support/client.ts'
import { openStream } from '../../support/event-stream.ts'

let atrium: TestAtrium
let one: Client
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
