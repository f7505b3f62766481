import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

it('leads staff by the keyboard alone to records and screens, and does what is asked for by the ordinary question', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const ask = async (text: string) => {
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').waitFor()
    await page.keyboard.type(text)
  }
  await ask('cnateen menu')
  await dialog
    .getByRole('option', { name: /Canteen menu/ })
    .first()
    .waitFor()
  await expectAccessible(page, 'search')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/post/canteen-menu-week-47')
  await ask('zzzzqqq')
  await dialog.getByText('Nothing found').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await ask('new post')
  await dialog.getByRole('option', { name: 'New post', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await ask('activity')
  await dialog.getByRole('option', { name: 'Activity Trail' }).waitFor()
  await expect.poll(() => dialog.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/activity_trail')
  await ask('deactivate canteen menu')
  await dialog
    .getByRole('option', { name: /^Deactivate Canteen menu/ })
    .first()
    .waitFor()
  await expect.poll(() => dialog.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Enter')
  await page.getByText('Deactivate Item?').waitFor()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page
    .getByText(/deactivated/i)
    .first()
    .waitFor()
  expect(faults).toEqual([])
}, 90_000)

it('leads employees to what the portal shows, narrow and dark', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url, { width: 360, dark: true })
  await signInPage(page, stage.dataDir, employee)
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  await page.getByRole('button', { name: 'Find anything' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').waitFor()
  await page.keyboard.type('winter')
  await dialog
    .getByRole('option', { name: /winter/i })
    .first()
    .waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page, 'search in the portal')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => dialog.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 10_000 }).toContain('winter')
  expect(faults).toEqual([])
}, 60_000)
