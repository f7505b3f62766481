import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration } from '../../domain/resources/configuration.ts'
import { division } from '../../domain/resources/division.ts'
import { employee } from '../../domain/resources/employee.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

type Person = Awaited<ReturnType<TestAtrium['asEmployee']>>

let atrium: TestAtrium
let editor: Client
let looker: Client
let one: Person
let other: Person
let category: number

const set = (sent: { must_read: boolean }) => atrium.run(configuration, 'edit', sent, 1)

beforeAll(async () => {
  atrium = await openTestAtrium()
  await set({ must_read: true })
  editor = await atrium.asUser(['r-post', 'c-post', 'u-post', 'd-post', 'c-category', 'r-employee'])
  looker = await atrium.asUser(['r-post', 'r-employee'])
  one = await atrium.asEmployee()
  other = await atrium.asEmployee()
  category = (await editor.call('POST', '/api/category', { name: 'House' })).body.data.id
}, 60_000)
afterAll(() => atrium.close())

const made = async (name: string): Promise<number> =>
  (await editor.call('POST', '/api/post', { name, excerpt: 'Short', category, content: '<p>Long</p>' })).body.data.id
const ask = (id: number, terms: object = {}, client = editor) => client.call('PUT', `/api/post/${id}/reading`, terms)
const toRead = async (client: Client): Promise<any[]> => (await client.call('GET', '/api/utility/to_read')).body.data
const mine = async (client: Client, id: number) => (await toRead(client)).find((post) => post.id === id)
const say = async (client: Client, id: number, seen: object = {}) => {
  const { round = 1, version = 1 } = (await mine(client, id)) ?? {}
  return client.call('POST', `/api/post/${id}/receipt`, { round, version, ...seen })
}
const readers = async (id: number, query = '', client = looker) =>
  (await client.call('GET', `/api/post/${id}/readers${query}`)).body
const receiptsOf = async (id: number) =>
  (await atrium.services.log.open(await atrium.services.log.store.readAll(0n, 100_000))).filter(
    ({ type, data }) => type === 'PostRead' && data.post === id,
  )
const takeBack = (client: Client, receipt: number) => client.call('DELETE', `/api/receipt/${receipt}`)
const undo = (client: Client, receipt: number) => client.call('POST', `/api/receipt/${receipt}/undo`)
/** Asks to read a new post, and says for one employee that they have. */
const said = async (name: string) => {
  const id = await made(name)
  await ask(id)
  return { id, receipt: Number((await say(one, id)).body.data.id) }
}
const isRead = async (id: number) => [(await mine(one, id)).read_at !== null, (await readers(id)).meta.read]

it('asks everybody until they say that they have read it, once, however often they say it', async () => {
  const id = await made('Fire drill')
  expect(await mine(one, id)).toBeUndefined()
  expect((await ask(id)).status).toBe(200)
  expect(await mine(one, id)).toMatchObject({
    name: 'Fire drill',
    slug: 'fire-drill',
    round: 1,
    version: 1,
    read_at: null,
  })
  const answers = await Promise.all([say(one, id), say(one, id), say(one, id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await say(one, id)).status).toBe(200)
  expect((await receiptsOf(id)).map(({ actor, data }) => [actor.id, data.round, data.post_version])).toEqual([
    [one.id, 1, 1],
  ])
  expect((await mine(one, id)).read_at).toMatch(/^20/)
  expect((await mine(other, id)).read_at).toBeNull()
})

it('tells who has and who has not, with a search, to whoever may see posts and people', async () => {
  const id = await made('Travel rules')
  await ask(id)
  await say(one, id)
  const { data, meta } = await readers(id)
  expect(data.map((row: { id: number; read_at: string | null }) => [row.id, row.read_at !== null]).sort()).toEqual(
    [
      [one.id, true],
      [other.id, false],
    ].sort(),
  )
  expect(meta).toMatchObject({ asked: 2, read: 1, total_item: 2 })
  const terms = (await looker.call('GET', `/api/post/${id}/reading`)).body
  expect(terms).toMatchObject({ data: { isAsked: true, round: 1 }, meta: { name: 'Travel rules', isOn: true } })
  expect((await readers(id, '?state=unread')).data.map((row: { id: number }) => row.id)).toEqual([other.id])
  const found = await readers(id, `?state=read&keyword=${one.email.slice(0, 9)}`)
  expect([found.data.length, found.meta.total_item, found.meta.asked]).toEqual([1, 1, 2])
  for (const perms of [['r-post', 'u-post'], ['r-employee'], ['r-homepage']]) {
    const client = await atrium.asUser(perms)
    expect((await client.call('GET', `/api/post/${id}/readers`)).status).toBe(403)
    expect((await client.call('GET', `/api/post/${id}/readers/export`)).status).toBe(403)
  }
  expect((await one.call('GET', `/api/post/${id}/readers`)).status).toBe(403)
  expect((await looker.call('GET', '/api/post/999999/readers')).status).toBe(404)
})

it('exports the same as CSV, which the trail tells of', async () => {
  const id = await made('Export')
  await ask(id)
  await say(one, id)
  const { status, headers, body } = await looker.call('GET', `/api/post/${id}/readers/export?format=csv&state=read`)
  expect([status, headers.get('x-rows')]).toEqual([200, '1'])
  expect(String(body.text).split('\r\n')[0]).toContain('Employee number,Name,Division,Department,Read on')
  const trail = await atrium.services.log.open(await atrium.services.log.store.readAll(0n, 100_000))
  expect(trail.at(-1)).toMatchObject({ type: 'RecordsExported', data: { resource: 'receipt', count: 1 } })
})

it('asks those of the named divisions alone', async () => {
  const [north, south] = [
    (await atrium.run(division, 'create', { name: 'North', description: 'Far', order_number: 1 })).id,
    (await atrium.run(division, 'create', { name: 'South', description: 'Far', order_number: 2 })).id,
  ]
  await atrium.run(employee, 'edit', { division: north }, one.id)
  await atrium.run(employee, 'edit', { division: south }, other.id)
  const id = await made('North only')
  expect((await ask(id, { divisions: [north] })).status).toBe(200)
  expect([(await mine(one, id))?.id, await mine(other, id)]).toEqual([id, undefined])
  expect((await say(other, id)).status).toBe(409)
  expect((await readers(id)).meta).toMatchObject({ asked: 1, read: 0 })
  expect((await ask(id, { divisions: [4711] })).status).toBe(422)
})

it('asks again in a new round, and refuses a receipt for words that are not asked for any more', async () => {
  const id = await made('Rules')
  await ask(id)
  await say(one, id)
  const asked = await editor.call('POST', `/api/reading/${id}/ask_again`)
  expect([asked.status, asked.body.message]).toEqual([200, 'Everybody is asked to read this post again.'])
  expect((await mine(one, id)).read_at).toBeNull()
  expect((await say(one, id, { round: 1 })).status).toBe(409)
  expect((await say(one, id, { version: 99 })).status).toBe(409)
  expect((await say(one, id)).status).toBe(200)
  expect((await receiptsOf(id)).map(({ data }) => data.round)).toEqual([1, 2])
})

it('ends with its day, by a word of staff, and with the post; receipts stay', async () => {
  const id = await made('For a while')
  await ask(id, { last_day: '2020-01-01' })
  expect(await mine(one, id)).toBeUndefined()
  await ask(id, { last_day: '2999-12-31' })
  expect((await mine(one, id)).last_day).toBe('2999-12-31')
  await say(one, id)
  expect((await editor.call('POST', `/api/reading/${id}/end`)).status).toBe(200)
  expect([await mine(one, id), (await say(other, id)).status]).toEqual([undefined, 409])
  expect((await editor.call('POST', `/api/reading/${id}/ask_again`)).status).toBe(409)
  expect((await ask(id)).status).toBe(200)
  expect((await mine(one, id)).read_at).not.toBeNull()
  await editor.call('POST', `/api/post/${id}/deactivate`)
  expect([await mine(one, id), (await say(other, id)).status]).toEqual([undefined, 404])
})

it('is taken back by whoever said it, and said again', async () => {
  const { id, receipt } = await said('Pressed by mistake')
  const before = (await mine(one, id)).read_at
  const back = await takeBack(one, receipt)
  expect([back.status, back.body.message]).toEqual([200, 'It is taken back: you are asked to read it.'])
  expect(await isRead(id)).toEqual([false, 0])
  expect(await mine(one, id)).toMatchObject({ receipt: null, read_at: null })
  const again = await takeBack(one, receipt)
  expect([again.status, again.body.data.version]).toEqual([200, 2])
  const undone = await undo(one, receipt)
  expect([undone.status, undone.body.message]).toEqual([200, 'Thank you. It is noted that you have read it.'])
  expect((await undo(one, receipt)).body.data.version).toBe(3)
  expect(await mine(one, id)).toMatchObject({ receipt, read_at: before })
  await takeBack(one, receipt)
  const anew = Number((await say(one, id)).body.data.id)
  expect(anew).not.toBe(receipt)
  expect(await isRead(id)).toEqual([true, 1])
  // It was said meanwhile: nothing is left to be done.
  expect((await undo(one, receipt)).status).toBe(200)
  expect(await mine(one, id)).toMatchObject({ receipt: anew })
  const { events } = await atrium.services.log.read(`receipt-${receipt}`)
  expect(events.map(({ type }) => type)).toEqual([
    'PostRead',
    'PostReadTakenBack',
    'PostReadReverted',
    'PostReadTakenBack',
  ])
})

it('is taken back by nobody else', async () => {
  const { id, receipt } = await said('Of one')
  for (const client of [other, editor, looker])
    expect([(await takeBack(client, receipt)).status, (await undo(client, receipt)).status]).toEqual([403, 403])
  expect([(await takeBack(one, 999_999)).status, (await undo(one, 999_999)).status]).toEqual([403, 403])
  expect(await isRead(id)).toEqual([true, 1])
})

it('stays once it is not asked in that round any more, or nothing of it is switched on', async () => {
  const { id, receipt } = await said('Moved on')
  const refused = async () => {
    const { status, body } = await takeBack(one, receipt)
    return [status, body.message]
  }
  await editor.call('POST', `/api/reading/${id}/end`)
  expect(await refused()).toEqual([409, 'You are not asked to read this post any more.'])
  await ask(id, { last_day: '2020-01-01' })
  expect(await refused()).toEqual([409, 'You are not asked to read this post any more.'])
  await ask(id, { last_day: null })
  await set({ must_read: false })
  expect(await refused()).toEqual([409, 'Posts that must be read are switched off in the configuration.'])
  await set({ must_read: true })
  await editor.call('POST', `/api/reading/${id}/ask_again`)
  expect(await refused()).toEqual([409, 'You are asked to read this post again. Please look at it as it is now.'])
  const { events } = await atrium.services.log.read(`receipt-${receipt}`)
  expect(events).toHaveLength(1)
})

it('is read as it was before it was taken back and after, and its trail tells of it', async () => {
  const auditor = await atrium.asUser(['r-post', 'r-employee', 'r-audit', 'r-audit_personal', 'r-activity_trail'])
  const { id, receipt } = await said('As of')
  const { position } = (await takeBack(one, receipt)).body
  const readAt = async (at: bigint) => (await readers(id, `?as_of=${at}`, auditor)).meta
  expect(await readAt(BigInt(position) - 1n)).toMatchObject({ asked: 2, read: 1 })
  expect(await readAt(BigInt(position))).toMatchObject({ asked: 2, read: 0 })
  const path = `/api/utility/activity_log?resource=receipt&record=${receipt}`
  expect((await auditor.call('GET', path)).body.data).toMatchObject([
    { actionType: 'Delete', actionDesc: 'read receipt deleted', recordName: 'As of' },
    { actionType: 'Create', actionDesc: 'read receipt created' },
  ])
  const story = (await auditor.call('GET', `/api/receipt/${receipt}/history`)).body.data
  expect(story.map((entry: { action: string }) => entry.action)).toEqual(['delete', 'create'])
})

it('keeps nobody from being deleted', async () => {
  const leaver = await atrium.asEmployee()
  const id = await made('Farewell')
  await ask(id)
  expect((await say(leaver, id)).status).toBe(200)
  await atrium.run(employee, 'delete', {}, leaver.id)
  expect((await readers(id)).data.map((row: { id: number }) => row.id)).not.toContain(leaver.id)
})

it('lets editors of posts alone ask, and employees alone give receipts', async () => {
  const id = await made('By whom')
  for (const client of [looker, one]) expect((await ask(id, {}, client)).status).toBe(403)
  expect((await ask(999_999)).status).toBe(404)
  expect((await ask(id, {}, await atrium.asUser(['r-post', 'u-post']))).status).toBe(200)
  const staff = await editor.call('POST', `/api/post/${id}/receipt`, { round: 1, version: 1 })
  expect(staff.status).toBe(403)
  for (const sent of [{}, { round: 'x', version: 1 }, { round: 0, version: 1 }])
    expect((await one.call('POST', `/api/post/${id}/receipt`, sent)).status).toBe(422)
})

it('does nothing of it while it is switched off', async () => {
  const id = await made('Off')
  await ask(id)
  const seen = { round: 1, version: 1 }
  await set({ must_read: false })
  expect([
    await toRead(one),
    (await say(one, id, seen)).status,
    (await ask(id, { last_day: '2999-01-01' })).status,
  ]).toEqual([[], 409, 409])
  expect((await looker.call('GET', `/api/post/${id}/reading`)).body.meta.isOn).toBe(false)
  expect((await one.call('GET', '/api/utility/portal')).body.data.config.must_read).toBe(false)
  await set({ must_read: true })
  expect((await one.call('GET', '/api/utility/portal')).body.data.config.must_read).toBe(true)
  expect((await say(one, id, seen)).status).toBe(200)
})
