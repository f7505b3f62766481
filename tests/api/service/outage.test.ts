import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { appendRaw } from '../../support/log/raw-event.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

/** Lets PostgreSQL say that it is going away whenever something is written to a stream. */
const goAwayAt = (stream: string) =>
  atrium.database.pool.query(`
    create function log.away() returns trigger language plpgsql as
      $$ begin raise exception 'terminating connection due to administrator command' using errcode = '57P01'; end $$;
    create trigger away before insert on log.event for each row when (new.stream = '${stream}') execute function log.away()`)
const comeBack = () => atrium.database.pool.query('drop trigger away on log.event; drop function log.away')

it('an outage amid many is reported with what was done before it, and the rest is done once it is over', async () => {
  const staff = await atrium.asUser(['r-category', 'u-category'])
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await atrium.run(category, 'create', { name })).id)
  await goAwayAt(`category-${ids[1]}`)
  const answer = await staff.call('POST', `/api/category/${ids.join()}/deactivate`)
  const later = expect.stringContaining('Not done yet')
  expect(answer).toMatchObject({ status: 207, body: { message: '1 of 3 categories deactivated.' } })
  expect(answer.body.results).toMatchObject([
    { id: ids[0], ok: true, message: 'Category deactivated.' },
    { id: ids[1], ok: false, message: later },
    { id: ids[2], ok: false, message: later },
  ])
  await comeBack()
  const look = async () => (await staff.call('GET', `/api/job/${answer.body.data.job}`)).body.data
  await vi.waitUntil(async () => (await look()).state === 'done', { timeout: 20_000 })
  expect(await look()).toMatchObject({ done: 3, failed: 0 })
  for (const id of ids) expect((await atrium.services.log.read(`category-${id}`)).events).toHaveLength(2)
})

it('a record whose history cannot be read is neither shown wrong nor changed, and the others are', async () => {
  const staff = await atrium.asUser(['r-category', 'u-category'])
  const { id } = await atrium.run(category, 'create', { name: 'Unreadable' })
  const other = await atrium.run(category, 'create', { name: 'Readable' })
  await appendRaw(atrium.services.log, `category-${id}`, 'CategoryPainted', { colour: 'red' })
  const head = await atrium.services.log.store.head()
  const message = expect.stringContaining('cannot read')
  const edit = await staff.call('PUT', `/api/category/${id}`, { name: 'New' })
  expect(edit).toMatchObject({ status: 503, body: { type: 'error', message } })
  expect(await staff.call('GET', `/api/category/${id}/history`)).toMatchObject({ status: 503, body: { message } })
  expect(await atrium.services.log.store.head()).toBe(head)
  expect((await staff.call('PUT', `/api/category/${other.id}`, { name: 'New' })).status).toBe(200)
})
