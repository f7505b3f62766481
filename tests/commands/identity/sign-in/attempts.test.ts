import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { textOf } from '../../../../domain/json.ts'
import type { RecordedEvent } from '../../../../event-store/port.ts'
import { address, openTestSignIn, refusalOf, someName, type TestSignIn } from './support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())
beforeEach(() => test.pool.query('delete from auth.sign_in_attempt'))

const fail = (name: string, from = address) =>
  refusalOf(test.signIn.startSignIn({ personType: 'user', name, password: 'a-typed-secret-9', address: from }))

const minuteIsOver = () =>
  test.pool.query(
    "update auth.sign_in_attempt set bucket = bucket - interval '1 minute', at = at - interval '1 minute'",
  )

/** The events of the tries that failed since the last call. */
const recorded = async (): Promise<RecordedEvent[]> => {
  const head = await test.log.store.head()
  await test.signIn.recordAttempts()
  return test.log.store.readAll(head, 1_000)
}

const countOfRows = async () => (await test.pool.query('select from auth.sign_in_attempt')).rowCount

it('tries of a minute are one event for an account, with how many, and nothing that was typed', async () => {
  const person = await test.add('user', someName())
  await fail(person.name)
  await fail(person.name)
  expect(await recorded()).toEqual([])
  await minuteIsOver()
  const [event, ...others] = await recorded()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    type: 'SignInFailed',
    stream: expect.stringMatching(/^signin-/),
    data: { personType: 'user', personId: person.id, reason: 'password', count: 2 },
    meta: { actor: { type: 'user', id: person.id } },
  })
  const said = JSON.stringify([event?.data, event?.meta])
  for (const secret of [person.name, 'typed-secret', address]) expect(said).not.toContain(secret)
  expect(await countOfRows()).toBe(0)
})

it('a name that nobody has is account 0, as far as the log tells', async () => {
  await fail('nobody-of-that-name')
  await minuteIsOver()
  expect(await recorded()).toMatchObject([{ data: { personId: 0, reason: 'password', count: 1 } }])
})

it('an address has one name in a month, another one next month, and none once the key is destroyed', async () => {
  const person = await test.add('user', someName())
  await fail(person.name)
  await fail('nobody-of-that-name')
  await fail(person.name, '198.51.100.7')
  await minuteIsOver()
  const names = (await recorded()).map(({ data }) => data.address)
  expect(new Set(names).size).toBe(2)
  const found = await test.signIn.addressNamesOf(address)
  expect(names.filter((name) => found.includes(textOf(name)))).toHaveLength(2)
  await test.pool.query("update auth.address_key set month = month - interval '13 months', sealed = sealed")
  await test.signIn.sweep()
  expect((await test.pool.query('select from auth.address_key')).rowCount).toBe(0)
  expect(await test.signIn.addressNamesOf(address)).toEqual([])
})

it('addresses of one household of IPv6 are one, and another one is another', async () => {
  await fail('nobody-of-that-name', '2001:db8:1:2::1')
  await fail('nobody-of-that-name', '2001:db8:1:2:ffff::9')
  await fail('nobody-of-that-name', '2001:db8:1:3::1')
  await minuteIsOver()
  expect((await recorded()).map(({ data }) => data.count)).toEqual([2, 1])
})

it('a flood from a thousand addresses is some hundred events, which still tell how many tries there were', async () => {
  const person = await test.add('user', someName())
  await test.pool.query(
    `insert into auth.sign_in_attempt (bucket, at, person_type, person_id, reason, address, attempts)
     select date_trunc('minute', now()) - interval '1 minute', now() - interval '1 minute', 'user', one % 2 * $1, 'password', md5(one::text), 2
     from generate_series(1, 1000) one`,
    [person.id],
  )
  const events = await recorded()
  expect(events.length).toBeLessThanOrEqual(106)
  expect(events.reduce((sum, { data }) => sum + Number(data.count), 0)).toBe(2_000)
  expect(events.filter(({ data }) => data.personId === person.id)).toHaveLength(100)
})

it('what a crash left between the log and the table is recorded once', async () => {
  await fail('nobody-of-that-name')
  await minuteIsOver()
  await test.pool.query('create table kept as select * from auth.sign_in_attempt')
  expect(await recorded()).toHaveLength(1)
  await test.pool.query(`insert into auth.sign_in_attempt (bucket, at, person_type, person_id, reason, attempts, event, address)
    select bucket, at, person_type, person_id, reason, attempts, event, address from kept`)
  expect(await recorded()).toEqual([])
  expect(await countOfRows()).toBe(0)
})

it('tries of before are recorded late and silently, as of when they were', async () => {
  await fail('nobody-of-that-name')
  await test.pool.query(
    "update auth.sign_in_attempt set bucket = bucket - interval '40 days', at = at - interval '40 days'",
  )
  const [event] = await recorded()
  expect(event?.meta.isSilent).toBe(true)
  expect(Date.now() - Date.parse(event?.meta.at ?? '')).toBeGreaterThan(39 * 86_400_000)
})

it('a log that is away fails no sign-in: it is not asked', async () => {
  const away = await openTestSignIn({ limitsFactor: 1000 })
  await away.pool.query('alter table log.event rename to gone')
  const step = { personType: 'user', name: 'nobody', password: 'a-typed-secret-9', address } as const
  expect((await refusalOf(away.signIn.startSignIn(step))).kind).toBe('validation')
  await away.close()
})
