import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import type { Declared } from '../../../domain/catalog.ts'
import type { Fields } from '../../support/sent.ts'

let atrium: TestAtrium
let staff: Client
let employee: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  employee = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

const needs = 'Before this can be published it needs: Excerpt, Category.'
const draft = async <N extends keyof Declared>(resource: N, fields?: Fields<N>): Promise<number> => {
  const path: string = `/api/${resource}`
  const body: Readonly<Record<string, unknown>> = { name: 'A title', draft: 'true', ...fields }
  const answer = await staff.call('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.id
}
const named = ({ errors }: { errors: { property: string }[] }) => errors.map(({ property }) => property)

it('keeps a draft by its title alone, edits it so, and names what it lacks however it is to be published', async () => {
  const id = await draft('post')
  expect((await staff.call('PUT', `/api/post/${id}`, { name: '', excerpt: '' })).body).toMatchObject({
    message: 'Post title is required',
  })
  expect((await staff.call('PUT', `/api/post/${id}`, { name: 'Another', excerpt: '', category: '' })).status).toBe(200)
  const refused = await staff.call('POST', `/api/post/${id}/activate`)
  expect([refused.status, refused.body.message, named(refused.body)]).toEqual([422, needs, ['excerpt', 'category']])
  const planned = await staff.call('PUT', `/api/post/${id}`, { publish_at: '2040-01-01T09:00:00Z' })
  expect([planned.status, planned.body.message]).toEqual([422, needs])

  const whole = await draft('post', {
    excerpt: 'x',
    category: (await staff.call('POST', '/api/category', { name: 'One' })).body.data.id,
  })
  const many = await staff.call('POST', `/api/post/${whole},${id}/activate`)
  expect(many.status).toBe(207)
  expect(many.body.results).toMatchObject([
    { id: whole, ok: true },
    { id, ok: false, message: needs },
  ])
  expect((await staff.call('GET', `/api/post/${id}`)).body.data).toMatchObject({
    draft: true,
    deletedAt: expect.any(String),
  })
  const emptied = await staff.call('PUT', `/api/post/${whole}`, { excerpt: '', category: '' })
  expect([emptied.status, named(emptied.body).toSorted()]).toEqual([422, ['category', 'excerpt']])
})

it('asks for everything of what is created without the mark of a draft, or with a moment', async () => {
  for (const more of [{}, { draft: 'false' }, { draft: 'true', publish_at: '2040-01-01T09:00:00Z' }]) {
    const answer = await staff.call('POST', '/api/post', { name: 'A title', ...more })
    expect([answer.status, named(answer.body).toSorted()]).toEqual([422, ['category', 'excerpt']])
  }
})

it.each([
  ['banner', 'getBanners', { number: 1, link: '/post' }],
  ['flash', 'news_flash', { link: '/post' }],
  ['popup', 'popup', { link: '/post' }],
] as const)('shows no employee a %s that is a draft, and lists it as one', async (resource, call, rest) => {
  const shown = async () => (await employee.call('GET', `/api/utility/${call}`)).body.data
  const before = await shown()
  const id = await draft(resource)
  expect(await shown()).toEqual(before)
  const listed = (await staff.call('GET', `/api/${resource}?draft=true`)).body.data
  expect(listed).toMatchObject([{ id, draft: true, deletedAt: expect.any(String) }])
  const refused = await staff.call('POST', `/api/${resource}/${id}/activate`)
  expect([refused.status, named(refused.body)]).toEqual([422, Object.keys(rest)])
  expect((await staff.call('PUT', `/api/${resource}/${id}`, rest)).status).toBe(200)
  expect((await staff.call('POST', `/api/${resource}/${id}/activate`)).status).toBe(200)
  expect([await shown()].flat()[0]).toMatchObject({ id })
  expect((await staff.call('GET', `/api/${resource}?draft=true`)).body.data).toEqual([])
})

it('refuses a span that ends where it begins, on its own and by an edit of one end', async () => {
  const [at, later] = ['2040-01-01T09:00:00.000Z', '2040-01-01T09:00:00.001Z']
  const banner = { number: 1, name: 'A title', link: '/post' }
  const same = await staff.call('POST', '/api/banner', { ...banner, active_from: at, active_until: at })
  expect([same.status, same.body.message]).toEqual([422, 'Active until is not later than Active from'])
  const one = await staff.call('POST', '/api/banner', { ...banner, active_from: at, active_until: later })
  expect(one.status).toBe(200)
  for (const change of [{ active_until: at }, { active_from: later }] satisfies Fields<'banner'>[])
    expect((await staff.call('PUT', `/api/banner/${one.body.data.id}`, change)).status).toBe(422)
})

it('takes back what a job published, also a draft that had a moment: it is not planned again', async () => {
  const category = (await staff.call('POST', '/api/category', { name: 'Two' })).body.data.id
  const whole = { excerpt: 'x', category }
  const planned = await draft('post', { ...whole, publish_at: '2040-01-01T09:00:00Z' })
  const plain = await draft('post', whole)
  const bare = await draft('post')
  const commands = [planned, plain, bare].map((id) => ({ resource: 'post', verb: 'activate', id }))
  const finished = async (job: string) => {
    const read = async () => (await staff.call('GET', `/api/job/${job}`)).body.data
    await vi.waitUntil(async () => (await read()).finishedAt !== null, { timeout: 20_000 })
    return read()
  }
  const { job } = (await staff.call('POST', '/api/job', { commands })).body.data
  expect(await finished(job)).toMatchObject({ done: 2, failed: 1, failures: [{ id: bare, message: needs }] })
  const undo = (await staff.call('POST', `/api/job/${job}/undo`)).body.data.job
  expect(await finished(undo)).toMatchObject({ done: 2, failed: 0 })
  for (const id of [planned, plain])
    expect((await staff.call('GET', `/api/post/${id}`)).body.data).toMatchObject({
      deletedAt: expect.any(String),
      publish_at: null,
      draft: true,
    })
})

it('makes a draft again of what was published by mistake, and nothing but inactive of what else is deactivated', async () => {
  const category = (await staff.call('POST', '/api/category', { name: 'Three' })).body.data.id
  const ids = [await draft('post', { excerpt: 'x', category }), await draft('post', { excerpt: 'x', category })]
  const drafts = async () =>
    Promise.all(ids.map(async (id) => (await staff.call('GET', `/api/post/${id}`)).body.data.draft))
  await staff.call('POST', `/api/post/${ids.join()}/activate`)
  expect((await staff.call('POST', `/api/post/${ids.join()}/deactivate`, { draft: true })).status).toBe(200)
  expect(await drafts()).toEqual([true, true])
  await staff.call('POST', `/api/post/${ids.join()}/activate`)
  expect((await staff.call('POST', `/api/post/${ids[0]}/deactivate`, { draft: true })).status).toBe(200)
  expect((await staff.call('POST', `/api/post/${ids[1]}/deactivate`)).status).toBe(200)
  expect(await drafts()).toEqual([true, false])
  expect((await staff.call('POST', `/api/post/${ids[0]}/deactivate`, { name: 'x' })).status).toBe(422)
})

it('says of a new record that it is a draft, or will be published, and of any other that it is there', async () => {
  const category = (await staff.call('POST', '/api/category', { name: 'Told' })).body.data.id
  const whole = { excerpt: 'x', category }
  const said = async (more: object) => (await staff.call('POST', '/api/post', { name: 'Told', ...more })).body.message
  expect(await said({ draft: true })).toBe('Post saved as a draft.')
  expect(await said({ ...whole, publish_at: '2040-01-01T09:00:00Z' })).toBe(
    'Post saved. It stays a draft until it is published at its moment.',
  )
  expect(await said(whole)).toBe('Post created.')
  const drafts = atrium.services.resources.filter(({ publishing }) => publishing !== undefined)
  expect(drafts.length).toBeGreaterThan(3)
  for (const { name, label } of drafts) {
    const { body } = await staff.call('POST', `/api/${name}` as string, { name: `Told ${name}`, draft: true })
    expect([name, body.message]).toEqual([name, `${label} saved as a draft.`])
  }
})
