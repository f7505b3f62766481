import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Resource } from '../../domain/resource.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { user } from '../../domain/resources/user.ts'
import { sampleOf } from '../support/samples.ts'

let atrium: TestAtrium
let groupId: number
beforeAll(async () => {
  atrium = await openTestAtrium()
  groupId = (await atrium.run(category, 'create', { name: 'Ropes' })).id
}, 60_000)
afterAll(() => atrium.close())

const samples: { resource: Resource; sent: () => Record<string, unknown> }[] = [
  { resource: post, sent: () => ({ ...sampleOf(post), category: groupId }) },
  { resource: category, sent: () => ({ name: 'To be deleted' }) },
]

it.each(samples)('the history of what lies in Trash is for those who may fill it: $resource.name', async (sample) => {
  const { name, area } = sample.resource
  const reader = await atrium.asUser([`r-${area}`])
  const keeper = await atrium.asUser([`r-${area}`, `d-${area}`])
  const { id } = await atrium.run(sample.resource, 'create', sample.sent())
  const path = `/api/${name}/${id}/history`
  expect((await reader.call('GET', path)).status).toBe(200)
  await atrium.run(sample.resource, 'delete', {}, id)
  expect(await reader.call('GET', path)).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('does not exist') },
  })
  expect((await keeper.call('GET', path)).body.data).toMatchObject([{ action: 'delete' }, { action: 'create' }])
  await atrium.run(sample.resource, 'restore', {}, id)
  expect((await reader.call('GET', path)).status).toBe(200)
})

it('is read in parts, by field, and version by version as the record was', async () => {
  const reader = await atrium.asUser(['r-post', 'd-post'])
  const { id } = await atrium.run(post, 'create', { ...sampleOf(post), category: groupId, name: 'First' })
  for (const name of ['Second', 'Third']) await atrium.run(post, 'edit', { name }, id)
  await atrium.run(post, 'edit', { excerpt: 'Short' }, id)
  const path = `/api/post/${id}/history`
  const versionsOf = async (query: string) => {
    const { body } = await reader.call('GET', `${path}?${query}`)
    expect(body.meta).toEqual({ versions: 4 })
    return body.data.map(({ version }: { version: number }) => version)
  }
  expect(await versionsOf('limit=2')).toEqual([4, 3])
  expect(await versionsOf('limit=2&before=3')).toEqual([2, 1])
  expect(await versionsOf('field=name&before=4&limit=1')).toEqual([3])
  expect((await reader.call('GET', `${path}?limit=0`)).status).toBe(400)
  expect((await reader.call('GET', `${path}/2`)).body.data).toMatchObject({
    version: 2,
    status: 'active',
    values: { name: 'Second', excerpt: 'More about excerpt', category: groupId },
  })
  expect((await reader.call('GET', `${path}/5`)).status).toBe(404)
  await atrium.run(post, 'delete', {}, id)
  const other = await atrium.asUser(['r-post'])
  expect((await other.call('GET', `${path}/2`)).status).toBe(404)
  expect((await reader.call('GET', `${path}/2`)).status).toBe(200)
})

it('of a write names the version before, to which an Undo goes back; not where a revert brings back a part of it only', async () => {
  const staff = await atrium.asUser('all')
  const { id } = await atrium.run(category, 'create', { name: 'To be undone' })
  const edited = await staff.call('PUT', `/api/category/${id}`, { name: 'Done' })
  expect(edited.body.data).toMatchObject({ version: 2, before: 1 })
  const again = await staff.call('PUT', `/api/category/${id}`, { name: 'Done' })
  expect(again.body.data).not.toHaveProperty('before')
  const person = { ...sampleOf(user), role: null, userName: 'undone', email: 'undone@example.org' }
  const made = await atrium.run(user, 'create', person)
  const password = 'a long and new password'
  const given = await staff.call('PUT', `/api/user/${made.id}`, { phone: '9', password })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  expect(given.body.data).not.toHaveProperty('before')
})
