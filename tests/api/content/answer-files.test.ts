import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { roomOfFiles } from '../probe.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium({ environment: { PICTURE_QUOTA_MB: '1' } })
}, 60_000)
afterAll(() => atrium.close())

const onePixel = async () =>
  new Uint8Array(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#456' } })
      .png()
      .toBuffer(),
  )

it('gives employees room for so many files with their answers, and staff as much as their work asks for', async () => {
  const [sender, staff] = [await atrium.asEmployee(), await atrium.asUser(['r-request', 'u-request', 'c-post'])]
  const { id } = (await sender.call('POST', '/api/utility/iso_submit', { subject: 'a', message: 'b' })).body.data
  const answer = async (client: Client) => {
    const form = new FormData()
    form.append('text', 'With a file.')
    form.append('files', '[0]')
    form.append('files[0]', new Blob([new Uint8Array(randomBytes(600_000))]), 'a.bin')
    return client.call('POST', `/api/request/${id}/answer` as string, form)
  }
  expect((await answer(sender)).status).toBe(200)
  expect(await answer(sender)).toMatchObject({
    status: 413,
    body: { message: 'Your files would take up more than 1 MB, which is all that one person has.' },
  })
  expect([(await answer(staff)).status, (await answer(staff)).status]).toEqual([200, 200])
  const picture = new FormData()
  picture.append('file', new Blob([await onePixel()]), 'a.png')
  expect((await staff.call('POST', '/api/utility/uploadFiles', picture)).status).toBe(200)
  const { answers } = (await sender.call('GET', `/api/request/${id}/mine` as string)).body.data
  expect(answers.map(({ by }: { by: string }) => by)).toEqual(['employee', 'staff', 'staff'])
})

it('keeps them as long as the answer, whatever is swept', async () => {
  const [sender, staff] = [await atrium.asEmployee(), await atrium.asUser(['r-request', 'u-request'])]
  const { id } = (await sender.call('POST', '/api/utility/iso_submit', { subject: 'a', message: 'b' })).body.data
  for (const text of ['first', 'second']) {
    const form = new FormData()
    form.append('text', text)
    form.append('files', '[0]')
    form.append('files[0]', new Blob([text]), `${text}.txt`)
    expect((await staff.call('POST', `/api/request/${id}/answer` as string, form)).status).toBe(200)
  }
  // As after a day, when nothing is on its way any more.
  await atrium.database.pool.query('delete from command.picture')
  await roomOfFiles(atrium).sweep()
  const { answers } = (await sender.call('GET', `/api/request/${id}/mine` as string)).body.data
  const texts = answers.map(async ({ files }: { files: { url: string }[] }) =>
    (await fetch(`${atrium.url}${files[0]?.url}`, { headers: { authorization: `Bearer ${staff.token}` } })).text(),
  )
  expect(await Promise.all(texts)).toEqual(['first', 'second'])
})
