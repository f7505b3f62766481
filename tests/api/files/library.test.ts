import { writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runVerify } from '../../../cli/verify.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import type { Fields } from '../../support/sent.ts'
import { formOf } from '../../support/form.ts'

let atrium: TestAtrium
let staff: Client
let employee: Client & { id: number }
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  employee = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

const pdf = (words: string) => `%PDF-1.7\n% ${words}\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n`
const withFile = (fields: Fields<'file'>, file: { bytes: string | Uint8Array; name: string }) =>
  formOf<'file'>(fields, { file: { ...file, type: 'text/html' } })
const png = async (width = 20) => new Uint8Array(await pngPicture(width, 20))
const upload = async (fields: Fields<'file'>, bytes: string | Uint8Array<ArrayBuffer>, name: string) => {
  const { status, body } = await staff.call('POST', '/api/file', withFile(fields, { bytes, name }))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.id as number
}
const file = async (id: number) => (await staff.call('GET', `/api/file/${id}`)).body.data

it('keeps a file of any kind under its kind by content, with what is said of it', async () => {
  const id = await upload(
    { name: 'Travel policy', attribute: 'How to claim', type: 'image', altText: 'Policy' },
    pdf('one'),
    'x.png',
  )
  expect(await file(id)).toMatchObject({
    name: 'Travel policy',
    type: 'file',
    extension: 'pdf',
    attribute: 'How to claim',
    altText: 'Policy',
    thumbnail: null,
    isInPortal: true,
  })
  const photo = await upload({ description: 'The quay' }, await png(), 'quay.pdf')
  expect(await file(photo)).toMatchObject({
    name: 'quay.png',
    type: 'image',
    attribute: 'The quay',
    thumbnail: expect.stringMatching(/^\/files\//),
  })
  const list = await staff.call('GET', '/api/file?type=image&keyword=quay')
  expect(list.body.data).toMatchObject([{ id: photo, link: expect.stringMatching(/^\/files\//), altText: '' }])
  expect((await staff.call('GET', '/api/file?type=file')).body.data.map((row: { id: number }) => row.id)).toEqual([id])
})

it('serves what is no picture as a download that nothing may run', async () => {
  const id = await upload({ name: 'Trap' }, '<html><script>alert(1)</script></html>', 'trap.html')
  const { link, type } = await file(id)
  expect(type).toBe('file')
  const { headers, status } = await staff.call('GET', link)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Trap.html")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
})

it('serves a film by its kind and in parts, which is how telephones play, and stays a download', async () => {
  const bytes = `\0\0\0\x18ftypmp42\0\0\0\0mp42isom${'x'.repeat(100)}`
  const { link } = await file(await upload({ name: 'Tour' }, bytes, 'tour.bin'))
  const whole = await staff.call('GET', link)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const part = await staff.call('GET', link, undefined, { range: 'bytes=4-11' })
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
    206,
    `bytes 4-11/${bytes.length}`,
    '8',
  ])
  expect(part.body).toEqual({ text: 'ftypmp42' })
  const outside = await staff.call('GET', link, undefined, { range: 'bytes=1000-' })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  const cards = await staff.call('GET', '/api/utility/getFiles?type=file&keyword=tour')
  expect(cards.body.data).toMatchObject([{ name: 'Tour', extension: 'mp4', size: bytes.length }])
  expect((await staff.call('GET', '/api/utility/getFiles?type=image&keyword=tour')).body.data).toEqual([])
})

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 415],
  ['an SVG behind a prolog', '<?xml version="1.0"?><!-- a --><svg></svg>', 415],
  ['nothing', '', 422],
  ['more than 25 MB', 'x'.repeat(25_000_001), 413],
])('refuses %s', async (_what, bytes, status) => {
  const head = await atrium.services.log.store.head()
  expect((await staff.call('POST', '/api/file', withFile({ name: 'No' }, { bytes, name: 'a.txt' }))).status).toBe(
    status,
  )
  expect((await staff.call('POST', '/api/file', formOf<'file'>({ name: 'No' }))).status).toBe(422)
  expect(await atrium.services.log.store.head()).toBe(head)
})

it('replaces what is behind a link and keeps the link', async () => {
  const id = await upload({ name: 'Rota' }, pdf('January'), 'rota.pdf')
  const { link, version } = await file(id)
  const replaced = await staff.call(
    'PUT',
    `/api/file/${id}`,
    withFile({ attribute: 'February' }, { bytes: pdf('February'), name: 'b.pdf' }),
    { 'if-match': `"${version}"` },
  )
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)
  expect(await file(id)).toMatchObject({ link, attribute: 'February', name: 'Rota' })
  expect((await staff.call('GET', link)).body.text).toContain('February')
  // A new name ends the link that is shown; the one before leads to the same file.
  await staff.call('PUT', `/api/file/${id}`, { name: 'Roster' })
  expect((await file(id)).link).toBe(link.replace('Rota', 'Roster'))
  expect((await staff.call('GET', link)).body.text).toContain('February')
  const picture = await staff.call('PUT', `/api/file/${id}`, withFile({}, { bytes: await png(), name: 'a.png' }))
  expect(picture.body.errors).toMatchObject([{ property: 'file' }])
  const photo = await upload({ name: 'Quay' }, await png(), 'quay.png')
  const { link: seen } = await file(photo)
  const other = withFile({}, { bytes: await png(31), name: 'other.png' })
  expect((await staff.call('PUT', `/api/file/${photo}`, other)).status).toBe(200)
  expect(await file(photo)).toMatchObject({ link: seen, type: 'image', width: 31 })
  expect((await staff.call('PUT', `/api/file/${id}`, { hash: 'a' })).body.errors).toMatchObject([{ property: 'hash' }])
})

it('says where a file is used, and is not deleted while it is', async () => {
  const id = await upload({ name: 'Banner picture' }, await png(33), 'b.png')
  const { link } = await file(id)
  const banner = (await staff.call('POST', '/api/banner', { number: 1, name: 'Shows it', link: '/', thumbnail: id }))
    .body.data.id
  const flash = (
    await staff.call('POST', '/api/flash', { name: 'Too', link: '/', news_text: `<p><img src="${link}" alt=""></p>` })
  ).body.data.id
  const uses = [
    { resource: 'banner', id: banner, name: 'Shows it' },
    { resource: 'flash', id: flash, name: 'Too' },
  ]
  expect((await staff.call('GET', `/api/file/${id}/uses`)).body).toEqual({ data: uses, meta: { total_item: 2 } })
  const librarian = await atrium.asUser(['r-file', 'd-file', 'r-flash'])
  expect((await librarian.call('GET', `/api/file/${id}/uses`)).body).toEqual({
    data: uses.slice(1),
    meta: { total_item: 2 },
  })
  const refused = await staff.call('DELETE', `/api/file/${id}`)
  expect([refused.status, refused.body.data]).toEqual([409, { count: 2, members: 2, plural: 'records', records: uses }])
  const unnamed = await librarian.call('DELETE', `/api/file/${id}`)
  expect([unnamed.status, unnamed.body.data]).toEqual([
    409,
    { count: 2, members: 2, plural: 'records', records: uses.slice(1) },
  ])
  // A sentence takes words and numbers only; a client that reads the answer refuses anything else.
  expect(refused.body.values).toEqual({ count: 2, plural: 'records', record: 'file' })
  await staff.call('DELETE', `/api/banner/${banner}`)
  await staff.call('DELETE', `/api/flash/${flash}`)
  expect((await staff.call('DELETE', `/api/file/${id}`)).status).toBe(200)
  expect((await staff.call('GET', link)).status).toBe(404)
  expect((await staff.call('POST', `/api/file/${id}/restore`)).status).toBe(200)
  expect((await staff.call('GET', link)).status).toBe(200)
})

it('lets employees find active documents by a keyword, and nothing else', async () => {
  const shown = await upload({ name: 'Zanzibar rules' }, pdf('z'), 'z.pdf')
  await upload({ name: 'Zanzibar secret', isInPortal: 'false' }, pdf('zz'), 'zz.pdf')
  await upload({ name: 'Zanzibar photo' }, await png(41), 'z.png')
  const search = async (query: string) => (await employee.call('GET', `/api/file${query}`)).body
  const { link } = await file(shown)
  expect(await search('?keyword=zanzibar')).toEqual({
    data: [{ name: 'Zanzibar rules', link, extension: 'pdf' }],
    meta: { total_item: 1, total_page: 1 },
  })
  expect((await search('')).data).toEqual([])
  const hits = (await employee.call('GET', '/api/search?q=zanzibar')).body.data
  expect(hits.map(({ label }: { label: string }) => label)).toEqual(['Zanzibar rules'])
  expect((await employee.call('GET', link)).status).toBe(200)
  await staff.call('POST', `/api/file/${shown}/deactivate`)
  expect((await search('?keyword=zanzibar')).data).toEqual([])
  expect((await employee.call('GET', link)).status).toBe(404)
})

it('shows no pictures of people in the library', async () => {
  const form = formOf<'employee'>({}, { thumbnail: { bytes: await png(51), name: 'me.png' } })
  const before = (await staff.call('GET', '/api/file')).body.meta.total_item
  await employee.call('PATCH', '/api/me', form)
  const { rows } = await atrium.services.pool.query<{ id: number }>(
    `select id from file where owner = 'employee-${employee.id}'`,
  )
  expect(rows).toHaveLength(1)
  expect((await staff.call('GET', '/api/file')).body.meta.total_item).toBe(before)
  expect((await staff.call('GET', `/api/file/${rows[0]?.id}`)).status).toBe(404)
  expect((await staff.call('DELETE', `/api/file/${rows[0]?.id}`)).status).toBe(404)
})

it('serves no file whose bytes changed or are missing: the debug log and verify say so', async () => {
  const [changed, missing] = [
    await upload({ name: 'Changed' }, pdf('as stored'), 'a.pdf'),
    await upload({ name: 'Missing' }, pdf('gone'), 'b.pdf'),
  ]
  const { pool } = atrium.services
  const pathOf = async (id: number) => {
    const { rows } = await pool.query<{ hash: string }>('select hash from file where id = $1', [id])
    const hash = rows[0]?.hash ?? ''
    return { hash, path: join(atrium.dataDir, 'files', hash.slice(0, 2), hash) }
  }
  const get = async (id: number) =>
    (await fetch(`${atrium.url}${(await file(id)).link}`, { headers: { authorization: `Bearer ${staff.token}` } }))
      .status
  const verified = async () => {
    const said: string[] = []
    const code = await runVerify({ ...atrium.services, keyFor: atrium.keyFor, say: (text) => said.push(text) })
    return { code, said }
  }
  expect([await get(changed), await get(missing)]).toEqual([200, 200])
  expect(await verified()).toMatchObject({
    code: 0,
    said: [expect.anything(), expect.anything(), expect.stringMatching(/^\d+ files have the bytes/)],
  })
  const [one, other] = [await pathOf(changed), await pathOf(missing)]
  writeFileSync(one.path, pdf('as nobody stored'))
  rmSync(other.path)
  expect([await get(changed), await get(missing)]).toEqual([500, 410])
  const logged = async () => {
    const { rows } = await pool.query<{ message: string }>(
      "select message from debug.entry where route = 'GET /files/:key/:name' order by id",
    )
    return rows.map(({ message }) => message)
  }
  await expect
    .poll(logged)
    .toEqual([
      expect.stringContaining(`the bytes of the file ${one.hash.slice(0, 4)}`),
      expect.stringContaining('this file is not stored'),
    ])
  expect(await verified()).toEqual({
    code: 1,
    said: [
      expect.stringMatching(
        `^Files: the bytes of file ${changed} .${one.hash}. are not those that were stored. The last event is at position \\d+.$`,
      ),
      expect.stringMatching(
        `^Files: the bytes of file ${missing} .${other.hash}. are missing. The last event is at position \\d+.$`,
      ),
      '2 problems were found.',
    ],
  })
})

it('takes nothing that follows from the bytes or their sender from anybody, also not by a job or for all that a list shows', async () => {
  const id = await upload({ name: 'Kept as sent' }, pdf('kept'), 'kept.pdf')
  const before = await file(id)
  const code = 'a'.repeat(32)
  const forged = {
    hash: code + code,
    key: code,
    owner: 'user-1',
    extension: 'png',
    size: 7,
    source: 'editor',
    type: 'image',
  }
  const finished = async ({ body }: { body: { data: { job: string } } }) => {
    const look = async () => (await staff.call('GET', `/api/job/${body.data.job}`)).body.data
    await vi.waitUntil(async () => (await look()).finishedAt !== null)
    return look()
  }
  const edits = Object.entries(forged).map(([name, value]) => ({
    resource: 'file',
    verb: 'edit',
    id,
    sent: { [name]: value },
  }))
  const create = { resource: 'file', verb: 'create', sent: { name: 'Forged' } }
  const byJob = await finished(await staff.call('POST', '/api/job', { commands: [...edits, create] }))
  expect(byJob).toMatchObject({ done: 0, failed: 8 })
  const sent = { expected: 1, sent: { hash: forged.hash } }
  const byList = await finished(await staff.call('POST', '/api/file/matching/edit?keyword=kept%20as', sent))
  expect(byList).toMatchObject({ done: 0, failed: 1 })
  expect(await file(id)).toEqual(before)
})
