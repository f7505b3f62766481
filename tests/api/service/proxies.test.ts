import { afterEach, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call } from '../../support/client.ts'

let atrium: TestAtrium
afterEach(() => atrium.close())

/** Tries wrong passwords from an address, as a proxy in front would tell of it, until one is refused; answers how many were tried. */
const triesFrom = async (address: string): Promise<number> => {
  for (let tried = 1; tried <= 20; tried += 1) {
    const wrong = { userName: `nobody-${address}-${tried}`, password: 'wrong password' }
    const { status } = await call(atrium.url, 'POST', '/api/auth/login', wrong, { 'x-forwarded-for': address })
    if (status === 429) return tried
    expect(status).toBe(422)
  }
  return 21
}

it('behind a trusted proxy the limits count whom it names', { timeout: 60_000 }, async () => {
  atrium = await openTestAtrium({ environment: { AUTH_LIMITS_FACTOR: '0.05', TRUSTED_PROXIES: '127.0.0.0/8' } })
  const tries = await triesFrom('203.0.113.7')
  expect(tries).toBeLessThan(20)
  expect(await triesFrom('203.0.113.8')).toBe(tries)
})

it('without one, whoever names another address is counted all the same', { timeout: 60_000 }, async () => {
  atrium = await openTestAtrium({ environment: { AUTH_LIMITS_FACTOR: '0.05' } })
  expect(await triesFrom('203.0.113.7')).toBeLessThan(20)
  expect(await triesFrom('203.0.113.8')).toBe(1)
})
