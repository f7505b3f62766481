import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { readSchema } from '../../../projections/schema.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Answer } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { formOf } from '../../support/form.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

/** Does `work` while nobody can write read models. */
const heldBack = async <T>(work: () => Promise<T>): Promise<T> => {
  const holder = await atrium.database.pool.connect()
  await holder.query(`begin; select 1 from "${readSchema(atrium.services.resources).name}".checkpoint for update`)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
const notInForce = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 503, body: { message: expect.stringMatching(/kept but not in force yet/) } })
  expect(answer.headers.get('retry-after')).toBe('2')
}

it('says that a change of an employee, who can sign in, is not in force before it is applied', async () => {
  const employee = await atrium.asEmployee()
  notInForce(await heldBack(() => employee.call('PATCH', '/api/me', { display_name: 'Early' })))
  await expect
    .poll(async () => (await employee.call('GET', '/api/me')).body.data.display_name, { timeout: 10_000 })
    .toBe('Early')
})

it('finds what was kept under the same key: once, with its picture, as soon as it is in force', async () => {
  const person = await atrium.asUser([])
  const before = await atrium.services.log.store.head()
  const key = { 'idempotency-key': randomUUID() }
  const bytes = await pngPicture()
  const send = () => {
    const form = formOf<'user'>({ firstName: 'Kept' }, { pic: bytes })
    return person.call('PATCH', '/api/me', form, key)
  }
  const held = await heldBack(async () => [await send(), await send()])
  for (const answer of held) notInForce(answer)
  const kept = await send()
  expect(kept).toMatchObject({ status: 200, body: { type: 'success', position: held[0]?.body.position } })
  const { data } = (await person.call('GET', '/api/me')).body
  expect(data).toMatchObject({ firstName: 'Kept', version: 3 })
  expect((await person.call('GET', data.pic)).status).toBe(200)
  const events = await atrium.services.log.store.readAll(before, 100)
  expect(events.map(({ type }) => type)).toEqual(['FileCreated', 'UserEdited'])
  expect((await send()).body).toEqual(kept.body)
})

it('calls nothing a success that is on its way still, though a second call has nothing to add', async () => {
  const person = await atrium.asUser([])
  const edit = () => person.call('PATCH', '/api/me', { firstName: 'Pending' })
  for (const answer of await heldBack(async () => [await edit(), await edit()])) notInForce(answer)
  expect((await edit()).status).toBe(200)
  expect((await person.call('GET', '/api/me')).body.data).toMatchObject({ firstName: 'Pending', version: 3 })
})

it('a read that names a position waits for it, and then shows what was written there', async () => {
  const staff = await atrium.asUser(['r-category'])
  const { id } = await atrium.run(category, 'create', { name: 'Before' })
  const nameAt = async (headers?: Record<string, string>) =>
    (await staff.call('GET', `/api/category/${id}`, undefined, headers)).body.data.name
  const { late, early } = await heldBack(async () => {
    const { position } = await atrium.services.dispatch({
      resource: category,
      verb: 'edit',
      id,
      sent: { name: 'After' },
      actor: { type: 'system', id: 'test' },
      perms: null,
      commandId: randomUUID(),
    })
    const waiting = nameAt({ 'x-min-position': String(position) })
    // The one that does not wait is asked later and answered first.
    return { early: await nameAt(), late: () => waiting }
  })
  expect([early, await late()]).toEqual(['Before', 'After'])
})

it('refuses to keep anything personal about somebody who was erased, in words', async () => {
  const person = await atrium.asUser([])
  await atrium.services.pool.query('update keys.subject set wrapped = null, destroyed_at = now() where subject = $1', [
    `user-${person.id}`,
  ])
  const edit = () => person.call('PATCH', '/api/me', { firstName: randomUUID() })
  await expect.poll(async () => (await edit()).status).toBe(409)
  expect((await edit()).body.message).toMatch(/^This person was erased\./)
})
