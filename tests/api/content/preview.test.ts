import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'

let atrium: TestAtrium
let writer: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  writer = await atrium.asUser(['u-post', 'c-post', 'r-post'])
}, 60_000)
afterAll(() => atrium.close())

const preview = (body: unknown) => writer.call('POST', '/api/utility/preview', body)

it('answers what the portal gets once the text is saved, also for a text of the worker', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(30, 20))], { type: 'image/png' }), 'quay.png')
  const { location } = (await writer.call('POST', '/api/utility/uploadFiles', form)).body.data
  const content = `<p onclick="x()">A</p><script>x()</script><section><img src="${location}" alt="A quay"></section>`
  const css = 'p { position: fixed; color: red } body { margin: 0 } @import "/x.css"; @keyframes a { to { left: 0 } }'
  const { id: categoryId } = await atrium.run(category, 'create', { name: 'Quays' })
  for (const times of [1, 500]) {
    const written = { content: content.repeat(times), css: css.repeat(times) }
    const made = await writer.call('POST', '/api/post', { name: 'A', excerpt: 'B', category: categoryId, ...written })
    const { id } = made.body.data
    const { body } = await preview(written)
    expect(body.data.content).toContain('width="30" height="20"')
    const inPortal = (await writer.call('GET', `/api/post/${id}?view=portal`)).body.data
    expect(body.data.content).toBe(inPortal.content)
    const sheet = (await writer.call('GET', `/api/post/${id}/style.css`)).body.text
    expect(body.data.css).toBe(sheet.replaceAll(`content-post-${id}`, 'content-preview'))
  }
})

it('refuses what could not be saved, naming the field', async () => {
  const long = await preview({ content: 'x'.repeat(400_001), css: '' })
  expect(long).toMatchObject({ status: 422, body: { errors: [{ property: 'content' }] } })
  expect(await preview({ content: '<b>'.repeat(600), css: '' })).toMatchObject({ status: 422 })
  expect(await preview({ content: '' })).toMatchObject({ status: 422, body: { errors: [{ property: 'css' }] } })
})
