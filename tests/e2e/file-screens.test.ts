import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { signIn } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()

const pdf = (words: string) => ({
  name: 'rota.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n% ${words}\ntrailer << >>\n%%EOF\n`),
})

// Where somebody looks at the screens: set SCREENS to a folder.
const shot = async (page: Page, name: string) => {
  const folder = process.env.SCREENS
  for (const width of folder ? [360, 1440] : []) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  if (folder) await page.setViewportSize({ width: 1280, height: 900 })
}

const submit = async (page: Page) => {
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { level: 1, name: 'File', exact: true }).waitFor()
}

it('adds many files that are dropped at once, each by what it holds, and reports each', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/file/create')
  const zone = page.getByRole('region', { name: 'Several files at once' })
  const files = [
    { name: 'plan.pdf', type: 'application/pdf', bytes: [...pdf('Plan').buffer] },
    // A picture by its bytes, whatever it is called.
    { name: 'crane.bin', type: '', bytes: [...(await pngPicture(70, 40))] },
    { name: 'empty.txt', type: 'text/plain', bytes: [] },
  ]
  const dropped = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, type, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
    return data
  }, files)
  await zone.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped })
  await zone.getByText('2 of 3 files added.').waitFor()
  await zone.getByRole('listitem').filter({ hasText: 'empty.txt' }).locator('.wrong').waitFor()
  await shot(page, 'file-uploads')
  await expectAccessible(page, 'several files at once')
  await zone.getByRole('link', { name: 'crane.bin' }).click()
  await page.getByRole('heading', { level: 1, name: 'crane.png' }).waitFor()
  await page.goto('/dashboard/file')
  await page.getByRole('button', { name: 'View the picture of crane.png' }).waitFor()
  expect(await page.getByRole('button', { name: 'View the picture of plan.pdf' }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('adds a document and a picture, finds them by type, copies, replaces, and keeps what is in use', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('link', { name: 'File', exact: true }).click()
  await page.getByRole('link', { name: 'Add file' }).click()
  await page.getByRole('heading', { level: 1, name: 'New File' }).waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('File is required').first().waitFor()
  await page.getByLabel('Name').fill('Rota')
  await page.locator('input[type=file]:not([multiple])').setInputFiles(pdf('January'))
  await submit(page)
  await page.goto('/dashboard/file/create')
  await page
    .locator('input[type=file]:not([multiple])')
    .setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: await pngPicture(90, 40) })
  await page.getByRole('img', { name: 'Preview' }).waitFor()
  await page.getByLabel('Alt text').fill('The quay at noon')
  await shot(page, 'file-create')
  await expectAccessible(page, 'file form')
  await submit(page)
  const [rota, quay] = [page.getByRole('link', { name: 'Rota' }), page.getByRole('link', { name: 'quay.png' })]
  await rota.waitFor()
  await page.getByRole('button', { name: 'View the picture of quay.png' }).waitFor()
  await shot(page, 'file-list')
  await expectAccessible(page, 'file list')
  await page.getByLabel('Type').selectOption({ label: 'Image' })
  await rota.waitFor({ state: 'detached' })
  await page.getByLabel('Type').selectOption({ label: 'File' })
  await quay.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Copy link to Rota' }).click()
  const said = page.getByText(/^Link copied to clipboard : /)
  await said.waitFor()
  // Before it disappears.
  const words = await said.innerText()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(words).toContain(link)
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const content = async () => (await client.call('GET', new URL(link).pathname)).body.text
  expect(await content()).toContain('January')
  await rota.click()
  await page.getByText('No record shows it.').waitFor()
  await page.locator('input[type=file]').setInputFiles(pdf('February'))
  await submit(page)
  expect(await content()).toContain('February')

  const { body } = await client.call('GET', '/api/file?type=image&keyword=quay')
  const thumbnail = body.data[0].id
  await client.call('POST', '/api/banner', { number: 1, name: 'Quay fair', link: '/', thumbnail })
  await page.goto(`/dashboard/file/${thumbnail}`)
  await page.getByRole('img', { name: 'Preview' }).waitFor()
  await page.getByRole('link', { name: 'Quay fair' }).waitFor()
  await page.setViewportSize({ width: 360, height: 900 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await shot(page, 'file-edit')
  await expectAccessible(page, 'file edit form')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByText('Banner: Quay fair').waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByRole('link', { name: 'Quay fair' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quay fair' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 120_000)
