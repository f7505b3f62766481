import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Resource } from '../../domain/resource.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
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
