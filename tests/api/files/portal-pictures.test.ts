import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { post } from '../../../domain/resources/post.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { pngPicture } from '../../support/pictures.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

it('says the sizes of library pictures to readers, and keeps the text as it was written', async () => {
  const editor = await atrium.asUser(['c-post', 'r-post', 'u-post'])
  const employee = await atrium.asEmployee()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(31, 17))]), 'quay.png')
  const link = (await editor.call('POST', '/api/utility/uploadFiles', form)).body.data.location
  const content = `<p>One <img src="${link}" alt="A" /> two <img src="${link}" alt="B" width="10" /> <img src="/files/x.png" alt="C" /></p>`
  const categoryId = (await atrium.run(category, 'create', { name: 'Quays' })).id
  const { id } = await atrium.run(post, 'create', { name: 'Cranes', excerpt: 'High', category: categoryId, content })
  expect((await editor.call('GET', `/api/post/${id}`)).body.data.content).toBe(content)
  const read = (await employee.call('GET', `/api/post/${id}`)).body.data.content
  expect(read).toBe(content.replace('<img', '<img width="31" height="17"'))
})
