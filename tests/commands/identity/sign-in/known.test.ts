import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, openTestSignIn, refusalOf, someName, type TestSignIn, wrongCodeFor } from './support.ts'

let test: TestSignIn
let other: Awaited<ReturnType<TestSignIn['another']>>
beforeAll(async () => {
  test = await openTestSignIn()
  other = await test.another()
})
afterAll(() => test.close())

type Somebody = Awaited<ReturnType<TestSignIn['add']>>
type From = { address: string; mark?: string | null }

let last = 0
/** An address in a network of its own. */
const from = (): From => ({ address: `10.${(last += 1)}.3.7` })

const start = ({ type, name }: Somebody | { type: 'user'; name: string }, source: From, password = goodPassword) =>
  (last % 2 === 0 ? test.signIn : other.signIn).startSignIn({ personType: type, name, password, ...source })

const enter = async (person: Somebody, source: From, mode: 'cookie' | 'bearer' = 'bearer') => {
  const { challenge } = await start(person, source)
  return test.signIn.verifySignIn({ challenge, otp: await test.codeFor(person.email), mode, ...source })
}

const fail = async (person: Somebody | { type: 'user'; name: string }, count: number, source?: From) => {
  for (let index = 0; index < count; index += 1) await refusalOf(start(person, source ?? from(), 'wrong-password-1'))
}

const kindFrom = async (person: Somebody, source: From, password = goodPassword) =>
  start(person, source, password).then(
    () => 'let in',
    (error: { kind: string }) => error.kind,
  )

describe('a right password, after others have used up the tries of its name, gets in', () => {
  it('from an address that signed in before, and from its network, on any process', async () => {
    const person = await test.add('user', someName())
    const home = { address: '198.51.100.7' }
    await enter(person, home)
    await fail(person, 25)
    expect(await kindFrom(person, from())).toBe('throttled')
    expect(await kindFrom(person, home)).toBe('let in')
    expect(await kindFrom(person, { address: '198.51.100.9' })).toBe('let in')
    expect(await kindFrom(person, { address: '198.51.101.7' })).toBe('throttled')
  })

  it('from the /64 of an IPv6 address', async () => {
    const person = await test.add('employee', `${someName()}@example.org`)
    await enter(person, { address: '2001:db8:1:2::7' })
    await fail(person, 11)
    expect(await kindFrom(person, { address: '2001:db8:1:2:ffff::1' })).toBe('let in')
    expect(await kindFrom(person, { address: '2001:db8:1:3::7' })).toBe('throttled')
  })

  it('with the mark of a device, from wherever; a mark of somebody else or one made up helps nobody', async () => {
    const [person, colleague] = [await test.add('user', someName()), await test.add('user', someName())]
    const { mark } = await enter(person, from(), 'cookie')
    const { mark: theirs } = await enter(colleague, from(), 'cookie')
    await fail(person, 25)
    expect(await kindFrom(person, { ...from(), mark })).toBe('let in')
    for (const wrong of [theirs, 'x'.repeat(43), `${mark?.slice(0, -4)}AAAA`, '', null])
      expect(await kindFrom(person, { ...from(), mark: wrong })).toBe('throttled')
  })

  it('when the failures came from the very same address, and others there are told to wait as before', async () => {
    const person = await test.add('user', someName())
    const home = from()
    await enter(person, home)
    await fail(person, 10, home)
    for (let more = 0; more < 10; more += 1) expect(await kindFrom(person, home, 'wrong-password-1')).toBe('throttled')
    expect(await kindFrom(person, home)).toBe('let in')
  })
})

it('who has set a new password by a mailed link gets in from there, whatever is tried on the name', async () => {
  const person = await test.add('user', someName())
  const [hotel, password] = [from(), 'another4lamp-over']
  await test.signIn.requestReset('user', person.email, hotel)
  const link = /change\/([\w-]{43})/.exec((await test.mails(person.email)).at(-1)?.text ?? '')?.[1] ?? ''
  await test.signIn.changeWithToken('user', link, password, { source: hotel })
  await fail(person, 12)
  expect([await kindFrom(person, from(), password), await kindFrom(person, hotel, password)]).toEqual([
    'throttled',
    'let in',
  ])
})

describe('guesses stay few', () => {
  it('with a stolen mark: ten of its own, then those of any stranger', async () => {
    const person = await test.add('user', someName())
    const { mark } = await enter(person, from(), 'cookie')
    const kinds: string[] = []
    for (let index = 0; index < 25; index += 1)
      kinds.push(await kindFrom(person, { ...from(), mark }, 'wrong-password-1'))
    expect(kinds.filter((kind) => kind === 'validation')).toHaveLength(10)
    expect(await kindFrom(person, { ...from(), mark })).toBe('throttled')
  })

  it('in a network that the person is known in: forty, then even a right one waits there, not at the own device', async () => {
    const person = await test.add('user', someName())
    const home = from()
    const { mark } = await enter(person, home, 'cookie')
    await fail(person, 40, home)
    expect(await kindFrom(person, home)).toBe('throttled')
    expect(await kindFrom(person, { ...home, mark })).toBe('let in')
  })

  it('a right one from a known place gives strangers no further tries', async () => {
    const person = await test.add('user', someName())
    const home = from()
    await enter(person, home)
    await fail(person, 10)
    expect(await kindFrom(person, home)).toBe('let in')
    expect(await kindFrom(person, from(), 'wrong-password-1')).toBe('throttled')
  })
})

describe('many invented names of one address', () => {
  it('refuse nobody there who has the right password, known or not; wrong ones wait [AUTHN-5]', async () => {
    const [person, stranger] = [await test.add('user', someName()), await test.add('user', someName())]
    const building = from()
    await enter(person, building)
    for (let count = 0; count < 70; count += 1) await fail({ type: 'user', name: someName() }, 1, building)
    expect(await kindFrom(person, building, 'wrong-password-1')).toBe('throttled')
    expect(await kindFrom(person, building)).toBe('let in')
    expect(await kindFrom(stranger, building)).toBe('let in')
  })

  it('of names there are, so many and no more: then only who is known gets in', async () => {
    const [person, stranger] = [await test.add('user', someName()), await test.add('user', someName())]
    const building = from()
    await enter(person, building)
    const victims = await Promise.all(Array.from({ length: 15 }, () => test.add('user', someName())))
    for (const victim of victims) await fail(victim, 8, building)
    expect(await kindFrom(stranger, building)).toBe('throttled')
    expect(await kindFrom(person, building)).toBe('let in')
  })
})

describe('who is known', () => {
  it('answers a wrong password like a name that nobody has: same kind, same sentence, at every try [AUTHN-4]', async () => {
    const person = await test.add('user', someName())
    const home = from()
    await enter(person, home)
    const saidFor = async (name: string) => {
      const said: unknown[] = []
      for (let count = 0; count < 14; count += 1) {
        const { kind, message } = await refusalOf(start({ type: 'user', name }, home, 'wrong-password-1'))
        said.push({ kind, message })
      }
      return said
    }
    expect(await saidFor(person.name)).toEqual(await saidFor(someName()))
  })

  it('has codes of their own: what strangers with the password have used up refuses nobody at home', async () => {
    const person = await test.add('user', someName())
    const home = from()
    await enter(person, home)
    const thief = from()
    for (let round = 0; round < 4; round += 1) {
      const { challenge } = await start(person, thief)
      const otp = wrongCodeFor(await test.codeFor(person.email))
      for (let count = 0; count < 5; count += 1)
        await refusalOf(test.signIn.verifySignIn({ challenge, otp, mode: 'bearer', ...thief }))
    }
    const { challenge } = await start(person, thief)
    const late = test.signIn.verifySignIn({
      challenge,
      otp: await test.codeFor(person.email),
      mode: 'bearer',
      ...thief,
    })
    expect((await refusalOf(late)).kind).toBe('throttled')
    for (let count = 0; count < 5; count += 1) await start(person, thief)
    expect((await refusalOf(start(person, thief))).kind).toBe('throttled')
    await expect(enter(person, home)).resolves.toBeDefined()
  })

  it('is told by keyed hashes, and forgotten after half a year, at the wish of the person, and beyond so many', async () => {
    const person = await test.add('user', someName())
    const rows = async (table: string) =>
      (await test.pool.query(`select * from auth.${table} where person_id = $1`, [person.id])).rows
    const { mark } = await enter(person, { address: '198.51.100.7' }, 'cookie')
    const [device] = await rows('known_device')
    expect(JSON.stringify([device, ...(await rows('known_network'))])).not.toContain('198.51')
    expect(Buffer.from(mark ?? '', 'base64url').equals(device.mark_hash)).toBe(false)
    await enter(person, from(), 'cookie')
    expect([await rows('known_device'), await rows('known_network')].map(({ length }) => length)).toEqual([2, 4])
    await test.signIn.forgetOthers(person, { address: '198.51.100.7', mark })
    expect([await rows('known_device'), await rows('known_network')].map(({ length }) => length)).toEqual([1, 2])
    for (const table of ['known_device', 'known_network'])
      await test.pool.query(`update auth.${table} set used_at = used_at - interval '181 days' where person_id = $1`, [
        person.id,
      ])
    await test.signIn.sweep()
    expect([...(await rows('known_device')), ...(await rows('known_network'))]).toEqual([])
    for (let count = 0; count < 22; count += 1) await enter(person, from(), 'cookie')
    expect([await rows('known_device'), await rows('known_network')].map(({ length }) => length)).toEqual([20, 40])
  })
})
