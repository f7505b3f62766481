import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import type { Answer } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { openTwoServers, type TwoServers } from '../support/two-servers.ts'
import { formOf } from '../support/form.ts'

let servers: TwoServers
let atrium: TwoServers['atrium']
let onA: TwoServers['onA']
let onB: TwoServers['onB']
let onBoth: TwoServers['onBoth']
let categoryId: number

beforeAll(async () => {
  servers = await openTwoServers()
  ;({ atrium, onA, onB, onBoth } = servers)
  categoryId = (await atrium.run(category, 'create', { name: 'Ropes' })).id
}, 60_000)
afterAll(() => servers.close())

const article = (name: string) => ({ name, excerpt: 'How to', category: categoryId })
const head = () => atrium.services.log.store.head()
const countSince = async (position: bigint) => (await atrium.services.log.store.readAll(position, 500)).length
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

it('runs one key once, however often and wherever it is sent', async () => {
  const before = await head()
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => onBoth(at)('POST', '/api/post', article('Only once'), key)),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(Object.entries(body).sort()))).size).toBe(1)
  expect(await countSince(before)).toBe(1)
  const later = await onB('POST', '/api/post', article('Only once'), key)
  expect(later.body).toEqual(answers[0]?.body)
})

it('answers an edit, a verb and a list of records the same again', async () => {
  const made = [
    await onA.call('POST', '/api/post', article('One')),
    await onA.call('POST', '/api/post', article('Two')),
  ]
  const [one, two] = made.map(({ body }) => body.data.id)
  const calls: [string, string, unknown?][] = [
    ['PUT', `/api/post/${one}`, { name: 'One more' }],
    ['POST', `/api/post/${one}/deactivate`],
    ['POST', `/api/post/${one},${two}/feature`],
    ['DELETE', `/api/post/${one},${two}`],
  ]
  for (const [method, path, body] of calls) {
    const key = { 'idempotency-key': randomUUID() }
    const first = await onA.call(method, path, body, key)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const position = await head()
    const again = await onB(method, path, body, key)
    expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body })
    expect(await countSince(position)).toBe(0)
  }
})

it('refuses a key that was used for something else, and keeps its answer', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await onA.call('POST', '/api/post', article('First'), key)
  const before = await head()
  for (const refused of [
    await onB('POST', '/api/post', article('Second'), key),
    await onB('POST', '/api/category', { name: 'First' }, key),
    await onB('PUT', `/api/post/${first.body.data.id}`, article('First'), key),
    await onB('DELETE', `/api/post/${first.body.data.id}`, undefined, key),
  ])
    expect(refused).toMatchObject({ status: 422, body: { type: 'error', status: 'Validation' } })
  expect(await countSince(before)).toBe(0)
  expect((await onB('POST', '/api/post', article('First'), key)).body).toEqual(first.body)
})

it('lets a refused call be mended under its key at once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  expect((await onA.call('POST', '/api/post', { name: 'No category' }, key)).status).toBe(422)
  const form = (thumbnail: string | Uint8Array) => formOf<'post'>(article('Mended'), { thumbnail })
  expect((await onA.call('POST', '/api/post', form('no picture'), key)).status).toBe(415)
  expect((await onA.call('POST', '/api/post', form(await pngPicture()), key)).status).toBe(200)
})

it('keeps the keys of two people apart', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const someone = await atrium.asUser(['c-category'])
  const [mine, theirs] = [
    await onA.call('POST', '/api/category', { name: 'Mine' }, key),
    await someone.call('POST', '/api/category', { name: 'Theirs' }, key),
  ]
  expect(statuses([mine, theirs])).toEqual([200, 200])
  expect(mine.body.data.id).not.toBe(theirs.body.data.id)
})

it('stores one picture for one key', async () => {
  const before = await head()
  const key = { 'idempotency-key': randomUUID() }
  const bytes = new Uint8Array(await pngPicture())
  const answers = await Promise.all(
    [0, 1, 2, 3].map((at) => {
      const form = new FormData()
      form.set('picture', new Blob([bytes]), 'a.png')
      return onBoth(at)('POST', '/api/utility/uploadFiles', form, key)
    }),
  )
  expect(new Set(answers.map(({ body }) => body.data.location)).size).toBe(1)
  expect(await countSince(before)).toBe(1)
})

it('shows a write on A in the next read on B, with and without its position', async () => {
  for (let round = 0; round < 20; round += 1) {
    const name = `Round ${round} ${randomUUID()}`
    const [writer, reader] = round % 2 === 0 ? [onA.call, onB] : [onB, onA.call]
    const made = await writer('POST', '/api/category', { name })
    const headers: Record<string, string> = round % 4 < 2 ? {} : { 'x-min-position': String(made.body.position) }
    const read = await reader('GET', `/api/category/${made.body.data.id}`, undefined, headers)
    expect(read.body.data).toMatchObject({ name, version: 1 })
    const list = await reader('GET', '/api/category?per_page=1', undefined, headers)
    expect(list.body.data[0]).toMatchObject({ id: made.body.data.id })
  }
})

it('waits on either server for the position that a read names', async () => {
  for (let round = 0; round < 10; round += 1) {
    // Straight into the log, past the wait that a call makes before it answers.
    const { id, position } = await atrium.services.dispatch({
      resource: category,
      verb: 'create',
      sent: { name: `Behind ${round}` },
      actor: { type: 'system', id: 'test' },
      perms: null,
      commandId: randomUUID(),
    })
    const read = await onBoth(round)('GET', `/api/category/${id}`, undefined, { 'x-min-position': String(position) })
    expect(read.body.data).toMatchObject({ name: `Behind ${round}` })
  }
  for (const position of ['x', '-1', '1.5', '9'.repeat(40), ''])
    expect((await onB('GET', '/api/category', undefined, { 'x-min-position': position })).status).toBe(200)
})

it('lets one of two stale edits win', async () => {
  const { body } = await onA.call('POST', '/api/category', { name: 'Contested' })
  const path = `/api/category/${body.data.id}`
  for (let version = 1; version <= 5; version += 1) {
    const wishes = [`Left ${version}`, `Right ${version}`]
    const answers = await Promise.all(
      wishes.map((name, at) => onBoth(at)('PUT', path, { name }, { 'if-match': `"${version}"` })),
    )
    expect(statuses(answers).toSorted()).toEqual([200, 412])
    const winner = wishes[answers.findIndex(({ status }) => status === 200)]
    const loser = answers.find(({ status }) => status === 412)
    expect(loser?.body).toMatchObject({
      type: 'error',
      name: 'Stale',
      data: { version: version + 1, changed: { name: winner } },
    })
    expect((await onB('GET', path)).body.data).toMatchObject({ name: winner, version: version + 1 })
  }
})

it('keeps both of two edits that name no version', async () => {
  const { body } = await onA.call('POST', '/api/post', article('Shared'))
  const path = `/api/post/${body.data.id}`
  const answers = await Promise.all([
    onA.call('PUT', path, { name: 'New title' }),
    onB('PUT', path, { excerpt: 'New excerpt' }),
  ])
  expect(statuses(answers)).toEqual([200, 200])
  expect((await onA.call('GET', path)).body.data).toMatchObject({
    name: 'New title',
    excerpt: 'New excerpt',
    version: 3,
  })
})

it('gives fifty parallel creates of one title on both servers fifty addresses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => onBoth(at)('POST', '/api/post', article('The same title'))),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const slugs = answers.map(({ body }) => body.data.slug)
  expect(new Set(slugs).size).toBe(50)
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(50)
  const list = await onB('GET', '/api/post?keyword=the+same+title&per_page=100')
  expect(new Set(list.body.data.map((row: { slug: string }) => row.slug))).toEqual(new Set(slugs))
})
