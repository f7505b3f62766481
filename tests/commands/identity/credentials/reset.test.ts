import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from '../sign-in/support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const newPassword = 'another4lamp-over'
const linkIn = async (to: string): Promise<string> =>
  /https:\S+/.exec((await test.mails(to)).findLast((mail) => mail.subject === 'Set a new password')?.text ?? '')?.[0] ??
  ''
const tokenIn = async (to: string): Promise<string> => /\/change\/([\w-]{43})/.exec(await linkIn(to))?.[1] ?? ''
const tokenFor = async (person: { type: 'user' | 'employee'; email: string }) => {
  await test.signIn.requestReset(person.type, person.email, { address })
  return tokenIn(person.email)
}
const missing = { kind: 'missing', message: 'This account does not exist.', data: null }

describe('a reset link', () => {
  it('goes to the stored address, is built from PUBLIC_URL, and sets the password', async () => {
    const person = await test.add('user', someName())
    await test.signIn.requestReset('user', ` ${person.email.toUpperCase()} `, { address })
    expect(await linkIn(person.email)).toMatch(/^https:\/\/atrium\.example\.org\/change\/[\w-]{43}$/)
    const token = await tokenIn(person.email)
    expect(await test.signIn.findResetToken('user', token)).toEqual({ id: person.id })
    await test.signIn.changeWithToken('user', token, newPassword)
    await expect(
      test.signIn.startSignIn({ personType: 'user', name: person.name, password: newPassword, address }),
    ).resolves.toBeDefined()
    await refusalOf(test.signIn.startSignIn({ personType: 'user', name: person.name, password: goodPassword, address }))
    expect((await test.mails(person.email)).at(-2)?.subject).toBe('Your password was changed')
  })

  it('of employees ends in /employee and is no user’s', async () => {
    const person = await test.add('employee', `${someName()}@example.org`)
    const token = await tokenFor(person)
    expect(await linkIn(person.email)).toMatch(/\/employee$/)
    expect(await refusalOf(test.signIn.findResetToken('user', token))).toEqual(missing)
    expect(await refusalOf(test.signIn.changeWithToken('user', token, newPassword))).toEqual(missing)
    expect(await test.signIn.findResetToken('employee', token)).toEqual({ id: person.id })
  })

  it('is mailed to nobody who is unknown, inactive or of the other population, and the answer is the same [RST-1]', async () => {
    const [inactive, other] = [
      await test.add('user', someName(), 'inactive'),
      await test.add('employee', `${someName()}@example.org`),
    ]
    const before = (await test.mails()).length
    for (const email of [inactive.email, other.email, 'nobody@example.org'])
      expect(await test.signIn.requestReset('user', email, { address })).toBeUndefined()
    expect(await test.mails()).toHaveLength(before)
  })

  it.each([
    'jülian@example.org',
    'a@example.org,evil@example.com',
    'a@example.org\r\nBcc: x@example.com',
    'no address',
    '',
  ])('is refused for %j', async (email) => {
    expect((await refusalOf(test.signIn.requestReset('user', email, { address }))).kind).toBe('validation')
  })

  it('takes no less than 120 ms, for a known address and for an unknown one', async () => {
    const person = await test.add('user', someName())
    for (const email of [person.email, 'nobody@example.org', person.email]) {
      const begun = performance.now()
      await test.signIn.requestReset('user', email, { address })
      expect(performance.now() - begun, email).toBeGreaterThan(119)
    }
  })

  it('lives sixty minutes [RST-3]', async () => {
    const person = await test.add('user', someName())
    const token = await tokenFor(person)
    await test.pool.query(
      `update auth.reset_token set expires_at = expires_at - interval '60 minutes 1 second' where person_id = $1`,
      [person.id],
    )
    expect(await refusalOf(test.signIn.findResetToken('user', token))).toEqual(missing)
    expect(await refusalOf(test.signIn.changeWithToken('user', token, newPassword))).toEqual(missing)
  })

  it('is void when a newer one was asked for', async () => {
    const person = await test.add('user', someName())
    const [first, second] = [await tokenFor(person), await tokenFor(person)]
    expect(await refusalOf(test.signIn.findResetToken('user', first))).toEqual(missing)
    await expect(test.signIn.findResetToken('user', second)).resolves.toBeDefined()
  })

  it('is the only good one when several are asked for at once', async () => {
    const person = await test.add('user', someName())
    const other = await test.another()
    const ask = (by: Pick<TestSignIn, 'signIn'>) => by.signIn.requestReset('user', person.email, { address })
    await Promise.all([ask(test), ask(other), ask(test), ask(other)])
    const links = (await test.mails(person.email)).map(({ text }) => /change\/([\w-]{43})/.exec(text)?.[1] ?? '')
    const looks = await Promise.allSettled(links.map((token) => test.signIn.findResetToken('user', token)))
    expect(looks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  })

  it('is not used up by looking, and works for one of ten at once [RST-5]', async () => {
    const person = await test.add('user', someName())
    const token = await tokenFor(person)
    for (let count = 0; count < 5; count += 1) await test.signIn.findResetToken('user', token)
    const settled = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => test.signIn.changeWithToken('user', token, `${newPassword}${index}`)),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      (await test.log.read(`user-${person.id}`)).events.filter(({ data }) => data.method === 'reset'),
    ).toHaveLength(1)
  })

  it('is not used up by a refused password', async () => {
    const person = await test.add('user', someName())
    const token = await tokenFor(person)
    for (const password of ['short1', 'password1', `${person.name}99`, 'nordenworks7']) {
      expect((await refusalOf(test.signIn.changeWithToken('user', token, password))).kind).toBe('validation')
    }
    await test.signIn.changeWithToken('user', token, newPassword)
  })

  it('with the id of another is refused and changes nobody [RST-4]', async () => {
    const [person, other] = [await test.add('user', someName()), await test.add('user', someName())]
    const token = await tokenFor(person)
    expect(
      (await refusalOf(test.signIn.changeWithToken('user', token, newPassword, { id: String(other.id) }))).kind,
    ).toBe('validation')
    for (const { name } of [person, other])
      await test.signIn.startSignIn({ personType: 'user', name, password: goodPassword, address })
    await test.signIn.changeWithToken('user', token, newPassword, { id: String(person.id) })
  })

  it('ends every sign-in, challenge and further link of the account, on every process [RST-6]', async () => {
    const person = await test.add('user', someName())
    const other = await test.another()
    const held = [await test.enter(person), await test.enter(person, 'cookie'), await test.enter(person)]
    const challenge = await test.challengeOf(person)
    await test.signIn.changeWithToken('user', await tokenFor(person), newPassword)
    for (const { token } of held) {
      expect(await other.signIn.findSession(token, 'bearer')).toBeNull()
      expect(await test.signIn.findSession(token, 'cookie')).toBeNull()
    }
    expect(
      (
        await refusalOf(
          other.signIn.verifySignIn({ challenge, otp: await test.codeFor(person.email), mode: 'bearer', address }),
        )
      ).kind,
    ).toBe('validation')
    const ends = await Promise.all(
      held.map(async ({ signInId }) => (await test.log.read(`signin-${signInId}`)).events.at(-1)?.data.reason),
    )
    expect(ends).toEqual(['password-changed', 'password-changed', 'password-changed'])
  })

  it.each(['', 'x', 'a'.repeat(43), '../../etc/passwd', '\u0000'])('%j is none', async (token) => {
    expect(await refusalOf(test.signIn.findResetToken('user', token))).toEqual(missing)
  })

  it('is mailed at most five times an hour', async () => {
    const strict = await openTestSignIn()
    const person = await strict.add('user', someName())
    for (let count = 0; count < 7; count += 1)
      await strict.signIn.requestReset('user', person.email, { address: `192.0.2.${count}` })
    expect(await strict.mails(person.email)).toHaveLength(5)
    await strict.close()
  })
})
