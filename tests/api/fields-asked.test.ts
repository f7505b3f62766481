import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personalText } from '../../domain/people/masked.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let staff: Client
let reader: Client
let id: number

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  reader = await atrium.asEmployee()
  const { id: of } = await atrium.run(category, 'create', { name: 'Harbour' })
  const said = { name: 'A title', excerpt: 'What it is about', category: of, content: '<p>Text</p>' }
  id = (await atrium.run(post, 'create', said)).id
}, 60_000)
afterAll(() => atrium.close())

const dataOf = async (client: Client, path: string) => {
  const { status, body } = await client.call('GET', `/api/${path}`)
  expect(status, path).toBe(200)
  return body.data
}

describe('fields=', () => {
  it.each([
    // By the database, and by the API.
    ['post', 'label,id,category'],
    ['category', 'changed_by,version'],
    ['user', 'label,id,email'],
    ['role', 'id,perms'],
    ['employee', 'label,email,id'],
  ])('answers of %s what is asked for and nothing else', async (name, fields) => {
    const [whole, some] = [await dataOf(staff, name), await dataOf(staff, `${name}?fields=${fields}`)]
    expect(whole.length).toBeGreaterThan(0)
    const chosen = (row: Record<string, unknown>) =>
      Object.fromEntries(fields.split(',').map((field) => [field, row[field]]))
    expect(some).toEqual(whole.map(chosen))
    const [{ id: one }] = await dataOf(staff, `${name}?fields=id`)
    const record = await dataOf(staff, `${name}/${one}`)
    const { status, body, headers } = await staff.call('GET', `/api/${name}/${one}?fields=${fields}`)
    expect([status, body.data]).toEqual([200, chosen(record)])
    expect(headers.get('etag')).toBe(`"${record.version}"`)
  })

  it('answers employees what they are shown, and knows no more of it', async () => {
    expect(await dataOf(reader, `post/${id}?fields=name,id`)).toEqual({ name: 'A title', id })
    expect(await dataOf(reader, 'post?fields=id')).toEqual([{ id }])
    const { status, body } = await reader.call('GET', `/api/post/${id}?fields=changed_by`)
    expect([status, body.message]).toEqual([400, 'changed_by is not a field of posts'])
  })

  it('shows nobody more than all fields would', async () => {
    const auditor = await atrium.asUser(['r-audit'])
    const [hidden] = await dataOf(auditor, 'user?fields=id,email')
    expect(hidden.email).toBe(personalText)
    expect((await dataOf(auditor, `user/${hidden.id}?fields=email`)).email).toBe(personalText)
    const [seen] = await dataOf(staff, 'user?fields=id,email')
    expect(seen.email).toContain('@')
    expect((await (await atrium.asUser(['r-post'])).call('GET', '/api/user?fields=id')).status).toBe(403)
  })

  it.each(['post', `post/1`, 'user', 'file?view=portal'])('refuses at %s what it does not know', async (path) => {
    const { status, body } = await staff.call('GET', `/api/${path}${path.includes('?') ? '&' : '?'}fields=id,colour`)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ property: 'fields' }])
  })

  it('stands in the OpenAPI document, with what it does', async () => {
    const { body } = await staff.call('GET', '/api/docs/openapi.json')
    for (const path of ['/api/post', '/api/post/{key}', '/api/file']) {
      const parameters: { name: string; description?: string }[] = body.paths[path].get.parameters
      expect(parameters.find(({ name }) => name === 'fields')?.description, path).toContain('`id,label`')
    }
  })

  it('is all of them where none is named', async () => {
    expect(await dataOf(staff, `post/${id}?fields=`)).toEqual(await dataOf(staff, `post/${id}`))
  })
})
