import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage } from '../support/browser.ts'
import { signIn } from '../support/client.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
let page: Page

beforeAll(async () => {
  page = (await openPage(stage.browser, stage.server.url)).page
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

const expectTheme = (theme: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)

it('follows the theme of the system until a side is chosen, and can go back to it', async () => {
  const button = (name: string) => page.getByRole('button', { name })
  await expectTheme('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme('dark')
  await button('As the system. Switch to light').click()
  await expectTheme('light')
  await button('Light. Switch to dark').click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme('dark')
  await page.reload()
  await expectTheme('dark')
  await button('Dark. Switch to the look of the system').click()
  await expectTheme('light')
}, 60_000)

it('cuts the longest names after two lines, with all of it in the title', async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const name = 'Donaudampfschifffahrt '.repeat(11).trim()
  const category = (await client.call('GET', '/api/post/canteen-menu-week-47')).body.data.category.id
  await client.call('POST', '/api/post', { name, excerpt: 'Long.', category })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard/post')
    const link = page.getByRole('link', { name })
    await link.waitFor()
    expect((await link.boundingBox())?.height).toBeLessThan(50)
    expect(await link.getAttribute('title')).toBe(name)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}, 60_000)

it('prints a list without its filters and ticks', async () => {
  await page.goto('/dashboard/post')
  await page.getByRole('row').nth(1).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('row').nth(1).isVisible()).toBe(true)
  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  expect(await page.locator('input[type=checkbox]:visible').count()).toBe(0)
}, 60_000)
