import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { signIn } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()

// One pixel in a format that browsers show and the server does not take.
const bitmap = Buffer.from('Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAC11LAA==', 'base64')

const openPost = async (): Promise<Page> => {
  const { page } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/post/canteen-menu-week-47')
  await page.getByRole('toolbar').waitFor()
  return page
}

it('says beside the field which picture the server refused', async () => {
  const page = await openPost()
  await page.locator('input[type=file]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: bitmap })
  await page.getByRole('img', { name: 'Preview' }).waitFor()
  expect(await page.locator('.f.bad').count()).toBe(0)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.locator('.f.bad').getByText('This is not a picture that can be used').waitFor()
  await page.context().close()
}, 60_000)

it('says at once, and before anything is sent, that a file only claims to be a picture', async () => {
  const page = await openPost()
  const field = page.getByRole('group', { name: 'Thumbnail' })
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await choose(Buffer.from('no picture at all'))
  await field.getByText('This is not a picture that can be used').waitFor()
  expect(await field.getByRole('img', { name: 'Preview' }).count()).toBe(0)
  await expectAccessible(page, 'no picture')
  await choose(await pngPicture(80, 50))
  await field.getByRole('img', { name: 'Preview' }).waitFor()
  expect(await field.getByText('This is not a picture that can be used').count()).toBe(0)
  await page.context().close()
}, 60_000)

it('puts a picture of the library into a text', async () => {
  const editor = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(80, 50))], { type: 'image/png' }), 'quay.png')
  const { location } = (await editor.call('POST', '/api/utility/uploadFiles', form)).body.data
  const page = await openPost()
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Insert picture' })
  await dialog.getByRole('button', { name: 'From library' }).click()
  await page.getByRole('dialog', { name: 'From library' }).getByRole('button', { name: 'quay.png' }).click()
  await dialog.getByLabel('Description').fill('The quay at noon')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  const picture = page
    .getByRole('textbox', { name: 'Text', exact: true })
    .getByRole('img', { name: 'The quay at noon' })
  await picture.waitFor()
  await expect.poll(() => picture.getAttribute('src')).toBe(location)
  await page.context().close()
}, 60_000)

it('cuts a picture, and keeps its focal point in sight where the portal crops it', async () => {
  const page = await openPost()
  const field = page.getByRole('group', { name: 'Thumbnail' })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await pngPicture(80, 50) })
  await field.getByRole('button', { name: 'Crop and focal point' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and focal point' })
  await dialog.getByLabel('Right edge').fill('50')
  await dialog.getByLabel('Focal point, across').fill('10')
  const whole = dialog.getByRole('img')
  await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(80)
  const box = await whole.boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.1, (box?.y ?? 0) + (box?.height ?? 0) - 1)
  await expect.poll(() => dialog.getByLabel('Focal point, down').inputValue()).toBe('98')
  await dialog.getByLabel('Focal point, down').fill('100')
  await expectAccessible(page, 'crop and focal point')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const cut = field.getByRole('img', { name: 'Preview' })
  await expect.poll(() => cut.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  const at = () => cut.evaluate((image) => getComputedStyle(image).objectPosition)
  await expect.poll(() => at()).toBe('20% 100%')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { level: 1, name: 'Post', exact: true }).waitFor()
  await page.goto('/post/canteen-menu-week-47?preview=1')
  const shown = page.locator('.article .art img')
  await shown.waitFor()
  await expect.poll(() => shown.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('20% 100%')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  await page.context().close()
}, 60_000)

it('saves no text while pictures are on their way into it, and leaves it only when that is meant', async () => {
  const page = await openPost()
  const picture = (await pngPicture(80, 50)).toString('base64')
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/api/utility/uploadFiles', async (route) => {
    await held
    await route.continue()
  })
  const text = page.locator('.ProseMirror')
  await text.evaluate((element, encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    for (const name of ['a.png', 'b.png']) dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }))
    const { left, top } = element.getBoundingClientRect()
    const at = { clientX: left + 20, clientY: top + 20 }
    element.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer, bubbles: true, cancelable: true }))
  }, picture)
  await expect.poll(() => text.locator('.upload-line').count()).toBe(2)
  const saved: string[] = []
  page.on('request', (request) => {
    // Drafts are kept by a call of their own.
    if (request.method() === 'PUT' && new URL(request.url()).pathname.startsWith('/api/post/'))
      saved.push(request.url())
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Pictures do not stand in the text yet.').waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByRole('link', { name: 'Category', exact: true }).first().click()
  await page.getByText('Pictures that do not stand in the text yet are lost.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(saved).toEqual([])
  letThrough()
  await expect.poll(() => text.locator('figure img').count()).toBe(2)
  await page.getByRole('button', { name: 'Submit' }).click()
  // They have no description yet.
  await page.getByRole('button', { name: 'Save as it is' }).click()
  await page.waitForURL(/\/dashboard\/post$/)
  expect(saved).toHaveLength(1)
  await page.context().close()
}, 60_000)
