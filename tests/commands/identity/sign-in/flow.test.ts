import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordHasher } from '../../../../commands/identity/credentials/password-hash.ts'
import { address, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from './support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const start = (name: string, password: string, personType: 'user' | 'employee' = 'user') =>
  test.signIn.startSignIn({ personType, name, password, address })

describe('signing in', () => {
  it('a password and the mailed code lead to a sign-in with the permissions of the role', async () => {
    const person = await test.add('user', someName())
    const { challenge, maskedEmail } = await start(person.name, goodPassword)
    expect(maskedEmail).toBe(`${person.email[0]}***@example.org`)
    const { token } = await test.signIn.verifySignIn({
      challenge,
      otp: await test.codeFor(person.email),
      mode: 'bearer',
      address,
    })
    expect(await test.signIn.findSession(token, 'bearer')).toMatchObject({
      mode: 'bearer',
      actor: { type: 'user', id: person.id },
      role: { id: 2, name: 'Editor' },
      perms: ['r-post', 'u-post'],
    })
  })

  it('employees sign in by their e-mail and hold no permissions', async () => {
    const person = await test.add('employee', `${someName()}@example.org`)
    const { token } = await test.enter(person, 'cookie')
    expect(await test.signIn.findSession(token, 'cookie')).toMatchObject({
      actor: { type: 'employee', id: person.id },
      role: null,
      perms: [],
    })
  })

  it('the name is compared without case and spaces around it, the password to the last character', async () => {
    const person = await test.add('user', someName())
    await expect(start(` ${person.name.toUpperCase()} `, goodPassword)).resolves.toBeDefined()
    for (const password of [`${goodPassword} `, goodPassword.slice(0, -1), goodPassword.toUpperCase()]) {
      expect((await refusalOf(start(person.name, password))).kind).toBe('validation')
    }
  })

  it('unknown, wrong, inactive, without password and of the other population are refused alike [AUTHN-4]', async () => {
    const [active, inactive] = [await test.add('user', someName()), await test.add('user', someName(), 'inactive')]
    const other = await test.add('employee', `${someName()}@example.org`)
    const refusals = [
      await refusalOf(start('nobody-here', goodPassword)),
      await refusalOf(start(active.name, 'not-the-password-1')),
      await refusalOf(start(inactive.name, goodPassword)),
      await refusalOf(start(other.email, goodPassword)),
      await refusalOf(start('\u0000', goodPassword)),
      await refusalOf(start('\ud800', goodPassword)),
    ]
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    expect(refusals[0]).toEqual({ kind: 'validation', message: 'The login detail is incorrect', data: null })
    expect((await refusalOf(start('nobody@example.org', goodPassword, 'employee'))).message).toBe(
      'Incorrect Email or Password',
    )
  })

  it('checks a password for an unknown name too, so that it takes no less than for a known one', async () => {
    const hasher = passwordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 })
    const matches: typeof hasher.matches = async (...asked) => {
      const [answer] = await Promise.all([hasher.matches(...asked), delay(200)])
      return answer
    }
    const slow = await test.another({ hasher: { ...hasher, matches } })
    const person = await test.add('user', someName())
    for (const name of [person.name, 'nobody-here', '\u0000']) {
      const begun = performance.now()
      const wish = { personType: 'user', name, password: 'not-the-password-1', address } as const
      expect((await refusalOf(slow.signIn.startSignIn(wish))).kind).toBe('validation')
      expect(performance.now() - begun, name).toBeGreaterThan(199)
    }
  })

  it('somebody in Trash does not stand in the way of who has the name now', async () => {
    const name = someName()
    await test.pool.query(`insert into "user" (id, status, "userName", email) values (900001, 'deleted', $1, $2)`, [
      name,
      `${name}@example.org`,
    ])
    const person = await test.add('user', name)
    const { token } = await test.enter(person)
    expect((await test.signIn.findSession(token, 'bearer'))?.actor.id).toBe(person.id)
  })

  it('a hash of less than today’s cost is renewed at the sign-in and the password stays', async () => {
    const person = await test.add('user', someName())
    const hashOf = async () =>
      (await test.pool.query('select password_hash from auth.credential where person_id = $1', [person.id])).rows[0]
        .password_hash
    const weak = await passwordHasher({ memoryCost: 512, timeCost: 1, parallelism: 1 }).make(goodPassword)
    await test.pool.query('update auth.credential set password_hash = $2 where person_id = $1', [person.id, weak])
    await test.enter(person)
    expect(await hashOf()).toContain('m=1024')
    await expect(start(person.name, goodPassword)).resolves.toBeDefined()
  })

  it('a sign-in is a stream of its own, without name, address or token', async () => {
    const person = await test.add('user', someName())
    const { token, signInId } = await test.enter(person)
    const { events } = await test.log.read(`signin-${signInId}`)
    expect(events.map(({ type, data, actor }) => ({ type, data, actor }))).toEqual([
      { type: 'SignedIn', data: { personType: 'user', personId: person.id }, actor: { type: 'user', id: person.id } },
    ])
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      new RegExp(`${token}|${person.name}|${address}`),
    )
  })

  it('a password that was changed between the two steps ends the way in', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    await test.pool.query('update auth.credential set changed_at = clock_timestamp() where person_id = $1', [person.id])
    expect((await refusalOf(test.signIn.verifySignIn({ challenge, otp, mode: 'bearer', address }))).message).toMatch(
      /no longer valid/,
    )
    expect((await test.pool.query('select 1 from auth.sign_in where person_id = $1', [person.id])).rowCount).toBe(0)
  })
})
