import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCode } from '../../../../commands/identity/sign-in/tokens.ts'
import { about, address, openTestSignIn, refusalOf, someName, type TestSignIn, wrongCodeFor } from './support.ts'

let test: TestSignIn
let other: Awaited<ReturnType<TestSignIn['another']>>
beforeAll(async () => {
  test = await openTestSignIn()
  other = await test.another()
})
afterAll(() => test.close())

// Failures of one address are a limit of their own, so every test comes from another one.
let last = 0
const from = () => `198.51.100.${(last += 1) % 250}`

const verify = (challenge: string, otp: string, by = test.signIn) =>
  by.verifySignIn({ challenge, otp, mode: 'bearer', address: from() })
const later = (challengeOf: { id: number }, column: string, interval: string) =>
  test.pool.query(`update auth.challenge set ${column} = ${column} - $2::interval where person_id = $1`, [
    challengeOf.id,
    interval,
  ])
const signInsOf = async (person: { id: number }) =>
  (await test.pool.query('select 1 from auth.sign_in where person_id = $1', [person.id])).rowCount

describe('the mailed code', () => {
  it('is the only six-digit number of its mail', async () => {
    const person = await test.add('user', someName())
    await test.challengeOf(person)
    const [mail] = await test.mails(person.email)
    expect(`${mail?.subject} ${mail?.text}`.match(/\d{6}/g)).toHaveLength(1)
    expect(`${mail?.subject} ${mail?.text}`.match(/\d+/g)).toHaveLength(1)
  })

  it('is even over all digits', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 5_000; index += 1)
      for (const digit of newCode()) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 3_000) ** 2 / 3_000, 0)
    expect(counts.size).toBe(10)
    // 9 degrees of freedom: above 44.8 once in a million runs.
    expect(chiSquare).toBeLessThan(44.8)
  })

  it('works once', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    await verify(challenge, otp)
    expect((await refusalOf(verify(challenge, otp))).kind).toBe('validation')
    expect(await signInsOf(person)).toBe(1)
  })

  it('holds for ten minutes [OTP-1]', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    await later(person, 'code_sent_at', '10 minutes 1 second')
    const message = 'This code is too old. Please ask for a new one.'
    expect(await refusalOf(verify(challenge, otp))).toMatchObject({ message, data: { next: 'resend' } })
    await later(person, 'created_at', '1 hour')
    expect(await refusalOf(verify(challenge, otp))).toMatchObject({ data: { next: 'none' } })
  })

  it('that is too old can be asked for anew', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    await test.codeFor(person.email)
    await later(person, 'code_sent_at', '10 minutes 1 second')
    await test.signIn.resendCode(challenge, { address })
    await expect(verify(challenge, await test.codeFor(person.email))).resolves.toBeDefined()
  })

  it('answers its own challenge only', async () => {
    const person = await test.add('user', someName())
    const first = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    const second = await test.challengeOf(person)
    expect((await refusalOf(verify(second, otp))).message).toBe('This code is not right.')
    await expect(verify(first, otp)).resolves.toBeDefined()
  })

  it('of before a resend is dead, the new one works [OTP-2]', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const before = await test.codeFor(person.email)
    await later(person, 'code_sent_at', '31 seconds')
    expect(await test.signIn.resendCode(challenge, { address })).toMatchObject({ challenge })
    const after = await test.codeFor(person.email)
    if (before !== after) await refusalOf(verify(challenge, before))
    await expect(verify(challenge, after)).resolves.toBeDefined()
  })

  it('is sent again after 30 seconds, at most five times [OTP-6]', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const early = await refusalOf(test.signIn.resendCode(challenge, { address }))
    expect(early.kind).toBe('throttled')
    expect(early.data).toEqual({ retryAfter: about(30) })
    for (let count = 0; count < 5; count += 1) {
      await later(person, 'code_sent_at', '31 seconds')
      await test.signIn.resendCode(challenge, { address })
    }
    await later(person, 'code_sent_at', '31 seconds')
    await refusalOf(test.signIn.resendCode(challenge, { address }))
    expect(await test.mails(person.email)).toHaveLength(6)
  })

  it('is tried five times, then even the right one is dead', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    for (let count = 0; count < 4; count += 1)
      expect(await refusalOf(verify(challenge, wrongCodeFor(otp)))).toMatchObject({
        message: 'This code is not right.',
        data: { next: 'code' },
      })
    const last = await refusalOf(verify(challenge, wrongCodeFor(otp)))
    expect(last).toMatchObject({ message: expect.stringContaining('Please sign in again.'), data: { next: 'none' } })
    expect((await refusalOf(verify(challenge, otp))).message).toMatch(/no longer valid/)
    await later(person, 'code_sent_at', '31 seconds')
    expect((await refusalOf(test.signIn.resendCode(challenge, { address }))).kind).toBe('validation')
    expect(await test.mails(person.email)).toHaveLength(1)
  })

  it('wrong codes of an account count over all its challenges and processes: the 21st is refused, right or not [OTP-3]', async () => {
    const person = await test.add('user', someName())
    for (let round = 0; round < 4; round += 1) {
      const challenge = await test.challengeOf(person)
      const wrong = wrongCodeFor(await test.codeFor(person.email))
      for (let count = 0; count < 5; count += 1)
        await refusalOf(verify(challenge, wrong, count % 2 === 0 ? test.signIn : other.signIn))
    }
    const challenge = await test.challengeOf(person)
    const refusal = await refusalOf(verify(challenge, await test.codeFor(person.email)))
    expect(refusal.kind).toBe('throttled')
  })

  it('at most ten mails wait unanswered in an hour; a good code starts anew', async () => {
    const person = await test.add('user', someName())
    for (let count = 0; count < 9; count += 1) await test.challengeOf(person)
    const challenge = await test.challengeOf(person)
    expect((await refusalOf(test.challengeOf(person))).kind).toBe('throttled')
    await verify(challenge, await test.codeFor(person.email))
    await expect(test.challengeOf(person)).resolves.toBeDefined()
  })

  it('twenty right codes at once, on two processes, make one sign-in [OTP-5]', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => verify(challenge, otp, index % 2 === 0 ? test.signIn : other.signIn)),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await signInsOf(person)).toBe(1)
  })

  it('of twenty wrong codes at once five are tried and all of those counted', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    const wrong = wrongCodeFor(await test.codeFor(person.email))
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => verify(challenge, wrong, index % 2 === 0 ? test.signIn : other.signIn)),
    )
    const { rows } = await test.pool.query('select tries from auth.challenge where person_id = $1', [person.id])
    expect(rows).toEqual([{ tries: 5 }])
  })

  it('of somebody who was deactivated meanwhile signs nobody in', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    await test.pool.query(`update "user" set status = 'inactive' where id = $1`, [person.id])
    expect((await refusalOf(verify(challenge, await test.codeFor(person.email)))).message).toMatch(/no longer valid/)
    expect(await signInsOf(person)).toBe(0)
  })

  it.each(['', 'x', '0'.repeat(43), 'a b', '\u0000'])('a challenge such as %j does not exist', async (challenge) => {
    expect(
      (await refusalOf(test.signIn.verifySignIn({ challenge, otp: '123456', mode: 'bearer', address }))).message,
    ).toMatch(/no longer valid/)
    expect((await refusalOf(test.signIn.resendCode(challenge, { address }))).message).toMatch(/no longer valid/)
  })

  it('a challenge is no sign-in', async () => {
    const person = await test.add('user', someName())
    const challenge = await test.challengeOf(person)
    expect(await test.signIn.findSession(challenge, 'bearer')).toBeNull()
    expect(await test.signIn.findSession(challenge, 'cookie')).toBeNull()
  })
})
