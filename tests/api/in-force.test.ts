import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSchema } from '../../projections/schema.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

it('says that a change of an employee, who can sign in, is not in force before it is applied', async () => {
  const employee = await atrium.asEmployee()
  const projecting = await atrium.database.pool.connect()
  const { name } = readSchema(atrium.rooms.resources)
  await projecting.query(`begin; select 1 from "${name}".checkpoint for update`)
  const early = await employee.call('PATCH', '/api/me', { display_name: 'Early' })
  expect(early.body.message).toMatch(/not in force yet/)
  await projecting.query('rollback')
  projecting.release()
  await expect
    .poll(async () => (await employee.call('GET', '/api/me')).body.data.display_name, { timeout: 10_000 })
    .toBe('Early')
})
