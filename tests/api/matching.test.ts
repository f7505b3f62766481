import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { untilLockIsWaitedFor } from '../support/lock-waits.ts'
import { openTwoServers, type TwoServers } from '../support/two-servers.ts'

let servers: TwoServers
let atrium: TwoServers['atrium']
let onA: TwoServers['onA']
let onB: TwoServers['onB']
let onBoth: TwoServers['onBoth']

beforeAll(async () => {
  servers = await openTwoServers()
  ;({ atrium, onA, onB, onBoth } = servers)
}, 60_000)
afterAll(() => servers.close())

const newKey = () => ({ 'idempotency-key': randomUUID() })
const deactivate = '/api/category/matching/deactivate'
const make = async (names: readonly string[]) => {
  for (const name of names) await atrium.run(category, 'create', { name })
}
const head = () => atrium.services.log.store.head()
const countJobs = async () => (await atrium.services.pool.query('select 1 from command.job')).rowCount
const finished = async (job: string) => {
  const look = async () => (await onA.call('GET', `/api/job/${job}`)).body.data
  await vi.waitUntil(async () => (await look()).state === 'done', { timeout: 20_000 })
  return look()
}

it('starts one job for one key, however often and wherever it is sent', async () => {
  await make(['Rope 1', 'Rope 2', 'Rope 3'])
  const [key, jobs, before] = [newKey(), await countJobs(), await head()]
  const send = (at: number) => onBoth(at)('POST', `${deactivate}?keyword=rope`, { expected: 3 }, key)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => send(at)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.data.job)).size).toBe(1)
  expect(await finished(answers[0]?.body.data.job)).toMatchObject({ total: 3, done: 3, failed: 0 })
  // By now the list would show none: the answer is that of the first time all the same.
  await make(['Rope 4'])
  expect((await send(1)).body).toEqual(answers[0]?.body)
  expect(await countJobs()).toBe(Number(jobs) + 1)
  expect(await atrium.services.log.store.readAll(before, 100)).toHaveLength(4)
})

it('starts no second job when the process that started it died before it answered', async () => {
  await make(['Knot 1', 'Knot 2'])
  const key = newKey()
  const first = await onA.call('POST', `${deactivate}?keyword=knot`, { expected: 2 }, key)
  await finished(first.body.data.job)
  const jobs = await countJobs()
  await atrium.services.pool.query(
    `update command.answered set status = null, answer = null, started_at = clock_timestamp() - interval '1 minute' where key = $1`,
    [key['idempotency-key']],
  )
  await atrium.run(category, 'create', { name: 'Knot 3' })
  expect((await onB('POST', `${deactivate}?keyword=knot`, { expected: 2 }, key)).body).toEqual(first.body)
  expect(await countJobs()).toBe(jobs)
})

it('refuses a key that was used for another list, number or verb, and starts nothing', async () => {
  await make(['Sail 1'])
  const key = newKey()
  const first = await onA.call('POST', `${deactivate}?keyword=sail`, { expected: 1 }, key)
  await finished(first.body.data.job)
  const [jobs, before] = [await countJobs(), await head()]
  for (const [path, expected] of [
    [`${deactivate}?keyword=sai`, 1],
    [`${deactivate}?keyword=sail`, 2],
    ['/api/category/matching/delete?keyword=sail', 1],
  ] as const) {
    const refused = await onB('POST', path, { expected }, key)
    expect(refused, path).toMatchObject({ status: 422, body: { type: 'error', status: 'Validation' } })
  }
  expect([await countJobs(), await head()]).toEqual([jobs, before])
})

it('lets a call whose number was wrong be mended under its key', async () => {
  await make(['Mast 1'])
  const key = newKey()
  expect((await onA.call('POST', `${deactivate}?keyword=mast`, { expected: 9 }, key)).status).toBe(409)
  const mended = await onA.call('POST', `${deactivate}?keyword=mast`, { expected: 1 }, key)
  expect(await finished(mended.body.data.job)).toMatchObject({ done: 1 })
})

it('refuses If-Match where many records are meant, and does nothing', async () => {
  const [one, two] = [
    (await atrium.run(category, 'create', { name: 'Anchor 1' })).id,
    (await atrium.run(category, 'create', { name: 'Anchor 2' })).id,
  ]
  const before = await head()
  for (const [method, path, body] of [
    ['POST', `/api/category/${one},${two}/deactivate`],
    ['DELETE', `/api/category/${one},${two}`],
    ['POST', `${deactivate}?keyword=anchor`, { expected: 2 }],
  ] as const) {
    const refused = await onA.call(method, path, body, { 'if-match': '"1"' })
    expect(refused, path).toMatchObject({
      status: 400,
      body: { type: 'error', message: 'If-Match names the version of one record, and this call is about many.' },
    })
  }
  expect(await head()).toBe(before)
  const single = (version: string) =>
    onA.call('POST', `/api/category/${one}/deactivate`, undefined, { 'if-match': version })
  expect((await single('"2"')).status).toBe(412)
  expect((await single('"1"')).status).toBe(200)
  expect((await onA.call('DELETE', `/api/category/${one},${two}`, undefined, { 'if-match': '*' })).status).toBe(200)
})

it('does nothing more once what allowed it was taken away', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Anchor chain ${at}`)
  await make(names)
  const { id: roleId } = await atrium.run(role, 'create', { name: 'Chains', perms: ['r-category', 'u-category'] })
  const person = await atrium.asUser([])
  await atrium.run(user, 'edit', { role: roleId }, person.id)
  const { pool } = atrium.services
  const holder = await pool.connect()
  // The job comes to a stop at its first append.
  await holder.query('begin; select log.lock()')
  const { body } = await person.call('POST', `${deactivate}?keyword=anchor+chain`, { expected: names.length })
  await untilLockIsWaitedFor(pool)
  await holder.query(`update role set perms = '["r-category"]' where id = ${roleId}`)
  await holder.query('commit')
  holder.release()
  const look = async () => (await person.call('GET', `/api/job/${body.data.job}`)).body.data
  await vi.waitUntil(async () => (await look()).state === 'done', { timeout: 20_000 })
  expect(await look()).toMatchObject({ done: 1, failed: names.length - 1 })
})
