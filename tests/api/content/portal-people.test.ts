import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration } from '../../../domain/resources/configuration.ts'
import { departement } from '../../../domain/resources/departement.ts'
import { division } from '../../../domain/resources/division.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { file } from '../../../domain/resources/file.ts'
import { title } from '../../../domain/resources/title.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import type { Row } from '../../support/sent.ts'
import { pngPicture } from '../../support/pictures.ts'
import { formOf } from '../../support/form.ts'

let atrium: TestAtrium
let me: Client & { id: number; email: string }
const ids: Record<string, number> = {}

const titles = { Director: 1, Deputy: 2, Manager: 3, Foreman: 4, Clerk: 5 }
const people = [
  ['Helena', 'Director', 'Head office', 'Board'],
  ['Idris', 'Deputy', 'Harbour', 'Finance'],
  ['Zoë', 'Manager', 'Harbour', 'Finance'],
  ['Mei', 'Manager', 'Head office', 'Finance'],
  ['Jonas', 'Clerk', 'Harbour', 'Finance'],
] as const

beforeAll(async () => {
  atrium = await openTestAtrium()
  const make = async (resource: Parameters<typeof atrium.run>[0], name: string, order: number) => {
    const named = resource === title ? { title_name: name } : { name }
    ids[name] = (await atrium.run(resource, 'create', { ...named, order_number: order, description: 'x' })).id
  }
  for (const [name, order] of Object.entries(titles)) await make(title, name, order)
  await make(division, 'Head office', 2)
  await make(division, 'Harbour', 1)
  for (const [order, name] of ['Finance', 'Board'].entries()) await make(departement, name, order)
  for (const [index, [name, by, at, of]] of people.entries()) {
    const about = { employee_number: `00${index}`, fullname: `${name} Vale`, display_name: name }
    const contact = {
      email: `${name.normalize('NFD').replace(/\W/g, '')}@vale.example`,
      phone_number: '1234',
      office_phone: '99',
    }
    const place = { title: ids[by], division: ids[at], departement: ids[of], office_address: 'Quay 1' }
    ids[name] = (await atrium.run(employee, 'create', { ...about, ...contact, ...place, point: 40 })).id
  }
  me = await atrium.asEmployee()
  await atrium.run(employee, 'edit', { empSuper: [ids.Mei], title: ids.Clerk }, me.id)
  await atrium.run(employee, 'edit', { empSuper: [ids.Helena] }, ids.Mei)
}, 60_000)
afterAll(() => atrium.close())

type Group = { name: string; employee: Row<'employee'>[] }
const groups = async (path: string) => {
  const address: string = `/api/employee/${path}`
  const { status, body } = await me.call('GET', address)
  expect(status).toBe(200)
  return body.data.map(({ name, employee: all }: Group) => [name, ...all.map((one) => one.display_name)].join(' '))
}

it('shows the executives by the bounds of the settings, the first title among them', async () => {
  expect(await groups('by_title')).toEqual(['Director Helena', 'Manager Mei Zoë'])
  await atrium.run(configuration, 'edit', { executives_after: 1, executives_before: 3 }, 1)
  expect(await groups('by_title')).toEqual(['Director Helena', 'Deputy Idris'])
  await atrium.run(configuration, 'edit', { executives_after: null, executives_before: null }, 1)
})

it('groups everybody who is active by division and department, and finds them by name alone', async () => {
  expect(await groups('by_division')).toEqual(['Harbour Idris Zoë Jonas', 'Head office Helena Mei'])
  expect(await groups('by_department?keyword=ZOE')).toEqual(['Finance Zoë'])
  // Whoever is looked for is found on every tab: no executive, without a department, in a division that is not active.
  expect(await groups('by_title?keyword=jonas')).toEqual(['Clerk Jonas'])
  await atrium.run(employee, 'edit', { departement: null }, ids.Jonas)
  expect(await groups('by_department?keyword=jonas')).toEqual([' Jonas'])
  await atrium.run(division, 'deactivate', {}, ids.Harbour)
  expect(await groups('by_division?keyword=vale')).toEqual(['Head office Helena Mei', ' Idris Zoë Jonas'])
  expect(await groups('by_division')).toEqual(['Head office Helena Mei'])
  await atrium.run(division, 'activate', {}, ids.Harbour)
  for (const keyword of ['002', 'zoe@', 'vale.example'])
    expect(await groups(`by_division?keyword=${keyword}`)).toEqual([])
  await atrium.run(employee, 'deactivate', {}, ids.Jonas)
  expect(await groups('by_division?keyword=jonas')).toEqual([])
  expect(await groups('by_division')).toEqual(['Harbour Idris Zoë', 'Head office Helena Mei'])
  // The first title is the first of those that somebody active has.
  await atrium.run(employee, 'deactivate', {}, ids.Helena)
  expect(await groups('by_title')).toEqual(['Deputy Idris', 'Manager Mei Zoë'])
  await atrium.run(employee, 'activate', {}, ids.Helena)
  expect((await me.call('GET', `/api/employee/${ids.Jonas}/with_co`)).status).toBe(404)
})

const card = ['departement', 'display_name', 'division', 'fullname', 'id', 'thumbnail', 'title']
const shown = card
  .concat('absences', 'email', 'facebook', 'instagram', 'linkedln', 'office_address', 'office_phone', 'phone_number')
  .concat('subOrdinateDetails', 'superOrdinateDetails')
  .toSorted()

it('tells of another exactly what colleagues may know, and no more by any call', async () => {
  for (const path of [`/api/employee/${ids.Mei}/with_co`, `/api/employee/${ids.Mei}`]) {
    const { status, body } = await me.call('GET', path)
    expect(status, path).toBe(200)
    expect(Object.keys(body.data).toSorted(), path).toEqual(shown)
    expect(body.data).toMatchObject({
      fullname: 'Mei Vale',
      title: { id: ids.Manager, title_name: 'Manager', order_number: 3 },
      division: { id: ids['Head office'], name: 'Head office' },
      email: 'Mei@vale.example',
      phone_number: '1234',
      office_phone: '99',
      office_address: 'Quay 1',
      superOrdinateDetails: [{ display_name: 'Helena' }],
      subOrdinateDetails: [{ id: me.id }],
    })
    for (const one of [...body.data.superOrdinateDetails, ...body.data.subOrdinateDetails])
      expect(Object.keys(one).toSorted()).toEqual(card)
  }
  for (const path of ['/api/employee', `/api/employee/${ids.Mei}/history`])
    expect((await me.call('GET', path)).status).toBe(403)
})

it('shows above and below a colleague whoever is active, and again once they are back', async () => {
  const number = { employee_number: '777', email: 'nils@vale.example' }
  const sent = { fullname: 'Nils Vale', display_name: 'Nils', ...number, empSuper: [ids.Mei] }
  const { id } = await atrium.run(employee, 'create', sent)
  const around = async () => {
    const { superOrdinateDetails: above, subOrdinateDetails: below } = (
      await me.call('GET', `/api/employee/${ids.Mei}/with_co`)
    ).body.data
    return [...above, ...below].map((one: { id: number }) => one.id)
  }
  const all = [ids.Helena, me.id, id].toSorted()
  for (const [away, back, people] of [
    ['deactivate', 'activate', [ids.Helena, id]],
    // Whoever has somebody below is not deleted.
    ['delete', 'restore', [id]],
  ] as const)
    for (const one of people) {
      await atrium.run(employee, away, {}, one)
      expect((await around()).toSorted(), away).toEqual(all.filter((other) => other !== one))
      expect((await me.call('GET', `/api/employee/${one}/with_co`)).status, away).toBe(404)
      await atrium.run(employee, back, {}, one)
      expect((await around()).toSorted(), back).toEqual(all)
    }
})

it('lets employees edit what is theirs of themselves, and nobody else', async () => {
  const sent = {
    fullname: 'Dita Maharani',
    office_address: 'Quay 2',
    point: '9000',
    employee_number: '1',
    title: '1',
    status: 'x',
  }
  const form = formOf<'employee'>(sent, { thumbnail: { bytes: await pngPicture(60, 80), name: 'me.png' } })
  expect((await me.call('PUT', `/api/employee/${me.id}`, form)).status).toBe(200)
  const own = async () => (await me.call('GET', `/api/employee/${me.id}`)).body.data
  expect(await own()).toMatchObject({
    type: 'employee',
    fullname: 'Dita Maharani',
    office_address: 'Quay 2',
    point: 0,
    title: { id: ids.Clerk, name: 'Clerk' },
    thumbnail: expect.stringMatching(/^\/files\//),
  })
  expect((await me.call('PUT', `/api/employee/${ids.Mei}`, { fullname: 'Mine' })).status).toBe(403)
  expect((await me.call('PUT', `/api/employee/${ids.Mei}/remove_profile`)).status).toBe(403)
  expect((await me.call('PUT', `/api/employee/${me.id}`, { fullname: '' })).status).toBe(422)
  const photos = async () => {
    const [card, line] = await Promise.all(
      [`/api/employee/${me.id}/with_co`, `/api/employee/chart?id=${me.id}`].map((path) => me.call('GET', path)),
    )
    return [card?.body.data.thumbnail, line?.body.data.find((one: { id: number }) => one.id === me.id).thumbnail]
  }
  const { thumbnail } = await own()
  expect(await photos()).toEqual([thumbnail, thumbnail])
  const { rows } = await atrium.services.pool.query<{ id: number }>(
    `select id from file where owner = 'employee-${me.id}' and status = 'active'`,
  )
  await atrium.run(file, 'deactivate', {}, rows[0]?.id)
  expect(await photos()).toEqual([null, null])
  expect((await me.call('PUT', `/api/employee/${me.id}/remove_profile`, {})).status).toBe(200)
  expect((await own()).thumbnail).toBe(null)
})

it('takes a new password with the profile only when all of it is right, and ends the sign-ins then', async () => {
  const other = await atrium.asEmployee()
  const path = `/api/employee/${other.id}`
  expect((await other.call('PUT', path, { fullname: '', password: 'a good long password' })).status).toBe(422)
  expect((await other.call('PUT', path, { password: 'short' })).body.errors).toMatchObject([{ property: 'password' }])
  expect((await other.call('GET', '/api/me')).status).toBe(200)
  expect((await other.call('PUT', path, { password: 'a good long password' })).status).toBe(200)
  expect((await other.call('GET', '/api/me')).status).toBe(401)
})
