import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '../../../../domain/evolve.ts'
import { user } from '../../../../domain/resources/user.ts'
import { address, goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn } from '../sign-in/support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const verify = (challenge: string, otp: string) => test.signIn.verifySignIn({ challenge, otp, mode: 'bearer', address })

describe('create-administrator', () => {
  it('makes a user with the built-in role and a link that sets the password once [AUTHN-6]', async () => {
    const name = someName()
    const { id, link } = await test.signIn.createAdministrator({
      userName: name,
      email: `${name}@example.org`,
      firstName: 'Ada',
      lastName: 'King',
    })
    expect(fold(user, id, (await test.log.read(`user-${id}`)).events)).toMatchObject({
      status: 'active',
      values: { role: 1, userName: name },
    })
    await test.pool.query(`insert into "user" (id, status, "userName", email, role) values ($1, 'active', $2, $3, 1)`, [
      id,
      name,
      `${name}@example.org`,
    ])
    const token = /\/change\/([\w-]{43})$/.exec(link)?.[1] ?? ''
    await test.signIn.changeWithToken('user', token, goodPassword)
    expect((await refusalOf(test.signIn.changeWithToken('user', token, goodPassword))).kind).toBe('missing')
    await expect(
      test.signIn.startSignIn({ personType: 'user', name, password: goodPassword, address }),
    ).resolves.toBeDefined()
  })
})

describe('code', () => {
  it('prints six digits that answer a challenge of this user once', async () => {
    const [person, other] = [await test.add('user', someName()), await test.add('user', someName())]
    const code = await test.signIn.printCode(person.name.toUpperCase())
    expect(code).toMatch(/^\d{6}$/)
    expect((await refusalOf(verify(await test.challengeOf(other), code ?? ''))).kind).toBe('validation')
    await verify(await test.challengeOf(person), code ?? '')
    expect((await refusalOf(verify(await test.challengeOf(person), code ?? ''))).kind).toBe('validation')
  })

  it('holds for ten minutes', async () => {
    const person = await test.add('user', someName())
    const code = await test.signIn.printCode(person.name)
    await test.pool.query(
      `update auth.recovery_code set expires_at = expires_at - interval '10 minutes 1 second' where person_id = $1`,
      [person.id],
    )
    expect((await refusalOf(verify(await test.challengeOf(person), code ?? ''))).kind).toBe('validation')
  })

  it('prints none for somebody unknown or inactive', async () => {
    const person = await test.add('user', someName(), 'inactive')
    expect(await test.signIn.printCode(person.name)).toBeNull()
    expect(await test.signIn.printCode('nobody-here')).toBeNull()
  })
})
