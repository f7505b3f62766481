import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { softAuthenticator } from '../../../support/authenticator.ts'
import { address, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from '../sign-in/support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

type Person = Awaited<ReturnType<TestSignIn['add']>>

const password = goodPassword

/** Somebody with a passkey, and the authenticator that has it. */
const withPasskey = async (type: 'user' | 'employee' = 'user') => {
  const name = someName()
  const person = await test.add(type, type === 'user' ? name : `${name}@example.org`)
  const { signInId } = await test.enter(person)
  const key = softAuthenticator()
  const { challenge } = await test.signIn.startPasskey(person, { password, address, signInId })
  await test.signIn.finishPasskey(person, { name: 'Laptop', response: key.make(challenge), signInId })
  return { person, signInId, key }
}

/** The first step, and what a passkey is then asked. */
const asked = async (person: Person) => {
  const challenge = await test.challengeOf(person)
  return { challenge, question: (await test.signIn.askForPasskey(challenge)).challenge }
}

type Answer = ReturnType<ReturnType<typeof softAuthenticator>['answer']>

const enter = (challenge: string, response: Answer) =>
  test.signIn.verifyPasskey({ challenge, response, mode: 'bearer', address })
const isRefused = async (work: Promise<unknown>) => expect((await refusalOf(work)).kind).toBe('validation')

describe('a passkey', () => {
  it.each(['user', 'employee'] as const)('of a %s signs in instead of a code, and says so first', async (type) => {
    const { person, key } = await withPasskey(type)
    const step = { personType: type, name: person.name, password, address }
    expect(await test.signIn.startSignIn(step)).toMatchObject({ hasPasskey: true })
    const { challenge, question } = await asked(person)
    const { token } = await enter(challenge, key.answer(question))
    expect(await test.signIn.findSession(token, 'bearer')).toMatchObject({ actor: { type, id: person.id } })
    expect(await test.signIn.passkeys(person)).toMatchObject([{ name: 'Laptop', usedAt: expect.any(Date) }])
    const { events } = await test.log.read(`${type}-${person.id}`)
    expect(events.at(-1)).toMatchObject({ type: expect.stringMatching(/PasskeyAdded$/), data: {}, actor: { type } })
    expect((await test.mails(person.email)).map(({ subject }) => subject)).toContain('A passkey was added')
  })

  it('answers its question once, and no other sign-in', async () => {
    const { person, key } = await withPasskey()
    const [one, two] = [await asked(person), await asked(person)]
    await isRefused(enter(two.challenge, key.answer(one.question)))
    const answer = key.answer(one.question)
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => enter(one.challenge, answer)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // What was wrong once has used its question up.
    await isRefused(enter(two.challenge, key.answer(two.question)))
    const again = (await test.signIn.askForPasskey(two.challenge)).challenge
    await enter(two.challenge, key.answer(again))
  })

  it('whose counter does not rise, of another site or of somebody else is refused', async () => {
    const [{ person, key }, other] = [await withPasskey(), await withPasskey()]
    const first = await asked(person)
    await enter(first.challenge, key.answer(first.question))
    const copied = await asked(person)
    key.state.counter = 1
    await isRefused(enter(copied.challenge, key.answer(copied.question)))
    key.state.counter = 9
    const elsewhere = await asked(person)
    key.state.site = 'https://atrium.example.org.evil.example'
    await isRefused(enter(elsewhere.challenge, key.answer(elsewhere.question)))
    const foreign = await asked(person)
    await isRefused(enter(foreign.challenge, other.key.answer(foreign.question)))
  })

  it('shares the five tries of a challenge with codes, and dies with it', async () => {
    const strict = await test.another({ limitsFactor: 1 })
    const { person, key } = await withPasskey()
    const { challenge } = await asked(person)
    const use = (response: Answer) => strict.signIn.verifyPasskey({ challenge, response, mode: 'bearer', address })
    for (let count = 0; count < 5; count += 1) await isRefused(use(key.answer('wrong')))
    await isRefused(strict.signIn.askForPasskey(challenge))
    const code = await test.codeFor(person.email)
    await isRefused(strict.signIn.verifySignIn({ challenge, otp: code, mode: 'bearer', address }))
  })

  it('lets in its person when others have used up the tries of codes; one that is asked for longer than five minutes ago does not', async () => {
    const strict = await test.another({ limitsFactor: 1 })
    const { person, key } = await withPasskey()
    const elsewhere = { address: '10.1.2.3' }
    const start = async () => {
      const step = { personType: 'user' as const, name: person.name, password, ...elsewhere }
      const { challenge } = await strict.signIn.startSignIn(step)
      return { challenge, question: (await strict.signIn.askForPasskey(challenge)).challenge }
    }
    const use = (challenge: string, response: Answer) =>
      strict.signIn.verifyPasskey({ challenge, response, mode: 'bearer', ...elsewhere })
    const wrong = await start()
    await isRefused(use(wrong.challenge, key.answer('wrong')))
    await test.pool.query("update auth.throttle set attempts = 20 where scope = 'wrong-code'")
    expect((await refusalOf(use(wrong.challenge, key.answer('wrong')))).kind).toBe('throttled')
    const late = await start()
    const pass = (seconds: number) =>
      test.pool.query(
        `update auth.challenge set passkey_asked_at = passkey_asked_at - make_interval(secs => $1) where ended_at is null`,
        [seconds],
      )
    await pass(301)
    expect((await refusalOf(use(late.challenge, key.answer(late.question)))).kind).toBe('throttled')
    const right = await start()
    await pass(290)
    await expect(use(right.challenge, key.answer(right.question))).resolves.toBeDefined()
  })

  it('begun with a password that has changed meanwhile leads nowhere', async () => {
    const { person, key } = await withPasskey()
    const { challenge, question } = await asked(person)
    const actor = { type: 'system' as const, id: 'test' }
    await test.signIn.setPassword({ person, password: 'zebra8lamp-under', method: 'staff', actor, isQuiet: true })
    await isRefused(enter(challenge, key.answer(question)))
  })

  it('is made for the right password, by the sign-in that asked, once', async () => {
    const { person, signInId } = await withPasskey()
    const start = (secret: string) => test.signIn.startPasskey(person, { password: secret, address, signInId })
    await isRefused(start('wrong-password-1'))
    const { challenge, excludeCredentials } = await start(password)
    expect(excludeCredentials).toHaveLength(1)
    const make = (by: string, name = 'Key') =>
      test.signIn.finishPasskey(person, { name, response: softAuthenticator().make(challenge), signInId: by })
    const { signInId: another } = await test.enter(person)
    await isRefused(make(another))
    await isRefused(make(signInId, '  '))
    await make(signInId)
    await isRefused(make(signInId))
    const late = await test.signIn.startPasskey(person, { password, address, signInId })
    await test.pool.query(
      `update auth.sign_in set passkey_asked_at = passkey_asked_at - interval '301 seconds' where sign_in_id = $1`,
      [signInId],
    )
    const response = softAuthenticator().make(late.challenge)
    await isRefused(test.signIn.finishPasskey(person, { name: 'Late', response, signInId }))
  })

  it('is renamed and removed by its person alone, and then signs in no more', async () => {
    const [{ person, key }, other] = [await withPasskey(), await withPasskey()]
    const id = (await test.signIn.passkeys(person))[0]?.id ?? ''
    expect((await refusalOf(test.signIn.renamePasskey(other.person, id, 'Mine'))).kind).toBe('missing')
    expect((await refusalOf(test.signIn.removePasskey(other.person, id))).kind).toBe('missing')
    await test.signIn.renamePasskey(person, id, 'Old laptop')
    expect(await test.signIn.passkeys(person)).toMatchObject([{ name: 'Old laptop' }])
    const { challenge, question } = await asked(person)
    await test.signIn.removePasskey(person, id)
    await isRefused(enter(challenge, key.answer(question)))
    await isRefused(test.signIn.askForPasskey(challenge))
    const { events } = await test.log.read(`user-${person.id}`)
    expect(events.at(-1)?.type).toBe('UserPasskeyRemoved')
  })

  it('is nothing that a site without a name and https could have', async () => {
    const numbered = await test.another({ publicUrl: () => 'http://127.0.0.1:3000' })
    const { person, signInId } = await withPasskey()
    expect(numbered.signIn.hasPasskeys()).toBe(false)
    expect((await refusalOf(numbered.signIn.startPasskey(person, { password, address, signInId }))).kind).toBe('rule')
    const opened = await numbered.signIn.startSignIn({ personType: 'user', name: person.name, password, address })
    expect(opened.hasPasskey).toBe(false)
  })
})
