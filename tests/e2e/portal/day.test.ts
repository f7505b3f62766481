import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import { countMails, nextCode } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { accountOf, employee } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

it('takes a day of an employee on a telephone at most 22 touches', { timeout: 180_000 }, async () => {
  const person = accountOf(stage.dataDir, employee)
  const { page, faults } = await openPage(stage.browser, stage.server.url, { width: 360 })
  page.setDefaultTimeout(10_000)
  let touches = 0
  const touch = async (one: Locator) => {
    touches += 1
    await one.click()
    await settled(page)
  }
  // The key of a telephone that leads on to the next field.
  const next = async (field: Locator, text: string) => {
    await field.focus()
    await page.keyboard.type(text)
  }

  // Sign in: the first field has the focus, the code sends itself.
  await page.goto('/')
  await settled(page)
  const seen = countMails(stage.dataDir, person.email)
  const email = page.getByLabel('Email', { exact: true })
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(person.email)
  await next(page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
  const code = page.getByRole('dialog', { name: 'Login Verification' })
  await code.waitFor()
  await page.keyboard.type(await nextCode(stage.dataDir, person.email, seen))
  await code.waitFor({ state: 'hidden' })
  await settled(page)

  // Read what is featured.
  await touch(page.getByRole('button', { name: /^Read Full Message/ }))
  await page.locator('article, .article').first().waitFor()

  // Look somebody up, and call them.
  await touch(page.getByRole('button', { name: 'Find anything' }))
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor()
  await page.keyboard.type('jonas')
  await page
    .getByRole('option', { name: /Jonas Ekberg/ })
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Reach Jonas' }).getByRole('link', { name: 'Call' }).waitFor()
  touches += 1

  // Three items of stationery.
  const home = page.getByRole('link', { name: 'Home', exact: true }).first()
  await touch(home)
  await touch(page.getByRole('link', { name: 'Stationery request' }).first())
  const dialog = page.getByRole('dialog', { name: 'Select an item' })
  const items = dialog.getByRole('list', { name: 'All items' }).getByRole('button')
  await touch(page.getByRole('button', { name: 'Item Select an item' }))
  await touch(items.nth(0))
  for (const place of [1, 2]) {
    await touch(page.getByRole('button', { name: 'Add line' }))
    await touch(items.nth(place))
  }
  await touch(page.getByRole('button', { name: 'Submit' }))
  await page.getByText('Your request was sent.').waitFor()

  // Apply for a job.
  await touch(home)
  await touch(page.getByRole('link', { name: 'Job vacancy' }).first())
  await touch(page.getByRole('link', { name: /Apprentice rope maker/i }).first())
  await touch(page.getByLabel('Reason'))
  await page.keyboard.type('I like knots.')
  await touch(page.getByRole('button', { name: 'Submit' }))
  await page.getByRole('heading', { name: 'Your application' }).waitFor()

  // A photo and another password, on one page.
  await touch(page.getByRole('button', { name: /^Hi, / }))
  await touch(page.getByRole('menuitem', { name: 'Profile' }))
  touches += 1
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await pngPicture(200, 200) }
  await page.locator('input[type=file]').first().setInputFiles(picture)
  await touch(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('knots and rope 2026')
  await touch(page.getByRole('button', { name: 'Submit' }))
  await page.getByRole('heading', { name: 'Employee sign-in' }).waitFor()
  expect(faults).toEqual([])
  expect(touches).toBeLessThanOrEqual(22)
})
