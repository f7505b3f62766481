import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
let ada: Client
let reader: Client
let auditor: Client
let names: Map<string, string>
beforeAll(async () => {
  atrium = await openTestAtrium()
  ada = await atrium.asUser('all')
  const grace = await atrium.asUser(['c-post', 'r-post', 'u-post'])
  reader = await atrium.asUser(['r-post'])
  auditor = await atrium.asUser(['r-audit'])
  const category = (await ada.call('POST', '/api/category', { name: 'One' })).body.data.id
  const one = { excerpt: 'x', category }
  for (const [who, name] of [
    [ada, 'By Ada'],
    [grace, 'By Grace'],
  ] as const)
    expect((await who.call('POST', '/api/post', { name, ...one })).status).toBe(200)
  // What was made by one and changed by another stays with the first.
  const again = (await grace.call('POST', '/api/post', { name: 'A draft', ...one, draft: 'true' })).body.data.id
  expect((await ada.call('PUT', `/api/post/${again}`, { name: 'A draft of Grace' })).status).toBe(200)
  const { data } = (await ada.call('GET', '/api/utility/getAuthors?resource=post')).body
  names = new Map(data.map(({ value, label }: { value: string; label: string }) => [label, value]))
}, 60_000)
afterAll(() => atrium.close())

type Row = { id: number; name: string; created_at: string; created_by: string; published_at: string | null }

const ask = (who: Client, path: string) => who.call('GET', path)
const rowsOf = async (who: Client, query: string): Promise<Row[]> => (await ask(who, `/api/post?${query}`)).body.data
const called = (rows: readonly Row[]) => rows.map(({ name }) => name).toSorted()

it('filters a list by who made its records, whoever changed them, also as of a moment', async () => {
  const rows = await rowsOf(reader, '')
  const grace = names.get(rows.find(({ name }) => name === 'By Grace')?.created_by ?? '')
  expect(called(await rowsOf(reader, `created_by=${grace}`))).toEqual(['A draft of Grace', 'By Grace'])
  const now = new Date(Date.now() + 1_000).toISOString()
  const then = await rowsOf(auditor, `created_by=${grace}&as_of=${now}`)
  expect(called(then)).toEqual(['A draft of Grace', 'By Grace'])
  expect(await rowsOf(reader, 'created_by=user-0')).toEqual([])
  for (const strange of ['user-x', 'employee-1', '1', "user-1' or true --"])
    expect((await reader.call('GET', `/api/post?created_by=${encodeURIComponent(strange)}`)).status, strange).toBe(400)
})

it('offers as authors only who made something of a list, by name, to whoever may open that list', async () => {
  const authors = (who: Client, query: string) => ask(who, `/api/utility/getAuthors?${query}`)
  const rows = await rowsOf(reader, '')
  const shown = new Set(rows.map((row) => row.created_by))
  const offered = (await authors(reader, 'resource=post')).body.data
  expect(new Set(offered.map(({ label }: { label: string }) => label))).toEqual(shown)
  expect((await authors(reader, 'resource=file')).status).toBe(403)
  expect((await authors(reader, 'resource=employee')).status).toBe(404)
  expect((await authors(reader, 'resource=post&author=employee-1')).status).toBe(400)
  expect((await authors(await atrium.asEmployee(), 'resource=post')).status).toBe(403)
  // Addresses are what a list does not show.
  expect((await authors(reader, 'resource=post&keyword=%40')).body.data).toEqual([])
  const [one] = offered
  expect((await authors(reader, `resource=post&author=${one.value}`)).body.data).toEqual([one])
})

it('knows when a post was published: never for a draft, at once or when the draft was published', async () => {
  const rows = await rowsOf(reader, 'sort=id')
  const draft = rows.find(({ name }) => name === 'A draft of Grace')
  expect(rows.map(({ published_at: at, created_at: made }) => at === made)).toEqual([true, true, false])
  expect(draft?.published_at).toBeNull()
  const ofToday = `published_at_from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`
  expect(called(await rowsOf(reader, ofToday))).toEqual(['By Ada', 'By Grace'])
  expect((await ada.call('POST', `/api/post/${draft?.id}/activate`)).status).toBe(200)
  expect(called(await rowsOf(reader, ofToday))).toEqual(['A draft of Grace', 'By Ada', 'By Grace'])
  const [latest] = await rowsOf(reader, 'sort=-published_at')
  expect(latest?.id).toBe(draft?.id)
  expect((await ask(reader, `/api/post/${draft?.id}`)).body.data.published_at).toBe(latest?.published_at)
  expect((await ada.call('POST', `/api/post/${draft?.id}/deactivate`, { draft: true })).status).toBe(200)
  expect((await ask(reader, `/api/post/${draft?.id}`)).body.data.published_at).toBeNull()
})
