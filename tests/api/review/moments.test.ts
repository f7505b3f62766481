import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { post } from '../../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
let writer: Client & { id: number }
let publisher: Client & { id: number }
let auditor: Client
let administrator: Client
let topic = 0
const writing = ['c-post', 'r-post', 'u-post', 'r-category']

beforeAll(async () => {
  atrium = await openTestAtrium()
  administrator = await atrium.asUser('all')
  writer = await atrium.asUser([...writing, 'r-audit'])
  publisher = await atrium.asUser([...writing, 'p-post', 'r-audit'])
  auditor = await atrium.asUser(['r-audit'])
  topic = (await atrium.run(category, 'create', { name: 'Topic' })).id
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
}, 60_000)
afterAll(() => atrium.close())

// What is asked for is no field of a review.
const reviews: string = '/api/review'

const now = async () => String(await atrium.services.log.store.head())
const live = async (name: string) => (await atrium.run(post, 'create', { name, excerpt: 'Short', category: topic })).id
const asks = async (record: number, sent: object, words?: string): Promise<number> => {
  const body: object = { kind: 'post', record, verb: 'edit', version: 1, sent, words }
  const answer = await writer.call('POST', reviews, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.id
}
const at = async (path: string, moment: string, who: Client = publisher) => {
  const { status, body } = await who.call('GET', `/api${path}${path.includes('?') ? '&' : '?'}as_of=${moment}`)
  return { status, data: body.data }
}
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

it('tells what waited at a moment, and nothing that can be done with it', async () => {
  const review = await asks(await live('Tides'), { excerpt: 'Of water' })
  const then = await now()
  await publisher.call('POST', `/api/review/${review}/publish`, { version: 1 })
  const later = await now()
  const listed = await at('/review', then)
  expect(listed.data).toMatchObject([{ id: review, stage: 'waiting', mayPublish: false, mayWithdraw: false }])
  expect(ids((await at('/review?kind=post', later)).data)).toEqual([])
  expect((await at('/review', '1', writer)).data).toEqual([])
})

it('shows what a review would have changed of its record as that was then', async () => {
  const id = await live('Moons')
  const review = await asks(id, { excerpt: 'Of moons' }, 'Please look')
  const [remark] = (await at(`/review/${review}`, await now())).data.comments
  const then = await now()
  await administrator.call('POST', `/api/remark/${remark.id}/settle`)
  await atrium.run(post, 'edit', { excerpt: 'Taken meanwhile' }, id)
  const crossed = await now()
  await writer.call('POST', `/api/review/${review}/withdraw`)
  expect((await at(`/review/${review}`, then)).data).toMatchObject({
    stage: 'waiting',
    recordVersion: 1,
    refused: null,
    changes: [{ field: 'excerpt', from: 'Short', to: 'Of moons' }],
    comments: [{ words: 'Please look', isSettled: false }],
    mayPublish: false,
    mayComment: false,
  })
  expect((await at(`/review/${review}`, crossed)).data.refused?.id).toMatch(/^The same fields/)
  expect((await at(`/review/${review}`, await now())).data.stage).toBe('withdrawn')
  expect((await at(`/review/${review}`, '1')).status).toBe(404)
})

it('shows of a moment ahead what would be changed of the record as it is planned', async () => {
  const id = await live('Stars')
  const review = await asks(id, { excerpt: 'Of stars' })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const plan = { resource: 'post', verb: 'edit', ids: [id], version: 1, sent: { excerpt: 'Planned' }, at: tomorrow }
  expect((await administrator.call('POST', '/api/schedule', plan)).status).toBe(200)
  const ahead = new Date(Date.now() + 2 * 86_400_000).toISOString()
  expect(ids((await at('/review', ahead)).data)).toContain(review)
  expect((await at(`/review/${review}`, ahead)).data.refused?.id).toMatch(/^The same fields/)
  expect((await publisher.call('GET', `${reviews}/${review}`)).body.data.refused).toBeNull()
})

it('is for auditors, who read nobody’s words, and leaves what is erased erased', async () => {
  const gone = await atrium.asUser(writing)
  const review = await asks(await live('Suns'), { excerpt: 'Of suns' })
  await gone.call('POST', `/api/review/${review}/remark`, { words: 'My private view' })
  const then = await now()
  const reader = await atrium.asUser(['r-post'])
  for (const path of ['/review', `/review/${review}`]) expect((await at(path, then, reader)).status).toBe(403)
  expect((await at(`/review/${review}`, then, auditor)).data.comments).toMatchObject([{ words: '[personal]' }])
  expect((await at(`/review/${review}`, then)).data.comments).toMatchObject([{ words: 'My private view' }])
  const erased = await administrator.call('POST', `/api/user/${gone.id}/erasure`, { name: 'Some Body' })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect((await at(`/review/${review}`, then)).data.comments).toMatchObject([{ words: '[erased]' }])
})
