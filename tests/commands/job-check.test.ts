import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../commands/ids.ts'
import { type Decision, jobDecisions } from '../../commands/jobs/decisions.ts'
import { performer } from '../../commands/jobs/perform.ts'
import { type JobTable, jobTable } from '../../commands/jobs/table.ts'
import { resources } from '../../domain/catalog.ts'
import { user } from '../../domain/resources/user.ts'
import { openCommands } from '../support/commands.ts'

let room: Awaited<ReturnType<typeof openCommands>>
let table: JobTable
beforeAll(async () => {
  room = await openCommands()
  table = jobTable(room.pool, randomBytes(32))
})
afterAll(() => room.close())

const decision: Decision = { claims: [], targets: [], commit: async () => null }

it('what was decided when a job was checked is done once', () => {
  const decisions = jobDecisions()
  decisions.keep('one', ['c-post'], [[1, decision]])
  decisions.keep('other', null, [[1, decision]])
  expect(decisions.find('one', 1, ['c-post'])).toBe(decision)
  expect(decisions.take('one', 1, ['c-post'])).toBe(decision)
  expect(decisions.take('one', 1, ['c-post'])).toBeUndefined()
  expect(decisions.take('other', 1, null)).toBe(decision)
  expect(decisions.take('other', 2, null)).toBeUndefined()
})

it('it is decided anew for other permissions, once a job has ended, and after a minute', () => {
  vi.useFakeTimers()
  try {
    const decisions = jobDecisions()
    decisions.keep(
      'one',
      ['c-post'],
      [
        [1, decision],
        [2, decision],
        [3, decision],
      ],
    )
    decisions.keep('other', [], [[1, decision]])
    expect(decisions.take('one', 1, [])).toBeUndefined()
    decisions.forget('other')
    expect(decisions.take('other', 1, [])).toBeUndefined()
    expect(decisions.take('one', 2, ['c-post'])).toBe(decision)
    vi.advanceTimersByTime(61_000)
    expect(decisions.take('one', 3, ['c-post'])).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

const account = (name: string) => ({
  userName: name,
  firstName: 'A',
  lastName: 'B',
  phone: '1',
  email: `${name}@example.org`,
})

/** Two new accounts, all or none, as jobs of somebody who has these permissions when the nth process works on it. */
const openJob = async (names: readonly string[]) => {
  const [id, person] = [randomUUID(), 'user-7']
  const numbers = await ids(room.pool).many(user, names.length)
  const items = names.map((name, at) => ({
    resource: 'user',
    verb: 'create',
    version: null,
    since: null,
    record: numbers[at] ?? 0,
    sent: account(name),
  }))
  const actor = { type: 'user' as const, id: 7 }
  const job = { id, actor, verb: 'create', resource: 'user', items, isAtomic: true }
  await table.insert(job, person, new Date(), async () => undefined)
  const work = async (perms: readonly string[], dying: Partial<JobTable> = {}) => {
    const perform = performer({
      ...room,
      table: { ...table, ...dying },
      resources,
      decisions: jobDecisions(),
      permissionsOf: async () => perms,
      lanesOf: () => 1,
      onFailure: () => {},
    })
    const taken = await table.take(id, new Date())
    if (taken) await perform(taken, new AbortController().signal)
  }
  return { work, standing: () => table.find(person, id) }
}

const killed = () => Promise.reject(new Error('killed'))

it('frees what a process held that died, where the next one finds that nothing can be done', async () => {
  const { work, standing } = await openJob(['held', 'holding'])
  await expect(work(['c-user'], { markChecked: killed })).rejects.toThrow('killed')
  await work([])
  expect(await standing()).toMatchObject({ state: 'cancelled', done: 0, failed: 2 })
  await room.run({ resource: user, verb: 'create', sent: account('held') })
})

it('does nothing after a process that died behind what it refused', async () => {
  const { work, standing } = await openJob(['first', 'second'])
  await expect(work([], { finish: killed })).rejects.toThrow('killed')
  await work(['c-user'])
  expect(await standing()).toMatchObject({ state: 'cancelled', done: 0, failed: 2 })
  for (const name of ['first', 'second']) await room.run({ resource: user, verb: 'create', sent: account(name) })
})
