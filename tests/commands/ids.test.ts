import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids, raiseSequences } from '../../commands/ids.ts'
import { commandMigrations } from '../../commands/migrations.ts'
import { category } from '../../domain/resources/category.ts'
import { employee } from '../../domain/resources/employee.ts'
import type { Resource } from '../../domain/resource.ts'
import { user } from '../../domain/resources/user.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { testDatabase } from '../support/database.ts'

const resources = [category, user, employee]
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, commandMigrations)
})
afterAll(() => database.drop())

const raise = (highest: (resource: Resource) => number) =>
  raiseSequences(database.pool, resources, async (resource) => highest(resource))
const draw = (resource: Resource) => ids(database.pool).next(resource)

it('a database that lost its sequences goes on above the highest id of the log', async () => {
  await raise((resource) => (resource === category ? 1 : 40))
  expect(await draw(category)).toBe(2)
  await raise((resource) => (resource === category ? 70 : 3))
  expect([await draw(category), await draw(user), await draw(employee)]).toEqual([71, 41, 42])
})

it('is made once by servers that start at the same time', async () => {
  for (let round = 0; round < 10; round += 1) {
    await database.pool.query('drop sequence if exists sequence.category, sequence.person')
    await Promise.all([raise(() => 0), raise(() => 0), raise(() => 0), raise(() => 0), raise(() => 0)])
  }
  expect(await draw(category)).toBe(1)
})

it('gives no id twice while other processes start', async () => {
  let highest = 0
  const drawn: number[] = []
  const draws = async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      const id = await draw(category)
      drawn.push(id)
      highest = Math.max(highest, id)
    }
  }
  const starts = async () => {
    for (let turn = 0; turn < 60; turn += 1) await raise((resource) => (resource === category ? highest : 0))
  }
  await Promise.all([draws(), draws(), starts(), starts()])
  expect(new Set(drawn).size).toBe(120)
})
