import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { post } from '../../../domain/resources/post.ts'
import { reviewDetailSchema } from '../../../domain/review/entry.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { type Client, readMails } from '../../support/client.ts'

let atrium: TestAtrium
let writer: Client & { id: number; email: string }
let colleague: Client & { id: number; email: string }
let publisher: Client & { id: number; email: string }
let administrator: Client & { id: number }
let pages: Client & { id: number; email: string }
let reader: Client & { id: number }
let topic = 0
const writing = ['c-post', 'r-post', 'u-post', 'd-post', 'r-category']
beforeAll(async () => {
  atrium = await openTestAtrium()
  administrator = await atrium.asUser('all')
  writer = await atrium.asUser(writing)
  colleague = await atrium.asUser(writing)
  publisher = await atrium.asUser([...writing, 'p-post'])
  pages = await atrium.asUser(['r-page', 'u-page', 'p-page'])
  reader = await atrium.asUser(['r-post'])
  topic = (await atrium.run(category, 'create', { name: 'Topic' })).id
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
}, 60_000)
afterAll(() => atrium.close())

const live = async () =>
  (await atrium.run(post, 'create', { name: `Live ${randomUUID()}`, excerpt: 'Short', category: topic })).id
const draft = async () =>
  (await atrium.run(post, 'create', { name: `Draft ${randomUUID()}`, excerpt: 'Short', category: topic, draft: true }))
    .id
const rowOf = async (id: number) => (await publisher.call('GET', `/api/post/${id}`)).body.data

// What is asked for is no field of a review.
const reviews: string = '/api/review'

type Asked = { verb?: string; sent?: object; version?: number; words?: string }

const asks = async (
  record: number,
  { verb = 'edit', sent = { excerpt: 'Proposed' }, ...more }: Asked = {},
  client: Client = writer,
  headers: Record<string, string> = {},
) => {
  const { version } = (await rowOf(record)) ?? {}
  return client.call('POST', reviews, { kind: 'post', record, verb, sent, version, ...more }, headers)
}
const asked = async (...of: Parameters<typeof asks>): Promise<number> => {
  const { status, body } = await asks(...of)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.id
}
const look = async (id: number, client: Client = publisher) =>
  reviewDetailSchema.parse((await client.call('GET', `/api/review/${id}`)).body.data)
const publish = (id: number, client: Client = publisher, body: object = {}, headers: Record<string, string> = {}) =>
  client.call('POST', `/api/review/${id}/publish`, body, headers)
const listed = async (client: Client) =>
  (await client.call('GET', '/api/review')).body.data.map(({ id }: { id: number }) => id)

it('shows what is proposed beside what is live, and publishes it in the name of whoever looked at it', async () => {
  const id = await live()
  const review = await asked(id)
  expect(await rowOf(id)).toMatchObject({ excerpt: 'Short', version: 1 })
  const seen = await look(review)
  expect(seen).toMatchObject({
    kind: 'post',
    record: id,
    verb: 'edit',
    stage: 'waiting',
    author: { id: `user-${writer.id}` },
    isOwn: false,
    isLive: true,
    mayPublish: true,
    changes: [{ field: 'excerpt', from: 'Short', to: 'Proposed' }],
    sent: null,
    refused: null,
  })
  expect((await publish(review)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ excerpt: 'Proposed', version: 2 })
  const { events } = await atrium.services.log.read(`post-${id}`)
  expect(events[1]?.actor).toEqual({ type: 'user', id: publisher.id })
  const { body } = await publisher.call('GET', `/api/post/${id}/history`)
  expect(body.data[0]).toMatchObject({ action: 'edit', proposer: { id: `user-${writer.id}` } })
  expect(await look(review)).toMatchObject({ stage: 'published', mayPublish: false })
})

it('publishes a draft as whoever looked at it saw it, and not as it was changed after that', async () => {
  const id = await draft()
  const review = await asked(id, { verb: 'activate', sent: {} })
  const { recordVersion, isLive, changes } = await look(review)
  expect([recordVersion, isLive]).toEqual([1, false])
  expect(changes).toContainEqual({ field: 'excerpt', label: 'Excerpt', from: '', to: 'Short' })
  await writer.call('PUT', `/api/post/${id}`, { excerpt: 'Other' })
  const stale = await publish(review, publisher, { version: recordVersion })
  expect([stale.status, stale.body.data.changed]).toEqual([412, { excerpt: 'Other' }])
  expect((await publish(review, publisher, { version: 2 })).status).toBe(200)
  expect((await rowOf(id)).deletedAt).toBeNull()
})

it('leaves alone what others changed meanwhile, and tells where the same was changed', async () => {
  const [one, two] = [await live(), await live()]
  const [first, second] = [await asked(one), await asked(two)]
  await atrium.run(post, 'edit', { name: `Renamed ${one}` }, one)
  await atrium.run(post, 'edit', { excerpt: 'Theirs' }, two)
  expect((await publish(first)).status).toBe(200)
  expect(await rowOf(one)).toMatchObject({ name: `Renamed ${one}`, excerpt: 'Proposed' })
  expect((await look(second)).refused?.id).toMatch(/^The same fields/)
  expect((await publish(second)).status).toBe(412)
  expect(await rowOf(two)).toMatchObject({ excerpt: 'Theirs' })
  expect((await look(second)).stage).toBe('waiting')
})

it('takes one proposal of each record at a time', async () => {
  const id = await live()
  const review = await asked(id)
  const again = await asks(id, { sent: { excerpt: 'Rival' } }, colleague)
  expect([again.status, again.body.message]).toEqual([409, 'Another change of this waits for review already.'])
  await writer.call('POST', `/api/review/${review}/withdraw`)
  await asked(id, { sent: { excerpt: 'Rival' } }, colleague)
})

it('goes back with words, is changed and asked for again', async () => {
  const id = await live()
  const review = await asked(id)
  const back = await publisher.call('POST', `/api/review/${review}/send_back`, { words: 'Too long' })
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  expect(await look(review, writer)).toMatchObject({
    stage: 'sent_back',
    comments: [{ words: 'Too long' }],
    sent: { excerpt: 'Proposed' },
  })
  expect(await listed(writer)).toContain(review)
  expect(await listed(publisher)).not.toContain(review)
  const change = { verb: 'edit', version: 1, sent: { excerpt: 'Shorter' } }
  expect((await colleague.call('POST', `/api/review/${review}/change`, change)).status).toBe(403)
  expect((await writer.call('POST', `/api/review/${review}/change`, change)).status).toBe(200)
  expect((await publish(review)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ excerpt: 'Shorter' })
  expect((await publisher.call('POST', `/api/review/${review}/send_back`, { words: 'Late' })).status).toBe(409)
  expect((await writer.call('POST', `/api/review/${review}/withdraw`)).status).toBe(409)
})

it('is sent back with words alone', async () => {
  const review = await asked(await live())
  expect((await publisher.call('POST', `/api/review/${review}/send_back`, { words: '  ' })).status).toBe(422)
  expect(await look(review)).toMatchObject({ stage: 'waiting', comments: [] })
})

it('is published by nobody who may not, their own least of all', async () => {
  const id = await live()
  const review = await asked(id)
  for (const client of [writer, colleague, reader]) expect((await publish(review, client)).status).toBe(403)
  expect((await publish(review, pages)).status).toBe(404)
  expect((await pages.call('GET', `/api/review/${review}`)).status).toBe(404)
  const own = await asked(await live(), {}, publisher)
  expect((await publish(own)).status).toBe(200)
})

it('is asked for by whoever may write it, where it could be done, and while it is switched on', async () => {
  const id = await live()
  expect((await asks(id, {}, reader)).status).toBe(403)
  expect((await asks(id, {}, pages)).status).toBe(404)
  expect((await asks(id, { sent: { excerpt: '' } })).status).toBe(422)
  expect((await asks(id, { sent: { excerpt: 'Short' } })).status).toBe(409)
  expect((await asks(id, { verb: 'create' })).status).toBe(422)
  expect((await asks(id, { verb: 'approve' })).status).toBe(404)
  expect((await asks(9_999_999, { version: 1 })).status).toBe(404)
  const bad = await writer.call('POST', '/api/review', { kind: 'post', record: 'x', verb: 'edit' })
  expect(bad.status).toBe(422)
  await atrium.run(configuration, 'edit', { second_eyes: false }, 1)
  expect((await asks(id)).status).toBe(409)
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
})

it('is asked for, and published, once for its key', async () => {
  const id = await live()
  const [asking, publishing] = [randomUUID(), randomUUID()]
  const once = await asked(id, {}, writer, { 'idempotency-key': asking })
  expect(await asked(id, {}, writer, { 'idempotency-key': asking })).toBe(once)
  const key = { 'idempotency-key': publishing }
  const [first, again] = [await publish(once, publisher, {}, key), await publish(once, publisher, {}, key)]
  expect(again.body).toEqual(first.body)
  expect((await rowOf(id)).version).toBe(2)
})

it('is done once by two who publish it at the same moment', async () => {
  const id = await live()
  const review = await asked(id)
  const both = await Promise.all([publish(review), publish(review, administrator)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await rowOf(id)).version).toBe(2)
})

it('is not published as it was before its author changed it', async () => {
  const review = await asked(await live())
  await writer.call('POST', `/api/review/${review}/change`, { verb: 'edit', version: 1, sent: { excerpt: 'Other' } })
  expect((await publish(review, publisher, {}, { 'if-match': '"1"' })).status).toBe(412)
  expect((await publish(review, publisher, {}, { 'if-match': '"2"' })).status).toBe(200)
})

it('counts what waits for whom', async () => {
  const count = async (client: Client) => (await client.call('GET', '/api/review/unread')).body.data.reviews
  const before = [await count(publisher), await count(writer), await count(pages)]
  await asked(await live())
  expect([await count(publisher), await count(writer), await count(pages)]).toEqual([
    (before[0] ?? 0) + 1,
    before[1],
    before[2],
  ])
})

it('tells by mail whoever may publish, and its author of what becomes of it', async () => {
  const id = await live()
  const others = [pages, colleague, reader].map((one) =>
    'email' in one ? readMails(atrium.dataDir, String(one.email)).length : 0,
  )
  const { name } = await rowOf(id)
  const review = await asked(id)
  const mails = (client: { email: string }) =>
    readMails(atrium.dataDir, client.email).filter(({ subject }) => subject.endsWith(name))
  await vi.waitUntil(() => mails(publisher).length === 1, { timeout: 20_000 })
  expect(mails(publisher)[0]).toMatchObject({
    subject: `A review is asked for: ${name}`,
    text: expect.stringContaining(`/dashboard/reviews/${review}`),
  })
  await publisher.call('POST', `/api/review/${review}/send_back`, { words: 'Needs a source' })
  await vi.waitUntil(() => mails(writer).length === 1, { timeout: 20_000 })
  expect(mails(writer)[0]?.text).toContain('Needs a source')
  expect(mails(writer)).toHaveLength(1)
  expect(
    [pages, colleague, reader].map((one) => ('email' in one ? readMails(atrium.dataDir, String(one.email)).length : 0)),
  ).toEqual(others)
})

it('keeps comments on passages, with answers, until they are done', async () => {
  const review = await asked(await live())
  const say = (body: object, client: Client = publisher) => client.call('POST', `/api/review/${review}/remark`, body)
  const first = await say({ words: 'Who says so?', field: 'excerpt', quote: 'Proposed' })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const { id } = first.body.data
  expect((await say({ words: 'The board', answers: id }, writer)).status).toBe(200)
  expect((await say({ words: 'I read along' }, reader)).status).toBe(403)
  expect((await say({ words: ' ' })).status).toBe(422)
  expect((await say({ words: 'Elsewhere', answers: 9_999_999 })).status).toBe(404)
  expect((await writer.call('POST', `/api/remark/${id}/settle`)).status).toBe(200)
  expect((await look(review)).comments).toMatchObject([
    {
      id,
      words: 'Who says so?',
      quote: 'Proposed',
      field: 'excerpt',
      isSettled: true,
      author: { id: `user-${publisher.id}` },
    },
    { words: 'The board', answers: id, isSettled: false },
  ])
  expect((await publisher.call('POST', `/api/remark/${id}/reopen`)).status).toBe(200)
  expect((await look(review)).remarks).toBe(2)
})

it('erases what somebody said with them', async () => {
  const gone = await atrium.asUser(writing)
  const review = await asked(await live())
  await gone.call('POST', `/api/review/${review}/remark`, { words: 'My private view of it' })
  const theirs = await atrium.services.personalData.recordsAbout({ type: 'user', id: gone.id })
  expect(theirs.map(({ resource }) => resource.name)).toEqual(['user', 'remark'])
  const erased = await administrator.call('POST', `/api/user/${gone.id}/erasure`, { name: 'Some Body' })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect((await look(review)).comments).toMatchObject([{ words: '[erased]' }])
})

it('is told in the trail, and to open screens', async () => {
  const auditor = await atrium.asUser(['r-audit', 'r-activity_trail'])
  const { body: before } = await publisher.call('GET', '/api/live')
  const review = await asked(await live())
  const told = async () =>
    (await publisher.call('GET', `/api/live?after=${before.data.position}`)).body.data.changes.some(
      (one: { resource: string; id?: number }) => one.resource === 'review' && one.id === review,
    )
  await vi.waitUntil(told, { timeout: 10_000 })
  const trail = await auditor.call('GET', '/api/utility/activity_log?per_page=1&type=Changes')
  expect(trail.body.data[0]).toMatchObject({ actionDesc: 'review created' })
  expect((await auditor.call('GET', `/api/review/${review}/history`)).status).toBe(200)
})

it('shows auditors what waits and what was said of it, without anybody’s words, and lets them do nothing', async () => {
  const auditor = await atrium.asUser(['r-audit'])
  const id = await live()
  const review = await asked(id, { words: 'Please look' })
  expect(await listed(auditor)).toContain(review)
  const seen = await look(review, auditor)
  expect(seen).toMatchObject({ changes: [{ field: 'excerpt', to: 'Proposed' }], mayPublish: false, mayComment: false })
  expect(seen.comments.map(({ words }) => words)).toEqual(['[personal]'])
  const tried = await Promise.all([
    publish(review, auditor, { version: 1 }),
    auditor.call('POST', `/api/review/${review}/remark`, { words: 'Mine' }),
    auditor.call('POST', `/api/review/${review}/withdraw`),
    auditor.call('POST', reviews, { kind: 'post', record: id, verb: 'edit', version: 1, sent: { excerpt: 'Mine' } }),
  ])
  expect(tried.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true, true, true])
  const [remark] = seen.comments
  const story = (await auditor.call('GET', `/api/remark/${remark?.id}/history`)).body.data
  expect(story.flatMap(({ changes }: { changes: object[] }) => changes)).toContainEqual(
    expect.objectContaining({ field: 'words', to: '[personal]' }),
  )
  const told = JSON.stringify((await auditor.call('GET', `/api/review/${review}/history`)).body.data)
  expect([told.includes('"waits"'), told.includes('"cause"'), told.includes('"stage"')]).toEqual([false, false, false])
})

const resume = (id: number, client: Client = writer) => client.call('POST', `/api/review/${id}/resume`)

it('is as it was once its author takes back that they withdrew it, without another mail', async () => {
  const review = await asked(await live(), { words: 'Please look' })
  await publisher.call('POST', `/api/review/${review}/send_back`, { words: 'Shorter' })
  const before = await look(review, writer)
  await writer.call('POST', `/api/review/${review}/withdraw`)
  expect((await resume(review, colleague)).status).toBe(403)
  const { status, body } = await resume(review)
  expect([status, body.message]).toEqual([200, 'The request for a review is there again.'])
  const after = await look(review, writer)
  expect(after).toMatchObject({ stage: 'sent_back', sent: before.sent, comments: before.comments })
  expect(after.version).toBe(before.version + 2)
})

it('is not there again where another change of its record waits, or it was published', async () => {
  const id = await live()
  const review = await asked(id)
  await writer.call('POST', `/api/review/${review}/withdraw`)
  const other = await asked(id, { sent: { excerpt: 'Rival' } }, colleague)
  const { status, body } = await resume(review)
  expect([status, body.message]).toEqual([409, 'Another change of this waits for review already.'])
  await publish(other)
  expect((await resume(other, colleague)).status).toBe(409)
  expect((await resume(review)).status).toBe(200)
  expect((await asks(id, { sent: { excerpt: 'Third' } })).status).toBe(409)
})
