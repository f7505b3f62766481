import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, openTestSignIn, someName, type TestSignIn } from '../sign-in/support.ts'

// A tenth: 3 requests of a network at once, then one of a name there and 6 of all names.
let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 0.1 })
})
afterAll(() => test.close())

let last = 0
const from = () => ({ address: `10.${(last += 1)}.3.7` })
const nobody = () => `${someName()}@example.org`
type From = { address: string; mark?: string | null }

const flood = async (source: From, emails: readonly string[]) =>
  (
    await Promise.all(
      emails.map((email) =>
        test.signIn.requestReset('user', email, source).then(
          () => 'taken',
          (error: { kind: string }) => error.kind,
        ),
      ),
    )
  ).filter((kind) => kind === 'taken').length
const linksTo = async (email: string) =>
  (await test.mails(email)).filter(({ subject }) => subject === 'Set a new password')

const enter = async (person: Awaited<ReturnType<TestSignIn['add']>>, source: From) => {
  const { challenge } = await test.signIn.startSignIn({
    personType: 'user',
    name: person.name,
    password: goodPassword,
    ...source,
  })
  return test.signIn.verifySignIn({ challenge, otp: await test.codeFor(person.email), mode: 'cookie', ...source })
}

describe('links to set a new password, after a stranger in the building has asked for many', () => {
  it('are mailed to others there all the same, slowly, and to one name once more', async () => {
    const [person, building] = [await test.add('user', someName()), from()]
    await flood(building, [nobody(), nobody(), nobody()])
    const begun = performance.now()
    expect(await flood(building, [person.email, person.email])).toBe(1)
    expect(performance.now() - begun).toBeGreaterThan(999)
    expect(await linksTo(person.email)).toHaveLength(1)
  })

  it('are refused alike for every name once many were asked for, so that the answers tell nothing, but not to a known device', async () => {
    const [person, building] = [await test.add('user', someName()), from()]
    const { mark } = await enter(person, building)
    expect(await flood(building, Array.from({ length: 12 }, nobody))).toBe(9)
    const other = await test.add('user', someName())
    expect(await flood(building, [nobody(), other.email, person.email])).toBe(0)
    await test.signIn.requestReset('user', person.email, { ...building, mark })
    expect(await linksTo(person.email)).toHaveLength(1)
  })

  it('do not wait on a device that has signed in before', async () => {
    const [person, building] = [await test.add('user', someName()), from()]
    const { mark } = await enter(person, from())
    await flood(building, [nobody(), nobody(), nobody()])
    const begun = performance.now()
    await test.signIn.requestReset('user', person.email, { ...building, mark })
    expect(performance.now() - begun).toBeLessThan(900)
    expect(await linksTo(person.email)).toHaveLength(1)
  })

  it('are not used up for their owner by strangers elsewhere', async () => {
    const [person, home] = [await test.add('user', someName()), from()]
    await enter(person, home)
    await test.signIn.requestReset('user', person.email, from())
    await test.signIn.requestReset('user', person.email, from())
    expect(await linksTo(person.email)).toHaveLength(1)
    await test.signIn.requestReset('user', person.email, home)
    expect(await linksTo(person.email)).toHaveLength(2)
  })
})
