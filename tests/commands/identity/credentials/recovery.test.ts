import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from '../sign-in/support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const verify = (challenge: string, otp: string) => test.signIn.verifySignIn({ challenge, otp, mode: 'bearer', address })
const someone = () => test.add('user', someName())
const renew = (person: Awaited<ReturnType<typeof someone>>, password = goodPassword, process = test.signIn) =>
  process.renewOwnRecoveryCodes(person, { password, address })

describe('recovery codes', () => {
  it('are ten, each answers a challenge once, however it is typed', async () => {
    const person = await someone()
    const codes = await test.signIn.makeRecoveryCodes('user', person.id)
    expect(new Set(codes).size).toBe(10)
    const [first = '', second = ''] = codes
    await verify(await test.challengeOf(person), first)
    expect((await refusalOf(verify(await test.challengeOf(person), first))).kind).toBe('validation')
    await verify(await test.challengeOf(person), second.replaceAll('-', ' ').toUpperCase())
  })

  it('of before are void once new ones are made', async () => {
    const person = await someone()
    const [old = ''] = await test.signIn.makeRecoveryCodes('user', person.id)
    await test.signIn.makeRecoveryCodes('user', person.id)
    expect((await refusalOf(verify(await test.challengeOf(person), old))).kind).toBe('validation')
  })

  it('are nobody else’s', async () => {
    const [person, other] = [await someone(), await someone()]
    const { codes } = await renew(person)
    expect((await refusalOf(verify(await test.challengeOf(other), codes[0] ?? ''))).kind).toBe('validation')
    expect((await test.signIn.recoveryState(other)).left).toBe(0)
  })

  it('are counted: none, ten, and one fewer after each use', async () => {
    const person = await someone()
    expect(await test.signIn.recoveryState(person)).toEqual({ left: 0, madeAt: null })
    const { codes, state } = await renew(person)
    expect(state).toEqual({ left: 10, madeAt: expect.any(Date) })
    await verify(await test.challengeOf(person), codes[3] ?? '')
    // A code printed on the server stands in for a mail as well, but is none of the ten.
    await verify(await test.challengeOf(person), (await test.signIn.printCode(person.name)) ?? '')
    expect(await test.signIn.recoveryState(person)).toEqual({ ...state, left: 9 })
  })

  it('let in their person when others have used up the tries of codes, also from elsewhere; wrong ones do not', async () => {
    const strict = await openTestSignIn()
    const person = await strict.add('user', someName())
    const [code = ''] = await strict.signIn.makeRecoveryCodes('user', person.id)
    const answerFrom = async (network: number, otp: string) => {
      const source = { address: `10.${network}.0.1` }
      const step = { personType: 'user' as const, name: person.name, password: goodPassword, ...source }
      const { challenge } = await strict.signIn.startSignIn(step)
      return strict.signIn.verifySignIn({ challenge, otp, mode: 'bearer', ...source })
    }
    const kinds: string[] = []
    const { challenge } = await strict.signIn.startSignIn({
      personType: 'user',
      name: person.name,
      password: goodPassword,
      address,
    })
    for (let count = 0; count < 4; count += 1)
      kinds.push(
        (await refusalOf(strict.signIn.verifySignIn({ challenge, otp: '000000', mode: 'bearer', address }))).kind,
      )
    await strict.pool.query(`update auth.throttle set attempts = 20 where scope = 'wrong-code'`)
    expect(kinds).toEqual(Array.from({ length: 4 }, () => 'validation'))
    expect((await refusalOf(answerFrom(1, '000000'))).kind).toBe('throttled')
    expect((await refusalOf(answerFrom(2, 'abcd-efgh-2345'))).kind).toBe('throttled')
    await expect(answerFrom(3, code)).resolves.toBeDefined()
    await strict.close()
  })

  it('are made for who knows the password, and a mail tells of the making and of each use', async () => {
    const person = await someone()
    await expect(renew(person, 'wrong-password-1')).rejects.toMatchObject({
      kind: 'validation',
      problems: [{ property: 'password' }],
    })
    expect((await test.signIn.recoveryState(person)).madeAt).toBeNull()
    const { codes } = await renew(person)
    await verify(await test.challengeOf(person), codes[0] ?? '')
    const notices = (await test.mails(person.email)).filter(({ kind }) => kind === 'notice')
    expect(notices.map(({ subject }) => subject)).toEqual([
      'New recovery codes were made',
      'A recovery code was used to sign in',
    ])
    expect(notices[1]?.text).toContain('left: 9.')
    expect(notices.map(({ text }) => text).join()).not.toContain(codes[1])
  })

  it('are ten, also when two processes make them at once', async () => {
    const person = await someone()
    const other = (await test.another()).signIn
    await Promise.all([
      renew(person),
      renew(person, goodPassword, other),
      renew(person),
      renew(person, goodPassword, other),
    ])
    expect((await test.signIn.recoveryState(person)).left).toBe(10)
  })

  it('prove no new e-mail address', async () => {
    const person = await someone()
    const { codes } = await renew(person)
    const email = `${someName()}@example.org`
    const { challenge } = await test.signIn.startEmailChange(person, { email, password: goodPassword, address })
    const refused = test.signIn.finishEmailChange(person, { challenge, otp: codes[0] ?? '', address })
    expect((await refusalOf(refused)).message).toBe('This code is not right.')
    expect((await test.signIn.recoveryState(person)).left).toBe(10)
  })
})
