import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { keptAnswers } from '../../../api/response-cache/answers.ts'
import { call, type Client } from '../../support/client.ts'
import { openTwoServers, type TwoServers } from '../../support/two-servers.ts'

let two: TwoServers
let id: number
beforeAll(async () => {
  two = await openTwoServers()
  id = (await two.atrium.run(category, 'create', { name: 'Round 0' })).id
}, 60_000)
afterAll(() => two.close())

const onB = (client: Client, path: string, headers = {}) =>
  call(two.urlB, 'GET', `/api${path}`, undefined, { authorization: `Bearer ${client.token}`, ...headers })

/** Asks the other server for a list and a record all the while, so that what it keeps is as young as it gets. */
const whileAsking = async (client: Client, work: () => Promise<void>): Promise<number> => {
  let [isOver, answers] = [false, 0]
  const ask = async (path: string) => {
    for (; !isOver; answers += 1) await onB(client, path)
  }
  const asking = [ask('/category'), ask('/category'), ask(`/category/${id}`)]
  await work().finally(() => (isOver = true))
  await Promise.all(asking)
  return answers
}

it('what one server has acknowledged is in the next list and record of another, however busy', async () => {
  const reader = await two.atrium.asUser(['r-category'])
  const answers = await whileAsking(reader, async () => {
    for (let round = 1; round <= 40; round += 1) {
      const name = `Round ${round}`
      expect((await two.onA.call('PUT', `/api/category/${id}`, { name })).status).toBe(200)
      const { body } = await onB(reader, '/category?per_page=100')
      expect(body.data.find((one: { id: number }) => one.id === id)).toMatchObject({ name, version: round + 1 })
      const record = await onB(reader, `/category/${id}`)
      expect(record.body.data.name).toBe(name)
      expect(record.headers.get('etag')).toBe(`"${round + 1}"`)
    }
  })
  expect(answers).toBeGreaterThan(100)
})

it('employees and staff of other screens read at once what was changed, each in their own shape', async () => {
  const [reader, staff] = [await two.atrium.asEmployee(), await two.atrium.asUser(['r-post', 'r-page', 'r-homepage'])]
  const { id: own } = await two.atrium.run(category, 'create', { name: 'Of posts' })
  const post = { name: 'Kept 0', excerpt: 'Short', content: '<p>Text</p>', category: own }
  const created = await two.onA.call('POST', '/api/post', post)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  const one = `/post/${created.body.data.id}`
  for (let round = 1; round <= 5; round += 1) {
    const name = `Kept ${round}`
    expect((await two.onA.call('PUT', `/api${one}`, { name })).status).toBe(200)
    for (const path of ['/post', '/post?view=portal']) {
      const { body } = await onB(path === '/post' ? reader : staff, path)
      expect(body.data[0]).toMatchObject({ name, version: round + 1 })
      expect(body.data[0]).not.toHaveProperty('changed_by')
    }
    const portal = await onB(reader, one)
    expect([portal.body.data.name, portal.headers.get('etag')]).toEqual([name, `"${round + 1}"`])
    expect(portal.body.data).not.toHaveProperty('changed_at')
    const whole = (await onB(staff, one)).body.data
    expect(whole).toMatchObject({ name, changed_at: expect.any(String) })
    expect((await onB(staff, '/page')).status).toBe(200)
  }
  await two.onA.call('POST', `/api${one}/deactivate`)
  expect([(await onB(reader, one)).status, (await onB(staff, one)).status]).toEqual([404, 200])
})

it('a right that was taken away on one server opens nothing that another keeps', async () => {
  const reader = await two.atrium.asUser(['r-category'])
  const bystander = await two.atrium.asUser(['r-category'])
  const { body } = await onB(reader, '/me')
  const read = () => Promise.all([onB(reader, '/category'), onB(reader, `/category/${id}`)])
  await whileAsking(bystander, async () => {
    expect((await read()).map(({ status }) => status)).toEqual([200, 200])
    const changed = await two.onA.call('PUT', `/api/role/${body.data.role.id}`, { name: 'Less', perms: ['r-page'] })
    expect(changed.status).toBe(200)
    expect((await read()).map(({ status }) => status)).toEqual([403, 403])
    expect((await onB(reader, '/me')).body.data).toMatchObject({ perms: ['r-page'], role: { name: 'Less' } })
  })
  expect((await onB(bystander, '/category')).status).toBe(200)
})

it('an answer of now is none of another moment, of Trash or of another page', async () => {
  const before = (await onB(two.onA, `/category/${id}`)).body.data
  const at = String(await two.atrium.services.log.store.head())
  await two.onA.call('PUT', `/api/category/${id}`, { name: 'Afterwards' })
  expect((await onB(two.onA, `/category/${id}`)).body.data.name).toBe('Afterwards')
  expect((await onB(two.onA, `/category/${id}?as_of=${at}`)).body.data.name).toBe(before.name)
  expect((await onB(two.onA, `/category/${id}?version=1`)).body.data.name).toBe('Round 0')
  const listed = async (query: string) =>
    (await onB(two.onA, `/category?per_page=1${query}`)).body.data.map((one: { id: number }) => one.id)
  expect(await listed('')).not.toEqual(await listed('&page=2'))
  await two.onA.call('DELETE', `/api/category/${id}`)
  expect(await listed('&status=deleted')).toEqual([id])
  expect(await listed('')).not.toContain(id)
  expect((await onB(two.onA, `/category/${id}`)).status).toBe(404)
})

it('a client that has seen a later position than the look-up of its sign-in waits for it', async () => {
  const reader = await two.atrium.asUser(['r-category'])
  const { body } = await two.onA.call('POST', '/api/category', { name: 'Seen' })
  const one = await onB(reader, `/category/${body.data.id}`, { 'x-min-position': body.position })
  expect([one.status, one.body.data?.name]).toEqual([200, 'Seen'])
})

it('answers are the same however they are compressed, and small ones are not', async () => {
  const name = 'Compressed '.repeat(7).trim()
  for (let index = 0; index < 5; index += 1) await two.atrium.run(category, 'create', { name: `${name} ${index}` })
  const path = '/category?keyword=compressed'
  const plain = await onB(two.onA, path)
  expect(plain.body.data).toHaveLength(5)
  const codings = { br: 'br', gzip: 'gzip', 'gzip;q=0': null, 'br;q=0, gzip': 'gzip', identity: null }
  for (const round of [1, 2])
    for (const [accepted, coding] of Object.entries(codings)) {
      const { status, headers, body } = await onB(two.onA, path, { 'accept-encoding': accepted })
      expect([round, status, headers.get('content-encoding')]).toEqual([round, 200, coding])
      expect(body).toEqual(plain.body)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('vary')).toBe(coding === null ? null : 'accept-encoding')
    }
  const one = await onB(two.onA, `/category/${plain.body.data[0].id}`, { 'accept-encoding': 'br' })
  expect([one.status, one.headers.get('content-encoding'), one.headers.get('etag')]).toEqual([200, null, '"1"'])
})

it('keeps answers of one standing, by what was asked, and none that failed', async () => {
  const kept = keptAnswers<string>(({ length }) => length, 10)
  let made = 0
  const asked = (standing: string | null, key: string, text = 'four') =>
    kept(standing, key, async () => {
      made += 1
      if (text === '') throw new Error('not there')
      return text
    })
  expect([await asked('1 a', 'x'), await asked('1 a', 'x', 'other')]).toEqual(['four', 'four'])
  expect(await Promise.all([asked('1 a', 'y'), asked('1 a', 'y')])).toEqual(['four', 'four'])
  expect(made).toBe(2)
  await expect(asked('1 a', 'z', '')).rejects.toThrow('not there')
  expect(await asked('1 a', 'z')).toBe('four')
  // More than ten letters are kept: the next call begins anew.
  expect(await asked('1 a', 'x', 'again')).toBe('again')
  expect(await asked('1 b', 'x', 'fence')).toBe('fence')
  expect([await asked(null, 'x', 'one'), await asked(null, 'x', 'two')]).toEqual(['one', 'two'])
})
