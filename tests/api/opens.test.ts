import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration } from '../../domain/resources/configuration.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let editor: Client
let one: Client
let category: number

const set = (isOn: boolean) => atrium.run(configuration, 'edit', { read_statistics: isOn }, 1)

beforeAll(async () => {
  atrium = await openTestAtrium()
  editor = await atrium.asUser(['r-post', 'c-post', 'u-post', 'c-category'])
  one = await atrium.asEmployee()
  category = (await editor.call('POST', '/api/category', { name: 'House' })).body.data.id
}, 60_000)
afterAll(() => atrium.close())

const made = async (name: string): Promise<number> =>
  (await editor.call('POST', '/api/post', { name, excerpt: 'Short', category, content: '' })).body.data.id
const open = (id: number, isFirst: unknown, client = one) => client.call('POST', `/api/post/${id}/open`, { isFirst })
const opens = async (id: number) => {
  await atrium.services.opens.flush()
  return (await editor.call('GET', `/api/post/${id}/opens`)).body
}
const rowsOf = async (id: number) =>
  (await atrium.services.pool.query('select * from command.post_open where post = $1 order by day', [id])).rows

it('counts nothing until it is switched on', async () => {
  const id = await made('Off')
  expect((await open(id, true)).status).toBe(409)
  expect((await opens(id)).meta).toMatchObject({ isOn: false, opens: 0, readers: 0 })
  await set(true)
  expect((await open(id, true)).status).toBe(200)
  expect((await opens(id)).meta.isOn).toBe(true)
})

it('counts employees alone, of posts that they read', async () => {
  const id = await made('Whom')
  expect((await open(id, true, editor)).status).toBe(403)
  expect((await open(999_999, true)).status).toBe(404)
  expect((await open(id, 'maybe')).status).toBe(422)
  await editor.call('POST', `/api/post/${id}/deactivate`)
  expect((await open(id, true)).status).toBe(404)
  expect((await one.call('GET', `/api/post/${id}/opens`)).status).toBe(403)
  expect((await opens(id)).data).toEqual([])
})

it('tells no number of fewer than five devices, and sums in steps of five', async () => {
  const id = await made('Few')
  for (let count = 0; count < 4; count += 1) await open(id, true)
  await open(id, false)
  const few = await opens(id)
  expect(few.data).toMatchObject([{ opens: null, readers: null }])
  expect(few.meta).toMatchObject({ opens: 0, readers: 0, name: 'Few' })
  for (let count = 0; count < 3; count += 1) await open(id, true)
  const many = await opens(id)
  expect(many.data).toEqual([{ day: many.meta.to, opens: 8, readers: 7 }])
  expect(many.meta).toMatchObject({ opens: 5, readers: 5 })
})

it('writes once for many, and holds nobody', async () => {
  const id = await made('Together')
  await Promise.all(Array.from({ length: 12 }, () => open(id, true)))
  expect(await rowsOf(id)).toEqual([])
  await opens(id)
  const [row, ...others] = await rowsOf(id)
  expect([others, Object.keys(row).toSorted(), row.opens, row.firsts]).toEqual([
    [],
    ['day', 'firsts', 'opens', 'post'],
    12,
    12,
  ])
  const log = await atrium.services.log.store.readAll(0n, 100_000)
  expect(log.filter(({ stream }) => stream.includes('open'))).toEqual([])
})

it('makes one number of each month that is long over', async () => {
  const id = await made('Old')
  const text =
    'insert into command.post_open values ($1, $2, 3, 2), ($1, $3, 4, 3), ($1, $4, 5, 5), ($1, current_date, 6, 6)'
  await atrium.services.pool.query(text, [id, '2024-02-01', '2024-02-17', '2024-03-09'])
  await atrium.services.opens.rollUp()
  await atrium.services.opens.rollUp()
  expect((await rowsOf(id)).map(({ opens: count, firsts }) => [count, firsts])).toEqual([
    [7, 5],
    [5, 5],
    [6, 6],
  ])
  const { data, meta } = await opens(id)
  expect(data.length).toBe(1)
  expect(meta).toMatchObject({ opens: 15, readers: 15 })
})
