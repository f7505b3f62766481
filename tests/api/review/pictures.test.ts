import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { file } from '../../../domain/resources/file.ts'
import { post } from '../../../domain/resources/post.ts'
import { loadRecord } from '../../../commands/record.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'

let atrium: TestAtrium
let writer: Client & { id: number }
let publisher: Client & { id: number }
let employee: Client
let topic = 0
let width = 20
const writing = ['c-post', 'r-post', 'u-post', 'd-post', 'r-category']
beforeAll(async () => {
  atrium = await openTestAtrium()
  await atrium.asUser('all')
  writer = await atrium.asUser(writing)
  publisher = await atrium.asUser([...writing, 'p-post'])
  employee = await atrium.asEmployee()
  topic = (await atrium.run(category, 'create', { name: 'Topic' })).id
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
}, 60_000)
afterAll(() => atrium.close())

// What is asked for is no field of a review.
const reviews: string = '/api/review'

const live = async () =>
  (await atrium.run(post, 'create', { name: `Live ${randomUUID()}`, excerpt: 'Short', category: topic })).id
const sent = async (client: Client = writer) => {
  width += 1
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await pngPicture(width))], { type: 'image/png' }), 'new.png')
  const answer = await client.call('POST', '/api/review/picture', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const data: { id: number; location: string } = answer.body.data
  return data
}
const proposed = async (record: number, thumbnail: number): Promise<number> => {
  const { version } = (await writer.call('GET', `/api/post/${record}`)).body.data
  const body = { kind: 'post', record, verb: 'edit', version, sent: { thumbnail } }
  const answer = await writer.call('POST', reviews, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.id
}
const opens = async (client: Client, location: string) =>
  (await client.call('GET', new URL(location, 'http://x').pathname)).status
const statusOf = async (id: number) => (await loadRecord(atrium.services.log, file, id)).state.status
const inLibrary = async (id: number) =>
  (await publisher.call('GET', '/api/utility/getFiles')).body.data.some((one: { id: number }) => one.id === id)

it('is shown to whoever publishes it, and to employees once it is published', async () => {
  const [record, picture] = [await live(), await sent()]
  const id = await proposed(record, picture.id)
  expect([await opens(employee, picture.location), await opens(publisher, picture.location)]).toEqual([404, 200])
  expect(await inLibrary(picture.id)).toBe(false)
  const { files } = (await publisher.call('GET', `${reviews}/${id}`)).body.data
  expect(files).toMatchObject([{ id: picture.id }])
  expect((await publisher.call('POST', `/api/review/${id}/publish`, {})).status).toBe(200)
  expect([await opens(employee, picture.location), await inLibrary(picture.id)]).toEqual([200, true])
  await atrium.services.files.letGoProposed([picture.id])
  expect(await statusOf(picture.id)).toBe('active')
})

it('stays once it was published, also where its record shows another by now', async () => {
  const [record, first, second] = [await live(), await sent(), await sent()]
  for (const { id } of [first, second])
    await publisher.call('POST', `/api/review/${await proposed(record, id)}/publish`, {})
  await atrium.services.files.letGoProposed([first.id, second.id])
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['active', 'active'])
})

it('goes with what was proposed when that is withdrawn, but for what another proposal names', async () => {
  const [one, other, shared, alone] = [await live(), await live(), await sent(), await sent()]
  const [first, second, third] = [
    await proposed(one, shared.id),
    await proposed(other, shared.id),
    await proposed(await live(), alone.id),
  ]
  const swept = () => atrium.services.files.letGoProposed([shared.id, alone.id])
  expect((await writer.call('POST', `/api/review/${first}/withdraw`)).status).toBe(200)
  await swept()
  expect(await statusOf(shared.id)).toBe('active')
  for (const id of [second, third]) await writer.call('POST', `/api/review/${id}/withdraw`)
  await swept()
  expect([await statusOf(shared.id), await statusOf(alone.id)]).toEqual(['deleted', 'deleted'])
  expect(await opens(publisher, alone.location)).toBe(404)
  expect((await writer.call('POST', `/api/review/${third}/resume`)).status).toBe(404)
})

it('is there still when it is taken back that the proposal was withdrawn', async () => {
  const [record, picture] = [await live(), await sent()]
  const review = await proposed(record, picture.id)
  await writer.call('POST', `/api/review/${review}/withdraw`)
  expect(await statusOf(picture.id)).toBe('active')
  expect((await writer.call('POST', `/api/review/${review}/resume`)).status).toBe(200)
  expect((await publisher.call('POST', `/api/review/${review}/publish`, {})).status).toBe(200)
  expect(await statusOf(picture.id)).toBe('active')
})

it('takes away nothing but what was sent for a review', async () => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await pngPicture(90))], { type: 'image/png' }), 'text.png')
  const { id } = (await writer.call('POST', '/api/utility/uploadFiles', body)).body.data
  const review = await proposed(await live(), id)
  await writer.call('POST', `/api/review/${review}/withdraw`)
  expect(await statusOf(id)).toBe('active')
})

it('is sent by nobody who may write nothing', async () => {
  const reader = await atrium.asUser(['r-post'])
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await pngPicture(91))], { type: 'image/png' }), 'a.png')
  expect((await reader.call('POST', '/api/review/picture', body)).status).toBe(403)
})

it('goes where its author proposes another in its place', async () => {
  const [record, first, second] = [await live(), await sent(), await sent()]
  const id = await proposed(record, first.id)
  const { version } = (await writer.call('GET', `/api/post/${record}`)).body.data
  const body = { verb: 'edit', version, sent: { thumbnail: second.id } }
  expect((await writer.call('POST', `${reviews}/${id}/change`, body)).status).toBe(200)
  await atrium.services.files.letGoProposed([first.id, second.id])
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['deleted', 'active'])
})
