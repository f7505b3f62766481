import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Answer, Client } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { filesOf, raw } from './probe.ts'
import type { Fields, Row } from '../support/sent.ts'
import { formOf } from '../support/form.ts'

let atrium: TestAtrium
let staff: Client
let employee: Client
let categoryId: number
const other = 'Sails'

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser(['c-post', 'r-post', 'u-post', 'd-post'])
  employee = await atrium.asEmployee()
  categoryId = (await atrium.run(category, 'create', { name: 'Ropes' })).id
  await atrium.run(category, 'create', { name: other })
}, 60_000)
afterAll(() => atrium.close())

const make = async (name: string, more: Fields<'post'> = {}, thumbnail?: Buffer) => {
  const fields = { name, excerpt: 'How to', category: String(categoryId), ...more }
  const files = thumbnail ? { thumbnail: { bytes: thumbnail, name: '../Knöt 1.png' } } : {}
  const answer = await staff.call('POST', '/api/post', formOf<'post'>(fields, files))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}
const makeId = async (name: string, more: Fields<'post'> = {}): Promise<number> => (await make(name, more)).body.data.id
const read = async (key: number | string) => (await staff.call('GET', `/api/post/${key}`)).body.data
const head = () => atrium.services.log.store.head()

describe('a form', () => {
  it('makes a post with its picture, and answers its id, slug, version and position', async () => {
    const { body } = await make('Zeemansknoop', { content: '<p>Hello</p>', featured: 'true' }, await pngPicture())
    expect(body).toEqual({
      type: 'success',
      name: 'post',
      message: 'Post created.',
      id: '{record} created.',
      values: { record: 'Post' },
      data: { id: expect.any(Number), slug: 'zeemansknoop', before: 0, version: 2 },
      position: expect.stringMatching(/^\d+$/),
    })
    const answer = await staff.call('GET', `/api/post/${body.data.id}`)
    expect(answer.headers.get('etag')).toBe('"2"')
    expect(answer.body.data).toMatchObject({
      name: 'Zeemansknoop',
      featured: true,
      content: '<p>Hello</p>',
      category: { id: categoryId, name: 'Ropes' },
      thumbnail_url: expect.stringMatching(/^\/files\/[0-9a-f]{32}\/Kn%C3%B6t-1\.png$/),
      deletedAt: null,
    })
  })

  it('publishes without the flag, and takes "false" for no', async () => {
    expect(await read(await makeId('Plain'))).toMatchObject({ featured: false, version: 1 })
    expect(await read(await makeId('Plain too', { featured: 'false' }))).toMatchObject({ featured: false, version: 1 })
  })

  it('leaves an absent field alone, and clears an empty one', async () => {
    const made = await make('Half', { content: '<p>Kept</p>', css: '.a { color: red }' }, await pngPicture())
    const { id } = made.body.data
    await staff.call('PUT', `/api/post/${id}`, formOf<'post'>({ name: 'Whole' }))
    expect(await read(id)).toMatchObject<Row<'post'>>({
      name: 'Whole',
      content: '<p>Kept</p>',
      thumbnail: expect.any(Number),
    })
    await staff.call('PUT', `/api/post/${id}`, formOf<'post'>({ content: '', thumbnail: '', css: '' }))
    expect(await read(id)).toMatchObject<Row<'post'>>({
      name: 'Whole',
      excerpt: 'How to',
      content: '',
      css: '',
      thumbnail: null,
    })
    const empty = await staff.call('PUT', `/api/post/${id}`, formOf<'post'>({ name: '' }))
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ property: 'name' }] } })
  })

  it('writes no event when nothing changes', async () => {
    const id = await makeId('Still')
    const before = await head()
    const again = await staff.call(
      'PUT',
      `/api/post/${id}`,
      formOf<'post'>({ name: 'Still', category: String(categoryId) }),
    )
    expect(again).toMatchObject({ status: 200, body: { data: { version: 1 }, position: String(before) } })
    for (const verb of ['activate', 'restore', 'unfeature'])
      expect((await staff.call('POST', `/api/post/${id}/${verb}`)).status).toBe(200)
    expect(await head()).toBe(before)
  })

  it('refuses a stale version with what changed meanwhile, and stores no picture for it', async () => {
    const id = await makeId('Contested')
    await staff.call('PUT', `/api/post/${id}`, { excerpt: 'Theirs' })
    await staff.call('POST', `/api/post/${id}/feature`)
    const before = { head: await head(), files: filesOf(atrium) }
    const picture = await pngPicture(70, 70)
    const stale = await staff.call('PUT', `/api/post/${id}`, formOf<'post'>({ name: 'Mine' }, { thumbnail: picture }), {
      'if-match': '"1"',
    })
    expect(stale).toMatchObject({ status: 412, body: { type: 'error', name: 'Stale' } })
    expect(stale.body.data).toEqual({ version: 3, changed: { excerpt: 'Theirs', featured: true } })
    expect({ head: await head(), files: filesOf(atrium) }).toEqual(before)
    // To whoever may not read it, the version and nothing of what it holds.
    const blind = await atrium.asUser(['u-post'])
    const told = await blind.call('PUT', `/api/post/${id}`, { name: 'Mine' }, { 'if-match': '"0"' })
    expect([told.status, told.body.data]).toEqual([412, { version: 3, changed: {} }])
    const fresh = await staff.call('PUT', `/api/post/${id}`, formOf<'post'>({ name: 'Mine' }), { 'if-match': '"3"' })
    expect(fresh).toMatchObject({ status: 200, body: { data: { version: 4 } } })
  })
})

describe('a picture', () => {
  const get = (link: string, client?: Client, headers: Record<string, string> = {}) =>
    fetch(`${atrium.url}${link}`, {
      headers: { ...headers, ...(client ? { authorization: `Bearer ${client.token}` } : {}) },
    })

  it('is served behind the sign-in only, and by its tag', async () => {
    const { body } = await make('Pictured', {}, await pngPicture())
    const { thumbnail_url: link } = await read(body.data.id)
    expect((await get(link)).status).toBe(404)
    for (const client of [staff, employee]) {
      const served = await get(link, client)
      expect(served.status).toBe(200)
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache, must-revalidate',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      })
      const again = await get(link, client, { 'if-none-match': served.headers.get('etag') ?? '' })
      expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
    }
    const headers = { authorization: `Bearer ${staff.token}` }
    const none = [link.replace(/[0-9a-f]{32}/, '0'.repeat(32)), '/files/%00/x.png', '/files/..%2f..%2fetc/passwd']
    for (const path of [...none, '/files/../../../../etc/passwd', '/files/temporary/x'])
      expect((await raw(atrium.url, { method: 'GET', path, headers })).status, path).toBe(404)
  })
})

describe('many at once', () => {
  const results = ({ body }: Answer) => body.results.map(({ id, ok }: { id: number; ok: boolean }) => [id, ok])

  it('works through the ids and reports each', async () => {
    const ids = [await makeId('A'), await makeId('B'), await makeId('C')]
    const all = await staff.call('POST', `/api/post/${ids.join()}/deactivate`)
    expect(all).toMatchObject({ status: 200, body: { message: '3 posts deactivated.' } })
    expect(results(all)).toEqual(ids.map((id) => [id, true]))
    await staff.call('DELETE', `/api/post/${ids[1]}`)
    const some = await staff.call('POST', `/api/post/${ids.join()}/activate`)
    expect(some).toMatchObject({ status: 207, body: { message: '2 of 3 posts activated.' } })
    expect(results(some)).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], true],
    ])
    expect((await read(ids[0] ?? 0)).deletedAt).toBeNull()
  })

  it('does nothing at all when one id is unknown', async () => {
    const id = await makeId('Untouched')
    const before = await head()
    const answer = await staff.call('DELETE', `/api/post/${id},999999`)
    expect(answer).toMatchObject({ status: 404, body: { type: 'error' } })
    expect(await head()).toBe(before)
  })

  it('works through everything that a list shows, with progress', async () => {
    for (const name of ['Match 1', 'Match 2', 'Match 3']) await makeId(name)
    const wrong = await staff.call('POST', '/api/post/matching/deactivate?keyword=match', { expected: 2 })
    expect(wrong).toMatchObject({ status: 409, body: { data: { count: 3 } } })
    const started = await staff.call('POST', '/api/post/matching/deactivate?keyword=match', { expected: 3 })
    const { job } = started.body.data
    const progress = () => staff.call('GET', `/api/job/${job}`)
    await vi.waitUntil(async () => (await progress()).body.data.state === 'done', { timeout: 10_000 })
    expect((await progress()).body.data).toMatchObject({ total: 3, done: 3, failed: 0, failures: [] })
    const list = await staff.call('GET', '/api/post?keyword=match&status=active')
    expect(list.body).toMatchObject({ data: [], meta: { total_item: 0, total_page: 1 } })
    expect((await employee.call('GET', `/api/job/${job}`)).status).toBe(404)
  })
})

describe('a verb', () => {
  it('features a post by its id, as a number or as digits', async () => {
    const [one, two] = [await makeId('Star'), await makeId('Other star')]
    for (const id of [one, String(two)])
      expect((await staff.call('POST', '/api/post/set_featured', { id })).body).toMatchObject({
        message: 'The post is featured.',
      })
    expect((await employee.call('GET', '/api/utility/getFeatured')).body.data).toMatchObject({ id: two })
    await staff.call('POST', `/api/post/${two}/deactivate`)
    expect((await employee.call('GET', '/api/utility/getFeatured')).body.data).toMatchObject({ id: one })
  })

  it('moves to Trash, out of every list, and back under its address', async () => {
    const id = await makeId('Gone and back')
    expect((await staff.call('DELETE', `/api/post/${id}`)).body).toMatchObject({ message: 'Post deleted.' })
    for (const key of [id, 'gone-and-back']) {
      expect((await staff.call('GET', `/api/post/${key}`)).status).toBe(404)
      expect((await employee.call('GET', `/api/post/${key}`)).status).toBe(404)
    }
    expect((await staff.call('PUT', `/api/post/${id}`, { name: 'X' })).status).toBe(404)
    expect((await staff.call('GET', '/api/post?keyword=gone+and')).body.meta.total_item).toBe(0)
    expect((await staff.call('POST', `/api/post/${id}/restore`)).body).toMatchObject({ message: 'Post restored.' })
    expect(await read('gone-and-back')).toMatchObject({ id, name: 'Gone and back' })
  })

  it('refuses to bring back an address that was taken meanwhile', async () => {
    const id = await makeId('Contested address')
    await staff.call('DELETE', `/api/post/${id}`)
    expect(await read(await makeId('Contested address'))).toMatchObject({ slug: 'contested-address' })
    const refused = await staff.call('POST', `/api/post/${id}/restore`)
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ property: 'slug' }] } })
    const again = (slug: unknown) => staff.call('POST', `/api/post/${id}/restore`, { slug })
    expect((await again(5)).status).toBe(422)
    expect((await again('contested-address')).status).toBe(409)
    expect((await again('Settled address')).status).toBe(200)
    expect(await read(id)).toMatchObject({ slug: 'settled-address', name: 'Contested address' })
  })
})

describe('what a verb does not ask for', () => {
  const strange = formOf<'post'>({})
  strange.set('foo', '1')
  it.each([
    ['POST', '/activate', { foo: 1 }, 'foo'],
    ['POST', '/activate', { slug: 'elsewhere' }, 'slug'],
    ['POST', '/activate', { draft: true }, 'draft'],
    ['POST', '/deactivate', { name: 'Other' }, 'name'],
    ['POST', '/restore', { slug: 'elsewhere', name: 'Other' }, 'name'],
    ['POST', '/feature', { until: '2030-01-01' }, 'until'],
    ['POST', '/activate', strange, 'foo'],
    ['POST', '/activate', formOf<'post'>({}, { thumbnail: 'x' }), 'thumbnail'],
    ['DELETE', '', { foo: 1 }, 'foo'],
  ] as const)('is refused of %s /api/post/:ids%s: %j', async (method, path, sent, property) => {
    const [one, two] = [await makeId('Asked'), await makeId('Asked')]
    const before = await head()
    const answer = await staff.call(method, `/api/post/${one}${path}`, sent)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ property }] } })
    const many = await staff.call(method, `/api/post/${one},${two}${path}`, sent)
    expect([422, 207], JSON.stringify(many.body)).toContain(many.status)
    expect(await head()).toBe(before)
  })

  it('is refused of /api/post/set_featured, and an empty body is none', async () => {
    const id = await makeId('Asked again')
    const both = await staff.call('POST', '/api/post/set_featured', { id, foo: 1 })
    expect(both).toMatchObject({ status: 422, body: { errors: [{ property: 'foo' }] } })
    for (const body of [undefined, {}, new FormData()])
      expect((await staff.call('POST', `/api/post/${id}/deactivate`, body)).status).toBe(200)
  })
})

describe('an article', () => {
  it('is found under a former address, and says its own', async () => {
    const id = await makeId('Old address')
    await staff.call('PUT', `/api/post/${id}`, { slug: 'New address' })
    for (const client of [staff, employee])
      expect((await client.call('GET', '/api/post/old-address')).body.data).toMatchObject({ id, slug: 'new-address' })
    expect(await read(await makeId('Old address'))).toMatchObject({ slug: 'old-address-2' })
  })

  it('gets its styles scoped, as a sheet of its own', async () => {
    const id = await makeId('Styled', { css: 'h1 { color: red } body { display: none } @import "/x.css";' })
    const sheet = await employee.call('GET', `/api/post/${id}/style.css`)
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(sheet.body.text).toContain(`.content-post-${id} h1`)
    expect(sheet.body.text).not.toContain('@import')
  })

  it('is kept without what could do harm, and says what was taken out', async () => {
    const made = await make('Harmful', { content: '<p onclick="x()">Fine</p><script>alert(1)</script>' })
    expect(made.body.message).toMatch(/^Post created\. Taken out of the text: /)
    expect(made.body.data.removed).toEqual(expect.arrayContaining([expect.stringContaining('script')]))
    expect((await read(made.body.data.id)).content).toBe('<p>Fine</p>')
  })
})
