import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../../domain/user.ts'
import { fold } from '../../../domain/resource.ts'
import { address, openTestSignIn, refusalOf, someName, type TestSignIn } from './support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const registration = (name: string) => ({
  email: `${name}@example.org`,
  fullname: 'Ada King Lovelace',
  username: name,
  password: 'zebra7lamp-over',
  address,
})
const usersOf = async (by: TestSignIn, name: string) => {
  const events = await by.log.open(await by.log.store.readAll(0n, 1_000))
  const made = events.filter((event) => event.type === 'UserCreated' && event.data.userName === name)
  return made.map((event) =>
    fold(
      user,
      Number(event.stream.slice(5)),
      events.filter(({ stream }) => stream === event.stream),
    ),
  )
}

describe('registration', () => {
  it('makes an inactive user without a role, never active before', async () => {
    const name = someName()
    expect(await test.signIn.register(registration(name))).toMatch(/administrator has to approve/)
    const [made] = await usersOf(test, name)
    expect(made?.status).toBe('inactive')
    expect(made?.values).toMatchObject({ userName: name, firstName: 'Ada', lastName: 'King Lovelace', role: null })
    const { rows } = await test.pool.query(
      'select count(distinct xmin::text)::int as n from log.event where stream = $1 and revision < 2',
      [`user-${made?.id}`],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('of a taken e-mail is answered alike, makes nobody, and its owner gets a mail', async () => {
    const [name, other] = [someName(), someName()]
    const first = await test.signIn.register(registration(name))
    expect(await test.signIn.register({ ...registration(other), email: `${name.toUpperCase()}@example.org` })).toBe(
      first,
    )
    expect(await usersOf(test, other)).toEqual([])
    expect((await test.mails(`${name}@example.org`)).map(({ subject }) => subject)).toEqual([
      'You have an account already',
    ])
  })

  it('takes as long for a taken e-mail as for a free one', async () => {
    const taken = someName()
    await test.signIn.register(registration(taken))
    const times: Record<'taken' | 'free', number[]> = { taken: [], free: [] }
    for (let count = 0; count < 9; count += 1) {
      for (const kind of ['taken', 'free'] as const) {
        const wish = registration(someName())
        const begun = performance.now()
        await test.signIn.register(kind === 'taken' ? { ...wish, email: `${taken}@example.org` } : wish)
        times[kind].push(performance.now() - begun)
      }
    }
    const median = (some: number[]) => some.toSorted((one, two) => one - two)[4] ?? 0
    expect(Math.abs(median(times.taken) - median(times.free))).toBeLessThan(15)
  })

  it('of a taken user name says so, whatever the e-mail', async () => {
    const name = someName()
    await test.signIn.register(registration(name))
    for (const email of [`${name}@example.org`, `${someName()}@example.org`]) {
      expect((await refusalOf(test.signIn.register({ ...registration(name.toUpperCase()), email }))).kind).toBe('taken')
    }
  })

  it.each([
    ['email', { email: 'not an address' }],
    ['password', { password: 'password1' }],
    ['fullname', { fullname: '  ' }],
    ['username', { username: `x\u0000${someName()}` }],
  ])('names the field %s that is wrong', async (property, wrong) => {
    const refusal = test.signIn.register({ ...registration(someName()), ...wrong })
    await expect(refusal).rejects.toMatchObject({ kind: 'validation', problems: [{ property }] })
  })

  it('that is open makes an active user without a role', async () => {
    const open = await openTestSignIn({ registration: 'open' })
    const name = someName()
    await open.signIn.register(registration(name))
    expect((await usersOf(open, name))[0]).toMatchObject({ status: 'active', values: { role: null } })
    await open.close()
  })

  it('that is closed is forbidden', async () => {
    const closed = await openTestSignIn({ registration: 'closed' })
    expect((await refusalOf(closed.signIn.register(registration(someName())))).kind).toBe('forbidden')
    await closed.close()
  })

  it('of one address waits after thirty', async () => {
    const strict = await openTestSignIn()
    for (let count = 0; count < 30; count += 1)
      await refusalOf(strict.signIn.register({ ...registration(someName()), password: 'x' }))
    expect((await refusalOf(strict.signIn.register(registration(someName())))).kind).toBe('throttled')
    await strict.close()
  })
})
