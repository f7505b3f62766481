import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Busy, passwordHasher } from '../../../../commands/identity/credentials/password-hash.ts'
import { about, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from './support.ts'

let test: TestSignIn
let other: Awaited<ReturnType<TestSignIn['another']>>
beforeAll(async () => {
  test = await openTestSignIn()
  other = await test.another()
})
afterAll(() => test.close())

let last = 0
const from = () => `192.0.2.${(last += 1) % 250}`
const start = (name: string, password: string, by = test.signIn, address = from()) =>
  by.startSignIn({ personType: 'user', name, password, address })
const fail = async (name: string, count: number, address?: string) => {
  for (let index = 0; index < count; index += 1) {
    const by = index % 2 === 0 ? test.signIn : other.signIn
    expect((await refusalOf(start(name, 'wrong-password-1', by, address ?? from()))).kind).toBe('validation')
  }
}
/** As if so much time had passed. */
const pass = (interval: string) =>
  test.pool.query(
    'update auth.throttle set forget_at = forget_at - $1::interval, blocked_until = blocked_until - $1::interval',
    [interval],
  )

describe('wrong passwords', () => {
  it('the eleventh of an account waits, from any address, on any process, however the name is written [AUTHN-5]', async () => {
    const person = await test.add('user', someName())
    await fail(person.name, 10)
    const refusal = await refusalOf(start(person.name, goodPassword))
    expect(refusal.kind).toBe('throttled')
    expect(refusal.data).toEqual({ retryAfter: about(60) })
    for (const name of [person.name.toUpperCase(), ` ${person.name} `])
      expect((await refusalOf(start(name, 'x', other.signIn))).kind).toBe('throttled')
  })

  it('the delay grows with every further one', async () => {
    const person = await test.add('user', someName())
    await fail(person.name, 10)
    await pass('61 seconds')
    await fail(person.name, 1)
    expect((await refusalOf(start(person.name, 'x'))).data).toEqual({ retryAfter: about(120) })
    await pass('121 seconds')
    await fail(person.name, 1)
    expect((await refusalOf(start(person.name, 'x'))).data).toEqual({ retryAfter: about(240) })
  })

  it('an unknown name waits like a known one', async () => {
    const name = someName()
    await fail(name, 10)
    expect((await refusalOf(start(name, 'x'))).kind).toBe('throttled')
  })

  it('parallel guesses on two processes are all counted', async () => {
    const person = await test.add('user', someName())
    const settled = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        refusalOf(start(person.name, 'wrong-password-1', index % 2 === 0 ? test.signIn : other.signIn)),
      ),
    )
    expect(settled.filter(({ kind }) => kind === 'validation')).toHaveLength(10)
    expect(settled.filter(({ kind }) => kind === 'throttled')).toHaveLength(30)
  })

  it('a right one starts the count anew', async () => {
    const person = await test.add('user', someName())
    await fail(person.name, 9)
    await start(person.name, goodPassword)
    await fail(person.name, 9)
    await expect(start(person.name, goodPassword)).resolves.toBeDefined()
  })

  it('are forgotten after a while', async () => {
    const person = await test.add('user', someName())
    await fail(person.name, 9)
    await pass('15 minutes')
    await fail(person.name, 9)
  })

  it('existing sign-ins and the password reset go on', async () => {
    const person = await test.add('user', someName())
    const { token } = await test.enter(person)
    await fail(person.name, 10)
    expect(await test.signIn.findSession(token, 'bearer')).not.toBeNull()
    await test.signIn.requestReset('user', person.email, { address: from() })
    const link = /change\/([\w-]{43})/.exec((await test.mails(person.email)).at(-1)?.text ?? '')?.[1] ?? ''
    await test.signIn.changeWithToken('user', link, 'another4lamp-over')
    await expect(start(person.name, 'another4lamp-over')).resolves.toBeDefined()
  })

  it('of one address are told to wait after sixty, and successes do not count', async () => {
    const person = await test.add('user', someName())
    const address = '2001:db8:1:2::7'
    for (let index = 0; index < 5; index += 1) await start(person.name, goodPassword, test.signIn, address)
    for (let index = 0; index < 60; index += 1)
      expect(
        (await refusalOf(start(someName(), 'x', index % 2 === 0 ? test.signIn : other.signIn, address))).kind,
      ).toBe('validation')
    const late = (from: string) => refusalOf(start(someName(), 'x', test.signIn, from))
    expect((await late('2001:db8:1:2:ffff::1')).kind).toBe('throttled')
    expect((await late('2001:db8:1:3::7')).kind).toBe('validation')
  })

  it('a password that nobody had time to check counts as no failure', async () => {
    const person = await test.add('user', someName())
    const address = from()
    const at = { isBusy: true }
    const hasher = passwordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 })
    const busy = await test.another({
      hasher: {
        ...hasher,
        matches: async (known, password) => {
          if (at.isBusy) throw new Busy()
          return hasher.matches(known, password)
        },
      },
    })
    for (let index = 0; index < 11; index += 1)
      await expect(start(person.name, goodPassword, busy.signIn, address)).rejects.toThrow(Busy)
    at.isBusy = false
    await expect(start(person.name, goodPassword, busy.signIn, address)).resolves.toBeDefined()
  })

  it('neither names nor addresses stand in the counters', async () => {
    const { rows } = await test.pool.query("select scope, encode(key, 'escape') as key from auth.throttle")
    expect(rows.length).toBeGreaterThan(10)
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|user\|/)
  })

  it('the factor multiplies every limit', async () => {
    const relaxed = await openTestSignIn({ limitsFactor: 2 })
    const name = someName()
    for (let index = 0; index < 20; index += 1)
      await refusalOf(relaxed.signIn.startSignIn({ personType: 'user', name, password: 'x', address: from() }))
    expect(
      (await refusalOf(relaxed.signIn.startSignIn({ personType: 'user', name, password: 'x', address: from() }))).kind,
    ).toBe('throttled')
    await relaxed.close()
  })
})
