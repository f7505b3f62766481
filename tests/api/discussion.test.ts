import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import { longestComment } from '../../domain/shapes/comments.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

type Person = Awaited<ReturnType<TestAtrium['asEmployee']>>

let atrium: TestAtrium
let editor: Client
let moderator: Client
let one: Person
let other: Person
let category: number

const set = (sent: { reactions: boolean; comments: boolean }) => atrium.run(configuration, 'edit', sent, 1)

beforeAll(async () => {
  atrium = await openTestAtrium()
  editor = await atrium.asUser(['r-post', 'c-post', 'u-post', 'd-post', 'c-category'])
  moderator = await atrium.asUser(['r-comment', 'u-comment'])
  one = await atrium.asEmployee()
  other = await atrium.asEmployee()
  category = (await editor.call('POST', '/api/category', { name: 'House' })).body.data.id
}, 60_000)
afterAll(() => atrium.close())

const made = async (name: string): Promise<number> =>
  (await editor.call('POST', '/api/post', { name, excerpt: 'Short', category, content: '<p>Long</p>' })).body.data.id
const likes = async (client: Client, id: number) => (await client.call('GET', `/api/post/${id}/reactions`)).body.data
const like = (client: Client, id: number) => client.call('POST', `/api/post/${id}/reaction`)
const unlike = (client: Client, reaction: number) => client.call('DELETE', `/api/reaction/${reaction}`)
const read = async (client: Client, id: number, query = '') =>
  (await client.call('GET', `/api/post/${id}/comments${query}`)).body
const write = (client: Client, id: number, text: string, answered?: number) =>
  client.call('POST', `/api/post/${id}/comment`, { text, ...(answered === undefined ? {} : { answer_to: answered }) })
const written = async (client: Client, id: number, text: string, answered?: number): Promise<number> => {
  const { status, body } = await write(client, id, text, answered)
  expect(status, body.message).toBe(200)
  return body.data.id
}
const act = (client: Client, id: number, verb: string, sent?: object) =>
  client.call('POST', `/api/comment/${id}/${verb}`, sent)
const listed = async (client: Client, query = '') => (await client.call('GET', `/api/comment${query}`)).body.data

it('does nothing of it in a fresh system', async () => {
  const id = await made('Fresh')
  const { config } = (await one.call('GET', '/api/utility/portal')).body.data
  expect([config.reactions, config.comments]).toEqual([false, false])
  expect([await likes(one, id), (await like(one, id)).status]).toEqual([null, 409])
  const answers = [await one.call('GET', `/api/post/${id}/comments`), await write(one, id, 'Hello')]
  expect(answers.map(({ status }) => status)).toEqual([409, 409])
  await set({ reactions: true, comments: true })
  expect([await likes(one, id), (await read(one, id)).meta]).toEqual([
    { likes: 0, mine: null },
    { total: 0, isOpen: true, next: null },
  ])
})

it('counts one like of each, however often it is said, until it is taken back', async () => {
  const id = await made('Canteen')
  const answers = await Promise.all([like(one, id), like(one, id), like(one, id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await like(other, id)
  const { mine, likes: count } = await likes(one, id)
  expect(count).toBe(2)
  expect([(await unlike(other, mine)).status, (await unlike(editor, mine)).status]).toEqual([403, 403])
  expect([(await unlike(one, mine)).status, (await unlike(one, mine)).status]).toEqual([200, 200])
  expect(await likes(one, id)).toEqual({ likes: 1, mine: null })
  await like(one, id)
  expect(await likes(other, id)).toMatchObject({ likes: 2 })
})

it('shows comments with their answers, the newest first, under the names of the directory', async () => {
  const id = await made('Talk')
  const first = await written(one, id, 'First\nof all')
  const second = await written(other, id, 'Second')
  const answer = await written(other, id, 'To the first', first)
  const { data, meta } = await read(one, id)
  expect(meta).toEqual({ total: 3, isOpen: true, next: null })
  expect(data.map((row: any) => [row.id, row.answer_to, row.text, row.author.id, row.isOwn])).toEqual([
    [second, null, 'Second', other.id, false],
    [first, null, 'First\nof all', one.id, true],
    [answer, first, 'To the first', other.id, false],
  ])
  const person = (await one.call('GET', `/api/employee/${other.id}/with_co`)).body.data
  expect(data[0].author.name).toBe(person.fullname)
})

it('goes on with older comments where a page ends', async () => {
  const id = await made('Long talk')
  const ids: number[] = []
  for (let count = 0; count < 22; count += 1) ids.push(await written(count % 2 ? one : other, id, `Comment ${count}`))
  const { data, meta } = await read(one, id)
  expect([data.length, meta.total, meta.next]).toEqual([20, 22, ids[2]])
  const older = await read(one, id, `?before=${meta.next}`)
  expect(older.data.map((row: any) => row.id)).toEqual([ids[1], ids[0]])
  expect(older.meta.next).toBeNull()
})

it('refuses what is no comment, with what is wrong', async () => {
  const id = await made('Refusals')
  const elsewhere = await written(one, await made('Elsewhere'), 'Here')
  const first = await written(one, id, 'First')
  const answer = await written(one, id, 'Answer', first)
  const statuses = [
    await write(one, id, ' '),
    await write(one, id, 'x'.repeat(longestComment + 1)),
    await one.call('POST', `/api/post/${id}/comment`, { text: 'Hello', stage: 'hidden' }),
    await write(one, id, 'Two levels', answer),
    await write(one, id, 'Of another post', elsewhere),
    await write(one, 999_999, 'Nowhere'),
    await write(moderator, id, 'By staff'),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([422, 422, 422, 409, 409, 404, 403])
  expect((await write(one, id, 'é'.repeat(longestComment))).status).toBe(200)
  expect((await one.call('GET', `/api/post/${id}/comments?before=x`)).status).toBe(400)
})

it('writes one comment for each key', async () => {
  const id = await made('Twice')
  const headers = { 'idempotency-key': 'a-comment-that-is-sent-twice' }
  const answers = [1, 2].map(() => one.call('POST', `/api/post/${id}/comment`, { text: 'Once' }, headers))
  await Promise.all(answers)
  expect((await read(one, id)).meta.total).toBe(1)
})

it('is changed, taken back and said again by whoever wrote it alone', async () => {
  const id = await made('Own words')
  const said = await written(one, id, 'Tpyo')
  const answer = await written(other, id, 'Pardon?', said)
  for (const client of [other, moderator, editor])
    for (const [verb, sent] of [['reword', { text: 'Mine now' }], ['take_back']] as const)
      expect([403, 404]).toContain((await act(client, said, verb, sent)).status)
  expect((await act(one, said, 'reword', { text: 'Typo' })).status).toBe(200)
  expect((await read(other, id)).data[0]).toMatchObject({ text: 'Typo', edited_at: expect.stringMatching(/^20/) })
  expect((await act(one, said, 'take_back')).status).toBe(200)
  const [gone, kept] = (await read(other, id)).data
  expect(gone).toMatchObject({ id: said, stage: 'taken_back', text: null, author: null })
  expect(kept).toMatchObject({ id: answer, text: 'Pardon?' })
  expect((await listed(moderator, `?post=${id}`)).map((row: any) => row.text)).toEqual(['Pardon?', ''])
  expect((await act(other, said, 'say_again', { text: 'Not mine' })).status).toBe(403)
  expect((await act(one, said, 'say_again', { text: 'Typo' })).status).toBe(200)
  expect((await read(other, id)).meta.total).toBe(2)
})

it('is hidden by staff with a reason, which who wrote it sees, and shown again', async () => {
  const id = await made('Rude')
  const said = await written(one, id, 'Rubbish')
  const refused = [
    await act(editor, said, 'hide', { reason: 'x' }),
    await act(other, said, 'hide', { reason: 'x' }),
    await act(moderator, said, 'hide', { reason: '' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 422])
  const hidden = await act(moderator, said, 'hide', { reason: 'Be kind' })
  expect(hidden.status).toBe(200)
  expect((await read(other, id)).data).toEqual([])
  expect((await read(one, id)).data[0]).toMatchObject({ stage: 'hidden', text: 'Rubbish', reason: 'Be kind' })
  expect((await read(one, id)).meta.total).toBe(0)
  expect((await act(one, said, 'reword', { text: 'Nice' })).status).toBe(409)
  expect(await listed(moderator, '?stage=hidden')).toMatchObject([{ id: said, reason: 'Be kind' }])
  expect((await act(moderator, said, 'show')).status).toBe(200)
  expect((await read(other, id)).data[0]).toMatchObject({ id: said, reason: null })
  const { version } = (await act(moderator, said, 'hide', { reason: 'Again' })).body.data
  const revert = (to: number) => moderator.call('POST', `/api/comment/${said}/revert`, { version: to })
  expect((await revert(version - 1)).status).toBe(200)
  await act(one, said, 'reword', { text: 'Better' })
  // What was said is not brought back by others.
  expect((await revert(version)).status).toBe(403)
})

it('is closed and opened for each post', async () => {
  const id = await made('Closed')
  const said = await written(one, id, 'In time')
  const put = (client: Client, isOpen: unknown) => client.call('PUT', `/api/post/${id}/discussion`, { isOpen })
  expect([(await put(moderator, false)).status, (await put(one, false)).status]).toEqual([403, 403])
  expect([(await put(editor, 'x')).status, (await put(editor, true)).status]).toEqual([422, 200])
  expect((await put(editor, false)).status).toBe(200)
  expect((await read(one, id)).meta).toMatchObject({ total: 1, isOpen: false })
  const refused = [
    await write(one, id, 'Late'),
    await write(one, id, 'Late', said),
    await act(one, said, 'reword', { text: 'Late' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
  expect((await act(one, said, 'take_back')).status).toBe(200)
  expect((await put(editor, false)).status).toBe(200)
  expect((await put(editor, true)).status).toBe(200)
  expect((await editor.call('GET', `/api/post/${id}/discussion`)).body.data).toEqual({ isOpen: true, name: 'Closed' })
  expect((await write(one, id, 'Again')).status).toBe(200)
  expect((await editor.call('PUT', '/api/post/999999/discussion', { isOpen: false })).status).toBe(404)
})

it('goes out of sight with its post, and keeps neither post nor person from being deleted', async () => {
  const leaver = await atrium.asEmployee()
  const id = await made('Put away')
  await like(leaver, id)
  const said = await written(leaver, id, 'Farewell')
  await editor.call('POST', `/api/post/${id}/deactivate`)
  const asked = async () =>
    (await Promise.all(['reactions', 'comments'].map((what) => one.call('GET', `/api/post/${id}/${what}`)))).map(
      ({ status }) => status,
    )
  expect(await asked()).toEqual([404, 404])
  expect([(await like(one, id)).status, (await write(one, id, 'Hello')).status]).toEqual([404, 404])
  expect((await editor.call('DELETE', `/api/post/${id}`)).status).toBe(200)
  expect(await asked()).toEqual([404, 404])
  await atrium.run(employee, 'delete', {}, leaver.id)
  // Staff may still have to look at what was said.
  expect((await listed(moderator, `?post=${id}`)).map((row: any) => row.id)).toEqual([said])
})

it('is sealed, exported and erased with whoever wrote it', async () => {
  const guard = await atrium.asUser(['r-personal_data', 'd-personal_data', 'r-employee', 'd-employee', 'u-employee'])
  const gone = await atrium.asEmployee()
  const id = await made('Personal')
  await like(gone, id)
  const said = await written(gone, id, 'My words')
  await act(moderator, said, 'hide', { reason: 'About them' })
  const raw = (await atrium.services.log.store.read(`comment-${said}`)).map(({ data }) => JSON.stringify(data)).join()
  for (const words of ['My words', 'About them']) expect(raw).not.toContain(words)
  const held = await atrium.services.personalData.recordsAbout({ type: 'employee', id: gone.id })
  expect(held.map(({ resource }) => resource.name).toSorted()).toEqual(['comment', 'employee', 'reaction'])
  const { fullname } = (await guard.call('GET', `/api/employee/${gone.id}`)).body.data
  await editor.call('POST', `/api/post/${id}/deactivate`)
  expect((await guard.call('POST', `/api/employee/${gone.id}/erasure`, { name: fullname })).status).toBe(200)
  expect(await listed(moderator, `?post=${id}`)).toMatchObject([{ text: '[erased]', reason: '[erased]' }])
})

it('is mailed to whoever made the post and wants it, once in an hour, and without a name', async () => {
  const [author, blind] = [
    await atrium.asUser(['c-post', 'r-post', 'r-comment']),
    await atrium.asUser(['c-post', 'r-post']),
  ]
  const mailsTo = (address: string) =>
    readdirSync(join(atrium.dataDir, 'mail'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(atrium.dataDir, 'mail', name), 'utf8')))
      .filter(({ to, subject }) => to === address && subject.startsWith('New comments'))
  const by = async (client: Client, name: string): Promise<number> =>
    (await client.call('POST', '/api/post', { name, excerpt: 'Short', category, content: '' })).body.data.id
  const wanted = async (client: Client) => (await client.call('GET', '/api/me/comment_mail')).body.data.isWanted
  const [told, untold, unasked] = [await by(author, 'Told'), await by(blind, 'Untold'), await made('Unasked')]
  expect([await wanted(author), (await one.call('GET', '/api/me/comment_mail')).status]).toEqual([false, 403])
  for (const client of [author, blind]) await client.call('PUT', '/api/me/comment_mail', { isWanted: true })
  expect([await wanted(author), await wanted(editor)]).toEqual([true, false])
  for (const id of [untold, unasked, told, told]) await written(one, id, 'Hello there')
  await expect.poll(() => mailsTo(author.email).length, { timeout: 20_000 }).toBe(1)
  const [mail] = mailsTo(author.email)
  expect(mail.subject).toBe('New comments: Told')
  expect(mail.text).toContain(`/dashboard/comment?post=${told}`)
  expect(mail.text).not.toContain('Hello there')
  expect(mailsTo(blind.email)).toEqual([])
})

it('is found in the trail by the name of the post and by a state, and in no search', async () => {
  const id = await made('Halyards')
  await like(one, id)
  const comment = await written(one, id, 'Too short')
  await act(moderator, comment, 'hide', { reason: 'Rude' })
  const auditor = await atrium.asUser(['r-audit', 'r-post', 'r-comment'])
  const found = async (query: string): Promise<string[]> =>
    (await auditor.call('GET', `/api/utility/activity_log?${query}`)).body.data.map(
      ({ modelAffected, actionDesc }: { modelAffected: string; actionDesc: string }) =>
        `${modelAffected} ${actionDesc}`,
    )
  expect((await found('keyword=halyards')).toSorted()).toEqual([
    'comment comment created',
    'comment comment updated: hide',
    'post post created',
    'reaction like created',
  ])
  expect(await found(`resource=comment&record=${comment}&field=stage`)).toEqual(['comment comment updated: hide'])
  const hits: { resource: string }[] = (await auditor.call('GET', '/api/search?q=halyards')).body.data
  expect(hits.map(({ resource }) => resource)).toEqual(['post'])
})
