import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  goodPassword,
  openTestSignIn,
  refusalOf,
  someName,
  type TestSignIn,
  wrongCodeFor,
} from '../sign-in/support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const newPassword = 'another4lamp-over'
const change = (person: Parameters<TestSignIn['signIn']['changeOwnPassword']>[0], asked: object = {}) =>
  test.signIn.changeOwnPassword(person, {
    oldPassword: goodPassword,
    newPassword,
    newPasswordConfirm: newPassword,
    address,
    ...asked,
  })

/** A user who is in the log and, as the read models would have it, in the tables. */
const addKnown = () => test.addAdministrator(someName())

describe('the own password', () => {
  it('changes with the old one; every sign-in ends, this one too, and a mail tells', async () => {
    const person = await test.add('user', someName())
    const { token } = await test.enter(person)
    await change(person)
    expect(await test.signIn.findSession(token, 'bearer')).toBeNull()
    expect((await test.mails(person.email)).at(-1)?.subject).toBe('Your password was changed')
    await expect(
      test.signIn.startSignIn({ personType: 'user', name: person.name, password: newPassword, address }),
    ).resolves.toBeDefined()
  })

  it('stays with a wrong old one, an unequal confirmation or a bad new one', async () => {
    const person = await test.add('user', someName())
    for (const [property, asked] of [
      ['oldPassword', { oldPassword: 'wrong-password-1' }],
      ['newPasswordConfirm', { newPasswordConfirm: 'other' }],
      ['newPassword', { newPassword: 'password1', newPasswordConfirm: 'password1' }],
    ] as const) {
      await expect(change(person, asked)).rejects.toMatchObject({ kind: 'validation', problems: [{ property }] })
    }
    await expect(test.enter(person)).resolves.toBeDefined()
    // A wrong one is told to auditors with its address, as one at a sign-in is.
    const { rows } = await test.pool.query(
      'select reason, attempts, address <> $2 as "hasAddress" from auth.sign_in_attempt where person_id = $1',
      [person.id, ''],
    )
    expect(rows).toEqual([{ reason: 'password', attempts: 1, hasAddress: true }])
  })

  it('is guessed ten times at most', async () => {
    const strict = await openTestSignIn()
    const person = await strict.add('user', someName())
    const guess = () =>
      refusalOf(
        strict.signIn.changeOwnPassword(person, {
          oldPassword: 'x',
          newPassword,
          newPasswordConfirm: newPassword,
          address,
        }),
      )
    for (let count = 0; count < 10; count += 1) expect((await guess()).kind).toBe('validation')
    expect((await guess()).kind).toBe('throttled')
    await strict.close()
  })
})

describe('the own e-mail address', () => {
  it('changes with the password and the code that went to the new address; the old one is told', async () => {
    const person = await addKnown()
    const email = `${someName()}@example.org`
    const { challenge, maskedEmail } = await test.signIn.startEmailChange(person, {
      email,
      password: goodPassword,
      address,
    })
    expect(maskedEmail).toBe('p***@example.org')
    const position = await test.signIn.finishEmailChange(person, { challenge, otp: await test.codeFor(email), address })
    expect(position).not.toBeNull()
    expect((await test.log.read(`user-${person.id}`)).events.at(-1)).toMatchObject({
      type: 'UserEdited',
      data: { email },
    })
    expect((await test.mails(person.email)).at(-1)?.subject).toBe('Your e-mail address was changed')
  })

  it('stays with a wrong password, a taken address or a wrong code', async () => {
    const [person, other] = [await addKnown(), await addKnown()]
    const email = `${someName()}@example.org`
    expect((await refusalOf(test.signIn.startEmailChange(person, { email, password: 'x', address }))).kind).toBe(
      'validation',
    )
    expect(
      (await refusalOf(test.signIn.startEmailChange(person, { email: other.email, password: goodPassword, address })))
        .kind,
    ).toBe('taken')
    const { challenge } = await test.signIn.startEmailChange(person, { email, password: goodPassword, address })
    expect(
      (
        await refusalOf(
          test.signIn.finishEmailChange(person, { challenge, otp: wrongCodeFor(await test.codeFor(email)), address }),
        )
      ).kind,
    ).toBe('validation')
    expect((await test.log.read(`user-${person.id}`)).events.map(({ type }) => type)).not.toContain('UserEdited')
  })

  it('is confirmed by nobody else, and its code signs nobody in', async () => {
    const [person, other] = [await addKnown(), await addKnown()]
    const email = `${someName()}@example.org`
    const { challenge } = await test.signIn.startEmailChange(person, { email, password: goodPassword, address })
    const otp = await test.codeFor(email)
    expect((await refusalOf(test.signIn.finishEmailChange(other, { challenge, otp, address }))).kind).toBe('validation')
    expect((await refusalOf(test.signIn.verifySignIn({ challenge, otp, mode: 'bearer', address }))).kind).toBe(
      'validation',
    )
    const login = await test.challengeOf(person)
    expect(
      (
        await refusalOf(
          test.signIn.finishEmailChange(person, { challenge: login, otp: await test.codeFor(person.email), address }),
        )
      ).kind,
    ).toBe('validation')
    await test.signIn.finishEmailChange(person, { challenge, otp, address })
  })

  it('that is the own already is refused by name', async () => {
    const person = await addKnown()
    const same = test.signIn.startEmailChange(person, { email: person.email, password: goodPassword, address })
    await expect(same).rejects.toMatchObject({ kind: 'validation', problems: [{ property: 'email' }] })
    expect(await test.mails(person.email)).toEqual([])
  })

  it('ends what was mailed to the old one, and no sign-in', async () => {
    const person = await addKnown()
    const { token } = await test.enter(person)
    const login = await test.challengeOf(person)
    const otp = await test.codeFor(person.email)
    await test.signIn.requestReset('user', person.email, { address })
    const [link = ''] = /[\w-]{43}$/m.exec((await test.mails(person.email)).at(-1)?.text ?? '') ?? []
    expect(await test.signIn.findResetToken('user', link)).toEqual({ id: person.id })
    const email = `${someName()}@example.org`
    const { challenge } = await test.signIn.startEmailChange(person, { email, password: goodPassword, address })
    await test.signIn.finishEmailChange(person, { challenge, otp: await test.codeFor(email), address })
    expect((await refusalOf(test.signIn.findResetToken('user', link))).kind).toBe('missing')
    const late = test.signIn.verifySignIn({ challenge: login, otp, mode: 'bearer', address })
    expect((await refusalOf(late)).message).toMatch(/no longer valid/)
    expect(await test.signIn.findSession(token, 'bearer')).not.toBeNull()
  })

  it('that two ask for belongs to the first who confirms; the other is told which field', async () => {
    const [person, other] = [await addKnown(), await addKnown()]
    const email = `${someName()}@example.org`
    const asked = { email, password: goodPassword, address }
    const { challenge } = await test.signIn.startEmailChange(person, asked)
    const otp = await test.codeFor(email)
    const { challenge: late } = await test.signIn.startEmailChange(other, asked)
    const lateOtp = await test.codeFor(email)
    await test.signIn.finishEmailChange(person, { challenge, otp, address })
    const refused = test.signIn.finishEmailChange(other, { challenge: late, otp: lateOtp, address })
    await expect(refused).rejects.toMatchObject({ kind: 'taken', problems: [{ property: 'email' }] })
  })

  it('says how to go on when the code is too old, and when no further one can be sent', async () => {
    const strict = await openTestSignIn()
    const person = await strict.add('user', someName())
    const email = `${someName()}@example.org`
    const { challenge } = await strict.signIn.startEmailChange(person, { email, password: goodPassword, address })
    const otp = await strict.codeFor(email)
    const finish = (code: string) => strict.signIn.finishEmailChange(person, { challenge, otp: code, address })
    await strict.pool.query(`update auth.challenge set code_sent_at = code_sent_at - interval '10 minutes 1 second'`)
    expect((await refusalOf(finish(otp))).message).toBe('This code is too old. Please ask for a new one.')
    await strict.signIn.resendCode(challenge, { address })
    const wrong = wrongCodeFor(await strict.codeFor(email))
    for (let count = 0; count < 4; count += 1)
      expect((await refusalOf(finish(wrong))).message).toBe('This code is not right.')
    expect((await refusalOf(finish(wrong))).message).toMatch(/no further one can be tried. Please go back/)
    await strict.pool.query(`update auth.challenge set code_sent_at = code_sent_at - interval '31 seconds'`)
    expect((await refusalOf(strict.signIn.resendCode(challenge, { address }))).message).toMatch(/go back and ask anew/)
    await strict.close()
  })
})
