import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employee } from '../../../domain/resources/employee.ts'
import { user } from '../../../domain/resources/user.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

const everybody = [
  {
    who: 'a user',
    enter: () => atrium.asUser(['r-post']),
    own: 'phone',
    keep: (id: number, sent: object = {}) => atrium.run(user, 'edit', { role: null, ...sent }, id),
    kept: { role: null },
    resource: user,
    photo: 'pic',
  },
  {
    who: 'an employee',
    enter: () => atrium.asEmployee(),
    own: 'phone_number',
    keep: (id: number, sent: object = {}) => atrium.run(employee, 'edit', { point: 40, ...sent }, id),
    kept: { point: 40 },
    resource: employee,
    photo: 'thumbnail',
  },
] as const

const me = async (client: Client) => (await client.call('GET', '/api/me')).body.data
const save = async (client: Client, sent: object) => (await client.call('PATCH', '/api/me', sent)).body.data
const back = (client: Client, { before, version }: { before: number; version: number }) =>
  client.call('POST', '/api/me/revert', { version: before }, { 'if-match': `"${version}"` })

describe.each(everybody)('$who', ({ enter, own, keep, kept, resource, photo }) => {
  it('takes back what they saved of themselves, and takes that back in turn', async () => {
    const client = await enter()
    const before = (await me(client))[own]
    const saved = await save(client, { [own]: '+62 21 555' })
    const undone = await back(client, saved)
    expect(undone.status).toBe(200)
    expect((await me(client))[own]).toBe(before)
    expect((await back(client, undone.body.data)).status).toBe(200)
    expect((await me(client))[own]).toBe('+62 21 555')
    const { events } = await atrium.services.log.read(`${resource.name}-${client.id}`)
    expect(events.at(-1)).toMatchObject({ type: resource.events.revert, actor: { type: resource.name, id: client.id } })
  })

  it('is told when somebody else changed the record meanwhile, and nothing is taken back', async () => {
    const client = await enter()
    const saved = await save(client, { [own]: '+62 21 556' })
    await keep(client.id)
    expect((await back(client, saved)).status).toBe(412)
    expect((await me(client))[own]).toBe('+62 21 556')
  })

  it('takes back nothing that others keep for them', async () => {
    const client = await enter()
    const first = (await me(client)).version
    const email = `moved-${client.id}@example.org`
    await keep(client.id, { email, [own]: '+62 1' })
    const { version } = await me(client)
    expect((await back(client, { before: first, version })).status).toBe(200)
    const now = await me(client)
    expect(now).toMatchObject({ ...kept, email })
    expect(now[own]).not.toBe('+62 1')
  })

  it('takes their first photo back with its file', async () => {
    const client = await enter()
    const form = new FormData()
    form.set(photo, new Blob([new Uint8Array(await pngPicture(31, 22))]), 'me.png')
    const saved = await save(client, form)
    const link = (await me(client)).pic
    expect((await client.call('GET', link)).status).toBe(200)
    expect((await back(client, saved)).status).toBe(200)
    expect((await me(client)).pic).toBeNull()
    expect((await client.call('GET', link)).status).toBe(404)
  })
})

it('is for nobody else, and for a version that was', async () => {
  const client = await atrium.asEmployee()
  for (const version of [0, 99, 'x', undefined]) {
    const { status } = await client.call('POST', '/api/me/revert', { version })
    expect([404, 422]).toContain(status)
  }
  const { status } = await client.call('POST', `/api/employee/${client.id}/revert`, { version: 1 })
  expect(status).toBe(403)
})
