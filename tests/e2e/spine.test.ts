import { expect, it } from 'vitest'
import { openPage, type Watched, settled } from '../support/browser.ts'
import { pngPicture } from '../support/pictures.ts'
import { expectSeen } from '../support/seen.ts'
import { administrator, employee, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'
import { walk } from '../support/walk.ts'

const stage = openStage()

const expectClean = ({ faults }: Watched) => expect(faults).toEqual([])

it('lets staff write a post with a picture and feature it, and an employee read it', async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  const { page } = staff
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('link', { name: 'Post', exact: true }).click()
  await page.getByRole('link', { name: 'Add post' }).click()
  await page.getByLabel('Post title').fill('A lighthouse for the yard')
  await page.getByLabel('Excerpt').fill('Twelve metres tall, and it blinks.')
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Daily life' })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'yard.png', mimeType: 'image/png', buffer: await pngPicture(320, 200) })
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('It was lit on Tuesday.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Post created.').waitFor()
  const row = page.getByRole('row', { name: /A lighthouse for the yard/ })
  await row.getByRole('button', { name: /Set As Featured/ }).click()
  await row.getByText(/on the landing page/).waitFor()
  expectClean(staff)

  const reader = await openPage(stage.browser, stage.server.url)
  await signInPage(reader.page, stage.dataDir, employee)
  await reader.page.getByRole('heading', { name: 'A lighthouse for the yard' }).first().waitFor()
  await reader.page.goto('/post/a-lighthouse-for-the-yard')
  await reader.page.getByText('It was lit on Tuesday.').waitFor()
  const picture = reader.page.locator('main img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  expectClean(reader)
  await staff.context.close()
  await reader.context.close()
}, 120_000)

const signedOutPaths = [
  '/auth/login',
  '/auth/registration',
  '/auth/forgot-password',
  '/auth/employee',
  '/auth/forgot-password/employee',
  '/change/none',
  '/error',
]

// Those of the portal: tests/e2e/portal/screens.test.ts.
const staffPaths = [
  '/dashboard',
  '/dashboard/post',
  '/dashboard/post/create',
  '/dashboard/post/the-harbour-office-opens-its-doors',
  '/dashboard/category',
  '/dashboard/category/create',
  '/dashboard/category/people',
  '/dashboard/activity_trail',
  '/dashboard/profile',
]

it('shows every screen within its window and without a finding of axe, at a desk and on a telephone in the dark', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  for (const path of walk(signedOutPaths, 2)) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await expectSeen(page, path)
  }
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  for (const path of walk(staffPaths, 5)) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    await expectSeen(page, path)
  }
  expect(faults).toEqual([])
}, 120_000)
