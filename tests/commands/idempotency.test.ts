import { afterAll, beforeAll, expect, it } from 'vitest'
import { idempotent, type Attempt, sweepAnswers } from '../../commands/idempotency.ts'
import { commandMigrations } from '../../commands/migrations.ts'
import { Rejected } from '../../domain/rejected.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, commandMigrations)
})
afterAll(() => database.drop())

it('a try that was taken for dead goes on with the id that the retry has kept', async () => {
  const once = idempotent(database.pool)
  const answer = async (attempt: Attempt, id: number) => ({ status: 200, body: await attempt.keepId(id) })
  let goOn = () => {}
  const stalled = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const first = once('user-1', 'key', 'body', async (attempt) => {
    await stalled
    return answer(attempt, 1)
  })
  await expect
    .poll(
      async () =>
        (await database.pool.query("update command.answered set started_at = now() - interval '1 minute'")).rowCount,
    )
    .toBe(1)
  expect((await once('user-1', 'key', 'body', (attempt) => answer(attempt, 2))).body).toBe(2)
  goOn()
  expect((await first).body).toBe(2)
})

const failing = (seen: string[]) => async (attempt: Attempt) => {
  seen.push(attempt.commandId)
  throw new Error('nobody knows what was written')
}
const noted = (seen: string[]) => async (attempt: Attempt) => {
  seen.push(attempt.commandId)
  return { status: 200, body: 'done' }
}

it('another body under the same key is refused, and the first goes on being answered', async () => {
  const once = idempotent(database.pool)
  const seen: string[] = []
  await once('user-1', 'same', 'body', noted(seen))
  await expect(once('user-1', 'same', 'another body', noted(seen))).rejects.toThrow('used for something else')
  expect((await once('user-1', 'same', 'body', noted(seen))).body).toBe('done')
  expect(seen).toHaveLength(1)
})

it('a retry of a run that failed goes on at once, on any process, with the same command', async () => {
  const seen: string[] = []
  await expect(idempotent(database.pool)('user-1', 'fails', 'body', failing(seen))).rejects.toThrow('nobody knows')
  const began = performance.now()
  await idempotent(database.pool)('user-1', 'fails', 'body', noted(seen))
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(seen).toHaveLength(2)
  expect(new Set(seen).size).toBe(1)
})

it('so it does when the database could not be told of the failure', async () => {
  const once = idempotent(database.pool)
  const seen: string[] = []
  const holder = await database.pool.connect()
  const stuck = once('user-1', 'stuck', 'body', async (attempt) => {
    await holder.query("begin; select 1 from command.answered where key = 'stuck' for update")
    return failing(seen)(attempt)
  })
  await expect(stuck).rejects.toThrow('nobody knows')
  await holder.query('rollback')
  holder.release()
  const began = performance.now()
  await once('user-1', 'stuck', 'body', noted(seen))
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(new Set(seen).size).toBe(1)
})

it('a run that was taken over and fails late does not stop the one that goes on', async () => {
  const once = idempotent(database.pool)
  const leave: (() => void)[] = []
  let runs = 0
  const run = async () => {
    runs += 1
    const turn = runs
    await new Promise<void>((resolve) => leave.push(resolve))
    if (turn === 1) throw new Error('too late')
    return { status: 200, body: turn }
  }
  const first = once('user-1', 'late', 'body', run)
  await expect.poll(() => runs).toBe(1)
  await database.pool.query("update command.answered set started_at = now() - interval '1 minute' where key = 'late'")
  const second = once('user-1', 'late', 'body', run)
  await expect.poll(() => runs).toBe(2)
  leave[0]?.()
  await expect(first).rejects.toThrow('too late')
  const third = once('user-1', 'late', 'body', run)
  leave[1]?.()
  expect([(await second).body, (await third).body, runs]).toEqual([2, 2, 2])
})

const refusing = (seen: string[]) => async (attempt: Attempt) => {
  seen.push(attempt.commandId)
  throw new Rejected('There is no room left.')
}

it('what a later run is refused keeps its command, since an earlier one may have done it', async () => {
  const once = idempotent(database.pool)
  const seen: string[] = []
  await expect(once('user-1', 'refused', 'body', failing(seen))).rejects.toThrow('nobody knows')
  await expect(once('user-1', 'refused', 'body', refusing(seen))).rejects.toThrow('no room')
  await once('user-1', 'refused', 'body', noted(seen))
  expect(seen).toHaveLength(3)
  expect(new Set(seen).size).toBe(1)
})

it('a first run that is refused after it was taken over does not take the command from the next', async () => {
  const once = idempotent(database.pool)
  const seen: string[] = []
  let goOn = () => {}
  const stalled = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const first = once('user-1', 'overtaken', 'body', async (attempt) => {
    seen.push(attempt.commandId)
    await stalled
    throw new Rejected('There is no room left.')
  })
  await expect.poll(() => seen).toHaveLength(1)
  await database.pool.query(
    "update command.answered set started_at = now() - interval '1 minute' where key = 'overtaken'",
  )
  await once('user-1', 'overtaken', 'body', noted(seen))
  goOn()
  await expect(first).rejects.toThrow('no room')
  expect((await once('user-1', 'overtaken', 'body', noted(seen))).body).toBe('done')
  expect(seen).toHaveLength(2)
})

it('answers are forgotten after a day', async () => {
  const once = idempotent(database.pool)
  for (const key of ['old', 'young']) await once('user-2', key, 'body', noted([]))
  await database.pool.query("update command.answered set started_at = now() - interval '25 hours' where key = 'old'")
  await sweepAnswers(database.pool)
  const { rows } = await database.pool.query("select key from command.answered where person = 'user-2'")
  expect(rows).toEqual([{ key: 'young' }])
})
