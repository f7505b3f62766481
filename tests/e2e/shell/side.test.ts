import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const link = (page: Page, name: string | RegExp) => menuOf(page).getByRole('link', { name })

it('shows all of itself at 900 px, closes and opens groups by keys, folds to icons with names, and remembers it', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await link(page, 'Role').waitFor()
  await link(page, /^Stationery Requests \d+ unread$/).waitFor()
  const menu = menuOf(page)
  expect(await menu.evaluate((nav) => nav.scrollHeight <= nav.clientHeight)).toBe(true)
  const group = (name: string) => menu.getByRole('button', { name, exact: true })
  expect([await group('Audit').getAttribute('aria-expanded'), await link(page, 'Evidence').count()]).toEqual([
    'false',
    0,
  ])
  // Every icon is there, and is a drawing of its own.
  const icons = await menu.locator('a use').evaluateAll((uses) => uses.map((use) => use.getAttribute('href')))
  expect(new Set(icons).size).toBe(icons.length)
  await expect
    .poll(() => menu.locator('a use').evaluateAll((uses) => uses.every((use) => use.getBoundingClientRect().width > 5)))
    .toBe(true)

  await group('Audit').focus()
  await page.keyboard.press('Enter')
  await link(page, 'Evidence').waitFor()
  await group('Content').press(' ')
  await link(page, 'Post').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Fold the menu' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Open the menu' }).waitFor()
  await link(page, 'Evidence').waitFor()
  expect(await link(page, 'Post').count()).toBe(0)
  // Closed by its own choice, also where one is in it.
  await page.goto('/dashboard/post')
  await page.getByRole('heading', { level: 1, name: 'Post' }).waitFor()
  expect(await link(page, 'Post').count()).toBe(0)
  await group('Content').click()

  // The name of an icon stands beside it once it has the focus; readers have it always.
  const name = link(page, 'Category').getByText('Category')
  const widthOf = () => name.evaluate((one) => one.getBoundingClientRect().width)
  expect(await widthOf()).toBe(1)
  await link(page, 'Post').focus()
  await page.keyboard.press('Tab')
  expect(await widthOf()).toBeGreaterThan(40)
  await settled(page)
  await expectAccessible(page, 'a folded menu')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'a folded menu in the dark')
  await page.emulateMedia({ colorScheme: 'light' })

  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL('**/auth/login')
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: 'Fold the menu' }).waitFor()
  await link(page, 'Evidence').waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 90_000)

it('closes and opens its groups on a telephone', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url, { width: 320 })
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Back office' })
  await dialog.getByRole('link', { name: 'Post', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'System', exact: true }).click()
  await expectAccessible(page, 'the menu of a telephone')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await dialog.getByRole('link', { name: 'Debug Log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Debug Log' }).waitFor()
  expect(await dialog.count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
}, 60_000)

it('shows all of itself at 900 px with reviews and comments switched on', async () => {
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  await staff.call('POST', '/api/utility/config', { second_eyes: true, comments: true })
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signInPage(page, stage.dataDir, administrator)
  await link(page, /^Reviews/).waitFor()
  await link(page, /^Comments/).waitFor()
  await link(page, 'Role').waitFor()
  const sizes = await menuOf(page).evaluate((nav) => [nav.scrollHeight, nav.clientHeight])
  expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
  const heights = await menuOf(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
  await context.close()
}, 60_000)

it('keeps names of the menu beside what is unread in German', async () => {
  const { page } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.evaluate(() =>
    fetch('/api/me/language', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'de' }),
    }),
  )
  await page.reload()
  const entry = page.getByRole('link', { name: /^Materialanforderungen/ })
  await entry.locator('.count').waitFor()
  const room = await entry.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one.querySelector('.name') ?? one)
    const end = range.getBoundingClientRect().right
    return (one.querySelector('.count')?.getBoundingClientRect().left ?? 0) - end
  })
  expect(room).toBeGreaterThanOrEqual(0)
})
