import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled } from '../../support/browser.ts'
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
  // By the words that people use, whatever the button is called.
  await ask('write post')
  await dialog.getByRole('option', { name: 'New post', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  // Records with a word like it stand below, and what would take these away below them.
  await ask('write')
  await dialog
    .getByRole('option', { name: /^Delete / })
    .first()
    .waitFor()
  await expect.poll(() => dialog.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  const groups = await dialog.getByRole('group').evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
  expect([groups[0], groups.at(-1)]).toEqual(['Actions', 'With what was found'])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/post/create')
  await ask('dark theme')
  await dialog.getByRole('option', { name: 'Dark look' }).waitFor()
  await expect.poll(() => dialog.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.getByRole('button', { name: 'Dark. Switch to the look of the system' }).waitFor()
  // Enter on what a destructive verb was typed for leads to the record.
  await ask('delete canteen menu')
  await dialog.getByRole('option', { name: /^Delete Canteen menu/ }).waitFor()
  // With its date.
  const chosen = await dialog.getByRole('option', { selected: true }).textContent()
  expect(chosen).toMatch(/^Canteen menu, week 47\d{1,2} \w+ \d{4}$/)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  // In a field it would be typed: a new post has the focus in its title as soon as its form is there.
  await page.getByRole('button', { name: 'Dark. Switch to the look of the system' }).press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Find anything').waitFor()
  await expectAccessible(page, 'keyboard shortcuts')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
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

it('keeps what is typed while it is still being loaded', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await settled(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.(?:js|css)$/, async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await page.keyboard.type('canx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t')
  expect(await dialog.count()).toBe(0)
  release()
  await dialog.getByRole('listbox').waitFor()
  await page.keyboard.type('een menu')
  await dialog
    .getByRole('option', { name: /Canteen menu/ })
    .first()
    .waitFor()
  expect(await dialog.getByRole('combobox').inputValue()).toBe('canteen menu')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  // The words of before are gone.
  await page.keyboard.press('Control+k')
  expect(await dialog.getByRole('combobox').inputValue()).toBe('')
  expect(faults).toEqual([])
})
