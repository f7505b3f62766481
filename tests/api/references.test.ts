import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { readSchema } from '../../projections/schema.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { sampleOf } from '../support/samples.ts'

let atrium: TestAtrium
let staff: Client

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser(['d-category'])
}, 60_000)
afterAll(() => atrium.close())

/** Does `work` while nobody can write read models. */
const heldBack = async <T>(work: () => Promise<T>): Promise<T> => {
  const holder = await atrium.database.pool.connect()
  await holder.query(`begin; select 1 from ${readSchema(atrium.services.resources).name}.checkpoint for update`)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

it('a category is not deleted on what read models said that lag behind the log', async () => {
  const { id } = await atrium.run(category, 'create', { name: 'In use' })
  const { answer, writing } = await heldBack(async () => {
    const writing = atrium.run(post, 'create', { ...sampleOf(post), category: id })
    await expect.poll(async () => (await atrium.services.log.store.readGuard(`category-${id}`)).revision).toBe(1n)
    return { answer: await staff.call('DELETE', `/api/category/${id}`), writing }
  })
  expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('Please try again') } })
  expect((await writing).position).not.toBeNull()
  expect((await atrium.services.log.read(`category-${id}`)).events).toHaveLength(1)
  await expect.poll(async () => (await staff.call('DELETE', `/api/category/${id}`)).status).toBe(409)
})

it('a category is not deleted while a post uses it whose row is not there, or not as it is by now', async () => {
  const { pool } = atrium.database
  const name = readSchema(atrium.services.resources).name
  const [missing, moved, left] = await Promise.all(
    ['Of a post that is missing', 'Moved to', 'Left'].map((one) => atrium.run(category, 'create', { name: one })),
  )
  if (!missing || !moved || !left) throw new Error('there are three')
  const { id: mover } = await atrium.run(post, 'create', { ...sampleOf(post), category: left.id })
  await pool.query(`alter table "${name}".post add constraint no_more check (name not like 'Unfit%') not valid`)
  await atrium.run(post, 'create', { ...sampleOf(post), name: 'Unfit', category: missing.id })
  await atrium.run(post, 'edit', { name: 'Unfit as well', category: moved.id }, mover)
  expect((await pool.query(`select from "${name}".dead_letter`)).rowCount).toBe(2)
  const remove = async ({ id }: { id: number }) => (await staff.call('DELETE', `/api/category/${id}`)).status
  expect([await remove(missing), await remove(moved), await remove(left)]).toEqual([409, 409, 200])
})
