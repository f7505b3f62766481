import { afterAll, beforeAll, expect, it } from 'vitest'
import { answeredOnce, type Draw } from '../../commands/answered.ts'
import { commandMigrations } from '../../commands/migrations.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, commandMigrations)
})
afterAll(() => database.drop())

it('a try that was taken for dead goes on with the id that the retry has kept', async () => {
  const once = answeredOnce(database.pool)
  const answer = async (draw: Draw, id: number) => ({ status: 200, body: await draw.keepId(id) })
  let goOn = () => {}
  const stalled = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const first = once('user-1', 'key', 'body', async (draw) => {
    await stalled
    return answer(draw, 1)
  })
  await expect
    .poll(
      async () =>
        (await database.pool.query("update command.answered set started_at = now() - interval '1 minute'")).rowCount,
    )
    .toBe(1)
  expect((await once('user-1', 'key', 'body', (draw) => answer(draw, 2))).body).toBe(2)
  goOn()
  expect((await first).body).toBe(2)
})
