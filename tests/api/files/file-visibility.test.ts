import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { file } from '../../../domain/resources/file.ts'
import { post } from '../../../domain/resources/post.ts'
import { user } from '../../../domain/resources/user.ts'
import { singletonId } from '../../../domain/resource.ts'
import { verify } from '../../../projections/running/verify.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, type Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import type { Fields } from '../../support/sent.ts'

type Readers = Record<
  'editor' | 'reader' | 'trash' | 'librarian' | 'stranger' | 'uploader' | 'previewer' | 'employee',
  Client
>

let atrium: TestAtrium
let readers: Readers
let categoryId: number
beforeAll(async () => {
  atrium = await openTestAtrium()
  categoryId = (await atrium.run(category, 'create', { name: 'Ropes' })).id
  readers = {
    editor: await atrium.asUser(['c-post', 'r-post', 'u-post', 'd-post']),
    reader: await atrium.asUser(['r-post']),
    trash: await atrium.asUser(['d-post']),
    librarian: await atrium.asUser(['r-file']),
    uploader: await atrium.asUser(['u-banner']),
    previewer: await atrium.asUser(['r-homepage']),
    stranger: await atrium.asUser(['r-role']),
    employee: await atrium.asEmployee(),
  }
}, 60_000)
afterAll(() => atrium.close())

let width = 30
const formOf = async (field: keyof Fields<'post'> | keyof Fields<'user'> | 'file', fields: Fields<'post'> = {}) => {
  width += 1
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set(field, new Blob([new Uint8Array(await pngPicture(width, 13))]), 'canary.png')
  return form
}
const newPost = async (name: string, fields: Fields<'post'> = {}) =>
  (await atrium.run(post, 'create', { name, excerpt: 'How to', category: categoryId, ...fields })).id

const uploaded = async (name: string, bytes: Buffer) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return (await atrium.asUser(['c-file'])).call('POST', '/api/file', form)
}

/** Who gets the bytes of an address; `anyone` has not signed in. */
const seenBy = async (link: string): Promise<string[]> => {
  const all = Object.entries(readers)
  const answers = await Promise.all(all.map(([, client]) => client.call('GET', link)))
  const anyone = await call(atrium.url, 'GET', link)
  const statuses = [
    ...all.map(([name], at) => [name, answers[at]?.status] as const),
    ['anyone', anyone.status] as const,
  ]
  expect(statuses.filter(([, status]) => status !== 200 && status !== 404)).toEqual([])
  return statuses.flatMap(([name, status]) => (status === 200 ? [name] : [])).toSorted()
}

// The library offers a picture of the house to whoever may upload, and its own screens show it.
const library = ['editor', 'librarian', 'uploader']

it('a thumbnail is as visible as its post', async () => {
  const id = await newPost('Shown')
  expect((await readers.editor.call('PUT', `/api/post/${id}`, await formOf('thumbnail'))).status).toBe(200)
  const link: string = (await readers.editor.call('GET', `/api/post/${id}`)).body.data.thumbnail_url
  expect(await seenBy(link)).toEqual([...library, 'employee', 'previewer', 'reader'].toSorted())
  await atrium.run(post, 'deactivate', {}, id)
  expect(await seenBy(link)).toEqual([...library, 'reader'].toSorted())
  await atrium.run(post, 'delete', {}, id)
  expect(await seenBy(link)).toEqual([...library, 'trash'].toSorted())
  await atrium.run(post, 'restore', {}, id)
  await atrium.run(post, 'activate', {}, id)
  expect(await seenBy(link)).toContain('employee')
  await atrium.run(post, 'edit', { thumbnail: null }, id)
  expect(await seenBy(link)).toEqual(library)
})

it('a picture of a text is visible while a visible text shows it, and until then to who sent it', async () => {
  const sent = await readers.editor.call('POST', '/api/utility/uploadFiles', await formOf('file'))
  const link: string = sent.body.data.location
  expect(await seenBy(link)).toEqual(library)
  const content = `<p>Look:</p><p><img src="${link}" alt="A knot"></p>`
  const [first, second] = [await newPost('First', { content }), await newPost('Second', { content })]
  expect(await seenBy(link)).toContain('employee')
  await atrium.run(post, 'deactivate', {}, first)
  expect(await seenBy(link)).toContain('employee')
  await atrium.run(post, 'edit', { content: '<p>Nothing to see</p>' }, second)
  expect(await seenBy(link)).toEqual([...library, 'reader'].toSorted())
})

it('a file that was deactivated is shown by no post, in its picture or its text, until it is back', async () => {
  const sent = await readers.editor.call('POST', '/api/utility/uploadFiles', await formOf('file'))
  const { id: picture, location: link } = sent.body.data
  const content = `<p>Look:</p><p><img src="${link}" alt="A knot"></p>`
  const id = await newPost('With a file', { content, thumbnail: picture })
  const shown = async () => {
    const [one, list] = await Promise.all(
      [`/api/post/${id}`, '/api/post?per_page=100'].map((path) => readers.employee.call('GET', path)),
    )
    const row = list?.body.data.find((other: { id: number }) => other.id === id)
    return [one?.body.data.thumbnail_url, row.thumbnail_url]
  }
  expect(await shown()).toEqual([link, link])
  await atrium.run(file, 'deactivate', {}, picture)
  const seen = await seenBy(link)
  for (const name of ['employee', 'anyone', 'stranger']) expect(seen).not.toContain(name)
  // No address that leads to nothing: the portal shows what it shows of a post without a picture.
  expect(await shown()).toEqual([null, null])
  await atrium.run(file, 'activate', {}, picture)
  expect(await shown()).toEqual([link, link])
  expect(await seenBy(link)).toContain('employee')
})

it('a file that was put away is chosen by readers of the library alone, and a document for no picture', async () => {
  const { editor, librarian } = readers
  const { id } = (await uploaded('away.png', await pngPicture(29, 13))).body.data
  const document = (await uploaded('away.txt', Buffer.from('Rota'))).body.data.id
  const link: string = (await librarian.call('GET', `/api/file/${id}`)).body.data.link
  const offered = async () => (await editor.call('GET', '/api/utility/getFiles?keyword=away')).body.data
  expect(await offered()).toHaveLength(2)
  await atrium.run(file, 'deactivate', {}, id)
  expect(await offered()).toMatchObject([{ id: document }])
  const sent = (thumbnail: number) => ({
    name: `Of ${thumbnail}`,
    excerpt: 'x',
    category: categoryId,
    draft: true,
    thumbnail,
  })
  const unknown = { status: 422, body: { errors: [{ property: 'thumbnail' }] } }
  const naming = { ...sent(document), name: 'Naming', thumbnail: null, content: `<p><img src="${link}" alt="x"></p>` }
  expect((await editor.call('POST', '/api/post', naming)).status).toBe(200)
  expect(await editor.call('POST', '/api/post', sent(id))).toMatchObject(unknown)
  expect(await seenBy(link)).toEqual(['librarian'])
  const both = await atrium.asUser(['c-post', 'r-post', 'r-file'])
  expect((await both.call('POST', '/api/post', sent(id))).status).toBe(200)
  await atrium.run(file, 'activate', {}, id)
  expect((await editor.call('POST', '/api/post', sent(id))).status).toBe(200)
  for (const client of [editor, both])
    expect(await client.call('POST', '/api/post', sent(document))).toMatchObject(unknown)
})

it('the logo is there for anyone, until its file is put away', async () => {
  const { id } = (await uploaded('logo.png', await pngPicture(28, 13))).body.data
  const link: string = (await readers.librarian.call('GET', `/api/file/${id}`)).body.data.link
  await atrium.run(configuration, 'edit', { logo: id }, singletonId)
  expect(await seenBy(link)).toEqual([...Object.keys(readers), 'anyone'].toSorted())
  await atrium.run(file, 'deactivate', {}, id)
  expect(await seenBy(link)).toEqual(['librarian', 'previewer'])
})

it('a browser that has kept a picture is told when it may no longer show it', async () => {
  const id = await newPost('Kept')
  await readers.editor.call('PUT', `/api/post/${id}`, await formOf('thumbnail'))
  const link: string = (await readers.editor.call('GET', `/api/post/${id}`)).body.data.thumbnail_url
  const { headers } = await readers.employee.call('GET', link)
  expect(headers.get('cache-control')).toBe('private, no-cache, must-revalidate')
  const again = { 'if-none-match': headers.get('etag') ?? '' }
  expect((await readers.employee.call('GET', link, undefined, again)).status).toBe(304)
  await atrium.run(post, 'deactivate', {}, id)
  expect((await readers.employee.call('GET', link, undefined, again)).status).toBe(404)
})

it('a photo is as visible as its person: never by the right to the library alone', async () => {
  const me = await atrium.asUser('no role')
  expect((await me.call('PATCH', '/api/me', await formOf('pic'))).status).toBe(200)
  const link: string = (await me.call('GET', '/api/me')).body.data.pic
  const staff = await atrium.asUser(['r-user'])
  expect((await staff.call('GET', link)).status).toBe(200)
  expect((await me.call('GET', link)).status).toBe(200)
  expect(await seenBy(link)).toEqual(['employee', 'previewer'])
  await atrium.run(user, 'deactivate', {}, me.id)
  expect((await staff.call('GET', link)).status).toBe(200)
  expect(await seenBy(link)).toEqual([])
})

it('a photo is shown by no text that names its address', async () => {
  const me = await atrium.asUser('no role')
  expect((await me.call('PATCH', '/api/me', await formOf('pic'))).status).toBe(200)
  const link: string = (await me.call('GET', '/api/me')).body.data.pic
  const before = await seenBy(link)
  expect(before).not.toContain('editor')
  const sent = { name: 'Faces', excerpt: 'x', category: categoryId, content: `<p><img src="${link}" alt="A face"></p>` }
  expect((await readers.editor.call('POST', '/api/post', sent)).status).toBe(200)
  expect(await seenBy(link)).toEqual(before)
  await atrium.run(user, 'deactivate', {}, me.id)
  expect(await seenBy(link), 'put away').toEqual([])
})

it('knows the uses again after a replay', async () => {
  const { pool } = atrium.services
  const { rows } = await pool.query('select source from uses')
  expect(rows.length).toBeGreaterThan(3)
  expect(await verify(atrium.services)).toMatchObject({ ok: true, problems: [] })
})
