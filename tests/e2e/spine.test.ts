import { expect, it } from 'vitest'
import { expectAccessible, openPage, type Watched } from '../support/browser.ts'
import { pngPicture } from '../support/pictures.ts'
import { administrator, employee, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()

const themes = [
  { name: 'light and wide', dark: false, width: 1280 },
  { name: 'dark and narrow', dark: true, width: 360 },
]

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
  const width = await reader.page
    .locator('main img')
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
  expect(width).toBe(320)
  expectClean(reader)
  await staff.context.close()
  await reader.context.close()
}, 120_000)

it.each(themes)(
  'has no finding of axe on any screen, $name',
  async ({ dark, width }) => {
    const signedOut = await openPage(stage.browser, stage.server.url, { dark, width })
    for (const path of [
      '/auth/login',
      '/auth/registration',
      '/auth/forgot-password',
      '/auth/employee',
      '/auth/forgot-password/employee',
      '/change/none',
      '/error',
    ]) {
      await signedOut.page.goto(path)
      await signedOut.page.getByRole('heading').first().waitFor()
      await expectAccessible(signedOut.page, path)
    }
    expectClean(signedOut)
    await signedOut.context.close()

    const staff = await openPage(stage.browser, stage.server.url, { dark, width })
    await signInPage(staff.page, stage.dataDir, administrator)
    await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    for (const path of [
      '/dashboard',
      '/dashboard/post',
      '/dashboard/post/create',
      '/dashboard/post/the-harbour-office-opens-its-doors',
      '/dashboard/category',
      '/dashboard/category/create',
      '/dashboard/category/people',
      '/dashboard/activity_trail',
      '/dashboard/profile',
    ]) {
      await staff.page.goto(path)
      await staff.page.getByRole('heading', { level: 1 }).waitFor()
      await staff.page.waitForLoadState('networkidle')
      await expectAccessible(staff.page, path)
    }
    expectClean(staff)
    await staff.context.close()

    const reader = await openPage(stage.browser, stage.server.url, { dark, width })
    await signInPage(reader.page, stage.dataDir, employee)
    await reader.page.getByText('Read Full Message').waitFor()
    for (const path of ['/', '/post', '/post/the-harbour-office-opens-its-doors', '/profile']) {
      await reader.page.goto(path)
      await reader.page.getByRole('heading', { level: 1 }).waitFor()
      await reader.page.waitForLoadState('networkidle')
      await expectAccessible(reader.page, path)
    }
    expectClean(reader)
    await reader.context.close()
  },
  180_000,
)
