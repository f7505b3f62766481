import { afterAll, beforeAll, expect, it } from 'vitest'
import { pngPicture } from '../../support/pictures.ts'
import { badPictures, pictureWithPage } from './bad-pictures.ts'
import { expectRefusal, filesOf, traces } from '../probe.ts'
import { openSubjects, type Subjects } from './subjects.ts'
import type { Fields } from '../../support/sent.ts'

let on: Subjects
beforeAll(async () => {
  on = await openSubjects()
}, 60_000)
afterAll(() => on.atrium.close())

const pictureForm = (fields: Record<string, unknown>, name: string, bytes: Buffer, filename: string, type: string) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  form.append(name, new Blob([new Uint8Array(bytes)], { type }), filename)
  return form
}

it('takes nothing for a picture that is none, and leaves nothing behind', { timeout: 60_000 }, async () => {
  const pictures = await badPictures()
  for (const { what, filename, type, bytes } of pictures) {
    const before = await traces(on.atrium)
    for (const [method, path, field, fields] of [
      ['POST', '/api/utility/uploadFiles', 'picture', {}],
      ['POST', '/api/post', 'thumbnail', { ...on.good.post, name: 'With a picture' }],
      ['PUT', `/api/partner/${on.ids.partner}`, 'logo', { name: 'Renamed' }],
      ['PATCH', '/api/me', 'pic', { firstName: 'Renamed' }],
    ] as const) {
      const answer = await on.staff.call(method, path, pictureForm(fields, field, bytes, filename, type))
      expectRefusal(answer.status, answer.body, `${what}: ${method} ${path}`)
      expect([413, 415, 422], what).toContain(answer.status)
    }
    expect(await traces(on.atrium), what).toEqual(before)
  }
})

it('stores no picture for a record that is refused', async () => {
  const png = await pngPicture()
  const other = await on.atrium.asUser([])
  const me = (await other.call('GET', '/api/me')).body.data
  const before = await traces(on.atrium)
  const send = (method: string, path: string, field: string, fields: Fields<'post' | 'user' | 'configuration'>) =>
    on.staff.call(method, path, pictureForm(fields, field, png, 'a.png', 'image/png'))
  const refusals = [
    await send('POST', '/api/post', 'thumbnail', { name: 'No category', excerpt: 'x' }),
    await send('POST', '/api/post', 'content', { ...on.good.post }),
    await send('POST', '/api/post', 'constructor', { ...on.good.post }),
    await send('POST', '/api/post', 'thumbnail', { ...on.good.post, thumbnail: '1' }),
    await send('PUT', '/api/post/999999', 'thumbnail', { name: 'x' }),
    await send('POST', '/api/utility/config', 'siteTitle', { footer: 'x' }),
    await send('PATCH', '/api/me', 'userName', { firstName: 'x' }),
    await send('PATCH', '/api/me', 'pic', { userName: me.userName }),
  ]
  for (const [at, { status, body }] of refusals.entries()) expectRefusal(status, body, `refusal ${at}`)
  const two = pictureForm({}, 'favicon', png, 'a.png', 'image/png')
  two.set('logo', new Blob(['no picture']), 'b.png')
  const answer = await on.staff.call('POST', '/api/utility/config', two)
  expectRefusal(answer.status, answer.body, 'one good and one bad')
  expect(await traces(on.atrium)).toEqual(before)
})

it('keeps the picture and drops the web page behind it', async () => {
  const before = filesOf(on.atrium)
  const answer = await on.staff.call(
    'POST',
    '/api/utility/uploadFiles',
    pictureForm({}, 'x', await pictureWithPage(), '../../x.html', 'text/html'),
  )
  expect(answer.status).toBe(200)
  expect(answer.body.data.location).toMatch(/^\/files\/[0-9a-f]{32}\/x\.png$/)
  const served = await fetch(`${on.atrium.url}${answer.body.data.location}`, {
    headers: { authorization: `Bearer ${on.staff.token}` },
  })
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await served.arrayBuffer()).includes('<script>')).toBe(false)
  expect(filesOf(on.atrium).length - before.length).toBe(1)
})
