import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostShortcuts } from '../../domain/people/shortcuts.ts'
import { employee } from '../../domain/resources/employee.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

type Person = Awaited<ReturnType<TestAtrium['asEmployee']>>

let atrium: TestAtrium
let one: Person
let other: Person
beforeAll(async () => {
  atrium = await openTestAtrium()
  one = await atrium.asEmployee()
  other = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

const keep = (client: Client, shortcuts: unknown) => client.call('PUT', '/api/me/shortcuts', { shortcuts })
const shown = async (client: Client) => (await client.call('GET', '/api/me')).body.data.shortcuts
const linked = (link: string, title = '') => ({ link, title })

it('keeps them in their order for one employee alone, named by the house where it has a name', async () => {
  expect(await shown(one)).toEqual([])
  const wanted = [
    linked('https://intranet.example.com/a?b=1', 'Canteen'),
    linked('/employee', 'ignored'),
    linked('/about-us', 'About us'),
  ]
  expect((await keep(one, wanted)).status).toBe(200)
  expect(await shown(one)).toEqual([
    { link: 'https://intranet.example.com/a?b=1', title: 'Canteen', is_own: true },
    { link: '/employee', title: 'People', is_own: false },
    { link: '/about-us', title: 'About us', is_own: true },
  ])
  expect(await shown(other)).toEqual([])
  expect((await keep(one, [])).status).toBe(200)
  expect(await shown(one)).toEqual([])
})

it('shows a colleague by the name of today, and nobody who has left', async () => {
  expect((await keep(one, [linked(`/employee/${other.id}`, 'An old name')])).status).toBe(200)
  expect(await shown(one)).toMatchObject([{ link: `/employee/${other.id}`, is_own: true }])
  const name = `Renamed ${randomUUID()}`
  await atrium.run(employee, 'edit', { fullname: name }, other.id)
  expect(await shown(one)).toMatchObject([{ title: name }])
  await atrium.run(employee, 'deactivate', {}, other.id)
  expect(await shown(one)).toEqual([])
  expect((await keep(one, [linked(`/employee/${other.id}`)])).status).toBe(404)
  await atrium.run(employee, 'activate', {}, other.id)
  expect(await shown(one)).toMatchObject([{ title: name }])
})

it('refuses what leads nowhere or out of hand, and keeps what was there', async () => {
  await keep(one, [linked('/post')])
  const many = Array.from({ length: mostShortcuts + 1 }, (_, index) => linked(`/page-${index}`, 'Page'))
  const refused = [
    [linked('javascript:alert(1)', 'Bad')],
    [linked('//evil.example.com', 'Bad')],
    [linked('https://name:secret@example.com', 'Bad')],
    [linked('/dashboard/post', 'Office')],
    [linked('/api/me', 'Bytes')],
    [linked('/logout', 'Out')],
    [linked('/about-us', ' ')],
    [linked('/about-us', 'x'.repeat(61))],
    [linked('/post'), linked('/post')],
    many,
    'none',
  ]
  for (const sent of refused) expect((await keep(one, sent)).status, JSON.stringify(sent)).toBe(422)
  expect((await keep(one, [linked('/employee/2147483648')])).status).toBe(404)
  expect(await shown(one)).toMatchObject([{ link: '/post' }])
})

it('is nothing that staff have', async () => {
  const staff = await atrium.asUser('all')
  expect((await keep(staff, [linked('/post')])).status).toBe(403)
  expect(await shown(staff)).toBeUndefined()
})

it('is in what is handed over of a person, goes with them, and no name of theirs stays with others', async () => {
  const gone = await atrium.asEmployee()
  const name = `Leaving ${randomUUID()}`
  await atrium.run(employee, 'edit', { fullname: name }, gone.id)
  await keep(gone, [linked('https://example.com/mine', 'Mine')])
  await keep(one, [linked('https://example.com/people', `Calendar of ${name}`), linked('/jobs')])
  const { settings } = await atrium.services.personalData.keptRows({ type: 'employee', id: gone.id })
  expect(settings).toContainEqual({ shortcuts: [linked('https://example.com/mine', 'Mine')] })
  const office = await atrium.asUser(['d-personal_data', 'r-employee', 'd-employee', 'u-employee'])
  const erased = await office.call('POST', `/api/employee/${gone.id}/erasure`, { name })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const { rows } = await atrium.services.pool.query(
    "select links::text as links from auth.shortcut where person_id = $1 and person_type = 'employee'",
    [gone.id],
  )
  expect(rows).toEqual([])
  expect(await shown(one)).toEqual([{ link: '/jobs', title: 'Internal jobs', is_own: false }])
})
