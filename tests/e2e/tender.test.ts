import { beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/category.ts'
import { expectAccessible } from '../support/browser.ts'
import { pngPicture } from '../support/pictures.ts'
import { openTenderStage } from '../support/tender-stage.ts'

const stage = openTenderStage()
const all = ['c-tender', 'r-tender', 'u-tender', 'd-tender', 'r-post']

beforeAll(async () => {
  for (const name of ['Wood', 'Steel', 'Stone']) await stage.atrium.run(category, 'create', { name })
})

it('makes a record of every kind of field', async () => {
  const { page, faults, context } = await stage.signIn(all)
  await page.goto('/dashboard/tender/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chairs for the canteen')
  await page.getByLabel('Order number').fill('3')
  await page.locator('[data-path=pictures] input[type=file][multiple]').setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: await pngPicture(60, 40) },
    { name: 'back.png', mimeType: 'image/png', buffer: await pngPicture(61, 40) },
  ])
  await page.getByLabel('Caption').first().fill('Front')
  await page.getByLabel('Caption').last().fill('Back')
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('One')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add below One' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Part')
  await page.keyboard.press('Enter')
  await page.getByLabel('Contact name').fill('Anna')
  await page.getByLabel('Since').fill('2026-02-28')
  await page.getByLabel('Receivers').fill('a@example.org, b@example.org')
  await page.getByLabel('Wood').check()
  await page.getByLabel('Access token').fill('do-not-tell-7731')
  await page.getByLabel('Active from').fill('2026-12-01T08:00')
  await page.screenshot({ path: '/tmp/widgets-create.png', fullPage: true })
  await expectAccessible(page, 'create')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Tender created.').waitFor()
  await page.getByRole('link', { name: 'Chairs for the canteen' }).click()
  await page.getByLabel('Contact name').waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: '/tmp/widgets-edit.png', fullPage: true })
  await expectAccessible(page, 'edit')
  expect(faults).toEqual([])
  await context.close()
}, 120_000)
