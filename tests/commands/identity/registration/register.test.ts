import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../../../domain/resources/user.ts'
import { Rejected } from '../../../../domain/rejected.ts'
import { fold } from '../../../../domain/evolve.ts'
import { address, openTestSignIn, refusalOf, someName, type TestSignIn } from '../sign-in/support.ts'

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

  it('names all that is wrong at once, password and names together', async () => {
    const wrong = { ...registration(someName()), fullname: ' ', email: 'nobody', password: 'short' }
    const refused: unknown = await test.signIn.register(wrong).catch((error: unknown) => error)
    const problems = refused instanceof Rejected ? refused.problems : []
    expect(new Set(problems.map(({ property }) => property))).toEqual(new Set(['fullname', 'email', 'password']))
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

  it('takes no less than 200 ms, whatever is taken', async () => {
    const name = someName()
    await test.signIn.register(registration(name))
    const free = registration(someName())
    for (const wish of [free, { ...registration(someName()), email: free.email }, { ...free, username: name }]) {
      const begun = performance.now()
      await test.signIn.register(wish)
      expect(performance.now() - begun).toBeGreaterThan(199)
    }
  })

  it('of a taken user name is answered alike, makes nobody, and the address gets a mail', async () => {
    const [name, other] = [someName(), someName()]
    const first = await test.signIn.register(registration(name))
    const again = { ...registration(name.toUpperCase()), email: `${other}@example.org` }
    expect(await test.signIn.register(again)).toBe(first)
    expect(await usersOf(test, name.toUpperCase())).toEqual([])
    expect((await test.mails(again.email)).map(({ subject }) => subject)).toEqual(['Please choose another user name'])
  })

  it('of a taken user name and e-mail tells the owner about the account they have', async () => {
    const name = someName()
    await test.signIn.register(registration(name))
    await test.signIn.register(registration(name))
    expect((await test.mails(`${name}@example.org`)).map(({ subject }) => subject)).toEqual([
      'You have an account already',
    ])
  })

  it.each(['\u0430dmin', 'ad\u200bmin', '\u0441\u043e\u0441\u043e', 'ad  min', 'admin\ufe0f'])(
    'refuses the user name %j, which can be taken for another',
    async (username) => {
      const refusal = test.signIn.register({ ...registration(someName()), username })
      await expect(refusal).rejects.toMatchObject({ kind: 'validation', problems: [{ property: 'username' }] })
    },
  )

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

  it('of one network waits after five that were carried out', async () => {
    const strict = await openTestSignIn()
    const from = (address: string) => strict.signIn.register({ ...registration(someName()), address })
    await refusalOf(strict.signIn.register({ ...registration(someName()), email: 'not an address' }))
    for (let count = 0; count < 5; count += 1) await from(`2001:db8:1:2::${count}`)
    expect((await refusalOf(from('2001:db8:1:2::9'))).kind).toBe('throttled')
    await expect(from('2001:db8:1:3::1')).resolves.toBeDefined()
    await strict.close()
  })

  it('with one mailbox makes or mails at most five times an hour, from wherever, and answers alike', async () => {
    const strict = await openTestSignIn()
    const name = someName()
    const answers: string[] = []
    for (let count = 0; count < 7; count += 1) {
      const email = `${name}${count % 2 === 0 ? '' : `+${count}`}@example.org`
      answers.push(await strict.signIn.register({ ...registration(someName()), email, address: `192.0.2.${count}` }))
    }
    expect(new Set(answers).size).toBe(1)
    const { rows } = await strict.pool.query("select 1 from log.event where type = 'UserCreated'")
    expect(rows.length + (await strict.mails()).length).toBe(5)
    await strict.close()
  })

  it('of one address waits after thirty', async () => {
    const strict = await openTestSignIn()
    for (let count = 0; count < 30; count += 1)
      await refusalOf(strict.signIn.register({ ...registration(someName()), password: 'x' }))
    expect((await refusalOf(strict.signIn.register(registration(someName())))).kind).toBe('throttled')
    await strict.close()
  })
})
