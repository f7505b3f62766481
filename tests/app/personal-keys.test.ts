import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { unbegun } from '../../commands/record.ts'
import { user } from '../../domain/resources/user.ts'
import { tableOfSnapshots } from '../../event-store/snapshots.ts'
import { KeyDestroyed, personalKeys } from '../../platform/personal-keys.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'

const wrapping = randomBytes(32)
const staff = { type: 'user', id: 1 } as const
let atrium: TestAtrium
let drawn = 0
const newSubject = () => `visitor-${(drawn += 1)}`
const pool = () => atrium.services.pool
const destroyed = (subject: string) =>
  pool().query('update keys.subject set wrapped = null, destroyed_at = now() where subject = $1', [subject])

beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

it('a key that was destroyed is gone at once in the process that did it', async () => {
  const [keys, subject] = [personalKeys(pool(), wrapping), newSubject()]
  await keys.ensure(subject)
  await keys.destroy(subject, randomUUID(), staff)
  expect((await keys.find([subject])).get(subject)).toBe('destroyed')
  await expect(keys.ensure(subject)).rejects.toThrow(KeyDestroyed)
})

it.each(['find', 'ensure', 'ensure, new'])(
  'a key that was on its way when all were forgotten is not kept (%s)',
  async (how) => {
    const subject = newSubject()
    if (how !== 'ensure, new') await personalKeys(pool(), wrapping).ensure(subject)
    // Another process destroys it, and this one hears of that before the answer to its question.
    const query = async (text: string, values: unknown[]) => {
      const answer = await pool().query(text, values)
      keys.forget()
      return answer
    }
    const keys = personalKeys(Object.assign(Object.create(pool()), { query }), wrapping)
    await (how === 'find' ? keys.find([subject]) : keys.ensure(subject, how === 'ensure, new'))
    await destroyed(subject)
    expect((await keys.find([subject])).get(subject)).toBe('destroyed')
  },
)

it('a key at hand is forgotten when another process destroys it, also while this one does not hear', {
  timeout: 60_000,
}, async () => {
  const other = await openBase(atrium.config, pino({ level: 'silent' }), resources)
  try {
    const [heard, missed] = [newSubject(), newSubject()]
    const own = personalKeys(pool(), atrium.keyFor('personal keys'))
    const known = async (subject: string) => (await other.keys.find([subject])).get(subject)
    for (const subject of [heard, missed]) {
      await own.ensure(subject)
      expect(await known(subject)).toBeInstanceOf(Buffer)
    }
    await own.destroy(heard, randomUUID(), staff)
    await expect.poll(() => known(heard), { timeout: 5_000 }).toBe('destroyed')
    expect(await known(missed)).toBeInstanceOf(Buffer)
    // The notice is lost with the connection that would have heard it.
    const client = await pool().connect()
    await client.query('begin')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    )
    await client.query('update keys.subject set wrapped = null where subject = $1', [missed])
    await client.query('commit')
    client.release()
    await expect.poll(() => known(missed), { timeout: 20_000 }).toBe('destroyed')
  } finally {
    await other.close()
  }
})

it('a snapshot whose key goes before it is kept is not kept, sealed or plain', async () => {
  const [keys, subject] = [personalKeys(pool(), wrapping), newSubject()]
  const snapshots = tableOfSnapshots(pool(), keys, 'test')
  const { state } = unbegun(user, 7)
  const kept = async () => (await pool().query('select 1 from log.snapshot where stream = $1', [subject])).rowCount
  await keys.ensure(subject)
  await keys.destroy(subject, randomUUID(), staff)
  await snapshots.keep(subject, { revision: 3, hash: 'abc', subject, state })
  expect(await kept()).toBe(0)
  // Whom this database never knew.
  await snapshots.keep(subject, { revision: 3, hash: 'abc', subject: newSubject(), state })
  expect(await kept()).toBe(0)
})
