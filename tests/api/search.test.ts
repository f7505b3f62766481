import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { employee } from '../../domain/resources/employee.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let boss: Client
let reader: Client
const ids: Record<string, number> = {}

const person = (fullname: string, email: string) =>
  atrium.run(employee, 'create', {
    employee_number: String(Math.floor(Math.random() * 1e9)),
    fullname,
    display_name: fullname,
    email,
  })

beforeAll(async () => {
  atrium = await openTestAtrium()
  boss = await atrium.asUser('all')
  reader = await atrium.asEmployee()
  const shown = (await atrium.run(category, 'create', { name: 'Quayside' })).id
  const hidden = (await atrium.run(category, 'create', { name: 'Put away' })).id
  const write = async (name: string, to = shown) => {
    ids[name] = (await atrium.run(post, 'create', { name, excerpt: 'x', category: to })).id
  }
  await write('Harbour opens at dawn')
  await write('Repairs at the old harbour')
  await write('Harbour secrets')
  await write('Harbour of the put away', hidden)
  await write('Harbour in the bin')
  await atrium.run(post, 'deactivate', {}, ids['Harbour secrets'])
  await atrium.run(post, 'delete', {}, ids['Harbour in the bin'])
  await atrium.run(category, 'deactivate', {}, hidden)
  ids.person = (await person('Katharina Böhm', 'someone.else@harbour.example')).id
  await atrium.run(employee, 'deactivate', {}, (await person('Konrad Böhm', 'gone@quay.example')).id)
}, 60_000)
afterAll(() => atrium.close())

const find = async (who: Client, q: string, more = '') => {
  const { status, body } = await who.call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ resource, label }: { resource: string; label: string }) => `${resource} ${label}`)
}

it('finds what staff may read, also what is inactive, with what begins with the words first', async () => {
  const found = await find(boss, 'harbour')
  expect(found.slice(0, 3).every((hit: string) => hit.startsWith('post Harbour'))).toBe(true)
  expect(found).toEqual(expect.arrayContaining(['post Harbour secrets', 'post Repairs at the old harbour']))
  expect(found).not.toContain('post Harbour in the bin')
  // By an address that staff see in the list, not by the domain that it shares with others.
  expect(await find(boss, 'someone.else')).toEqual(['employee Katharina Böhm'])
  expect(await find(boss, 'someone.else@harbour.example')).toEqual(['employee Katharina Böhm'])
  expect(found).not.toContain('employee Katharina Böhm')
  const narrow = await atrium.asUser(['r-category'])
  expect(await find(narrow, 'harbour')).toEqual([])
  expect(await find(narrow, 'quay')).toEqual(['category Quayside'])
  expect(await find(await atrium.asUser('no role'), 'quay')).toEqual([])
})

it('finds for employees what the portal shows, and people by their names alone', async () => {
  expect((await find(reader, 'harbour')).toSorted()).toEqual([
    'post Harbour opens at dawn',
    'post Repairs at the old harbour',
  ])
  expect(await find(reader, 'bohm')).toEqual(['employee Katharina Böhm'])
  expect(await find(reader, 'someone.else')).toEqual([])
  expect(await find(reader, 'Quayside')).toEqual([])
  const preview = await atrium.asUser(['r-homepage'])
  expect(await find(preview, 'bohm', '&view=portal')).toEqual(['employee Katharina Böhm'])
  const other = await atrium.asUser(['r-post'])
  expect((await other.call('GET', '/api/search?q=bohm&view=portal')).status).toBe(403)
})

it('bears slips of the hand, marks and capitals, words in any order, and signs that mean something in patterns', async () => {
  expect(await find(reader, 'hrabour opens')).toEqual(['post Harbour opens at dawn'])
  expect(await find(reader, 'KATHARINA bôhm')).toEqual(['employee Katharina Böhm'])
  expect(await find(boss, 'old repairs')).toEqual(['post Repairs at the old harbour'])
  for (const typed of ['kathraina', 'ktaharina', 'katarina', 'kathrna', 'kathaxina', 'kaatharina bhom'])
    expect(await find(reader, typed), typed).toEqual(['employee Katharina Böhm'])
  for (const typed of ['repiars', 'repars', 'rpairs', 'reppairs hrabour', 'repaits'])
    expect(await find(boss, typed), typed).toEqual(['post Repairs at the old harbour'])
  // Employees do not search by addresses, however these are spelled.
  expect(await find(reader, 'someoen')).toEqual([])
  expect(await find(boss, 'someoen')).toEqual(['employee Katharina Böhm'])
  for (const odd of ['%', '\\', "'", '%%%', '"; drop', 'a-b-c_d%', randomUUID()])
    expect(await find(boss, odd)).toEqual([])
  expect(await find(boss, '  ')).toEqual([])
  expect((await boss.call('GET', `/api/search?q=${'x'.repeat(201)}`)).status).toBe(400)
})

it('answers at most eight of a kind, with where each is read', async () => {
  for (let index = 0; index < 10; index += 1)
    await atrium.run(post, 'create', { name: `Lighthouse ${index}`, excerpt: 'x', category: 1 })
  const { body } = await reader.call('GET', '/api/search?q=lighthouse')
  expect(body.data).toHaveLength(8)
  expect(body.data[0]).toEqual({
    resource: 'post',
    id: expect.any(Number),
    key: 'lighthouse-9',
    label: 'Lighthouse 9',
    isInactive: false,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})
