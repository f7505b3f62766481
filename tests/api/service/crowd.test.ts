import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'

let atrium: TestAtrium
let token = ''
beforeAll(async () => {
  atrium = await openTestAtrium()
  token = (await atrium.asUser(['r-post'])).token
}, 60_000)
afterAll(() => atrium.close())

const login = {
  method: 'POST',
  url: '/api/auth/login',
  payload: { userName: 'nobody', password: 'wrong password' },
} as const

/** Four hundred requests of one sign-in at once, and some of others right behind them. */
const crowd = async () => {
  const { app } = atrium
  if (!app) return expect.fail('no server')
  const headers = { authorization: `Bearer ${token}` }
  const many = Array.from({ length: 400 }, () => app.inject({ method: 'GET', url: '/api/post', headers }))
  const [other, health, signIn] = await Promise.all([
    app.inject({ method: 'GET', url: '/api/post', headers: { authorization: 'Bearer of-another' } }),
    app.inject({ method: 'GET', url: '/health/live' }),
    app.inject(login),
  ])
  return { many: await Promise.all(many), other, health, signIn }
}

it('answers as many as it can soon, asks the rest to come again, and turns nobody else away [OV-1]', async () => {
  const { many, other, health, signIn } = await crowd()
  const refused = many.filter(({ statusCode }) => statusCode === 503)
  expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(192)
  expect(refused).toHaveLength(208)
  for (const { headers } of refused) expect(headers['retry-after']).toBe('2')
  const sentence = 'Atrium is busy or its database is away. Please try again in a moment.'
  for (const one of refused) {
    expect(one.json()).toEqual({ type: 'error', name: 'Unavailable', message: sentence, id: sentence, values: {} })
    expect(one.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(one.headers['x-request-id']).toMatch(/\S/)
  }
  expect([other.statusCode, health.statusCode, signIn.statusCode]).toEqual([401, 200, 422])
})

it('refuses a write in the same words as a read', async () => {
  const { app } = atrium
  if (!app) return expect.fail('no server')
  const headers = { authorization: `Bearer ${token}` }
  const many = Array.from({ length: 400 }, () => app.inject({ method: 'GET', url: '/api/post', headers }))
  const [write, ...reads] = await Promise.all([
    app.inject({ method: 'POST', url: '/api/post', headers, payload: {} }),
    ...many,
    app.inject({ method: 'POST', url: '/api/post', headers, payload: {} }),
  ])
  const last = reads.pop()
  const read = reads.find(({ statusCode }) => statusCode === 503)
  expect(write.statusCode).toBe(403)
  expect([last?.statusCode, last?.headers['retry-after']]).toEqual([503, '2'])
  expect(last?.json()).toEqual(read?.json())
})

it('takes on a crowd again once the one before is answered', async () => {
  const { many } = await crowd()
  expect(many.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(23)
})
