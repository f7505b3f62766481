import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Listener, listenTo } from '../../../platform/database/listener.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())

const backends = async (): Promise<number[]> => {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and query ~* '^listen'",
  )
  return rows.map(({ pid }) => pid)
}
const heardOn = (channel: string): { heard: string[]; listener: Listener } => {
  const heard: string[] = []
  const raise = (notice = 'connected') => void heard.push(notice)
  return { heard, listener: listenTo(database.pool, channel, { raise }, () => undefined) }
}
const tell = (channel: string, notice: string) => database.pool.query('select pg_notify($1, $2)', [channel, notice])

it('all listeners of a process share one connection, which comes again and wakes each of them', async () => {
  const [one, same, other, late] = [heardOn('one'), heardOn('one'), heardOn('other'), heardOn('late')]
  for (const { listener } of [one, same, other]) listener.start()
  await expect.poll(() => [one, same, other].every(({ heard }) => heard.includes('connected'))).toBe(true)
  late.listener.start()
  late.listener.start()
  await expect.poll(() => late.heard).toEqual(['connected'])
  expect(await backends()).toHaveLength(1)

  for (const { heard } of [one, same, other, late]) heard.length = 0
  await tell('one', 'a')
  await tell('late', 'b')
  await expect.poll(() => late.heard).toEqual(['b'])
  expect([one.heard, same.heard, other.heard]).toEqual([['a'], ['a'], []])

  const before = await backends()
  await database.pool.query('select pg_terminate_backend($1)', before)
  for (const { heard } of [one, same, other, late]) await expect.poll(() => heard).toContain('connected')
  const after = await backends()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)

  await Promise.all([one, same, late].map(({ listener }) => listener.close()))
  await tell('one', 'c')
  await tell('other', 'd')
  await expect.poll(() => other.heard).toContain('d')
  expect(one.heard).not.toContain('c')
  await other.listener.close()
  await expect.poll(backends).toEqual([])
  one.listener.start()
  await expect.poll(backends).toHaveLength(1)
  await one.listener.close()
})
