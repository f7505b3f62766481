import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

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
    await expect.poll(async () => (await link.boundingBox())?.height).toBeLessThan(50)
    await expect.poll(() => link.getAttribute('title')).toBe(name)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}, 60_000)

it('prints a list without its filters and ticks', async () => {
  await page.goto('/dashboard/post')
  await page.getByRole('row').nth(1).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('row').nth(1).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('searchbox').isVisible()).toBe(false)
  await expect.poll(() => page.locator('input[type=checkbox]:visible').count()).toBe(0)
  // A heading that sorts is still the heading of its column.
  await expect.poll(() => page.locator('main button:not(th button):visible').count()).toBe(0)
}, 60_000)

declare global {
  interface Window {
    shifts: () => number
  }
}

/** Lets a page count how far what stands in its window has been moved since it began to load. */
const watchShifts = (one: Page) =>
  one.addInitScript(() => {
    let sum = 0
    const add = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries) sum += Number(Reflect.get(entry, 'value'))
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.shifts = () => {
      add(observer.takeRecords())
      return sum
    }
  })

// What has just come is drawn in the next frame, and told after it.
const shiftsNow = (one: Page) =>
  one.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifts())))),
      ),
  )

const shiftsOf = async (one: Page, path: string, isThere: () => Promise<unknown>): Promise<number> => {
  await one.goto(path)
  await isThere()
  return shiftsNow(one)
}

it('moves nothing that is in sight when the rows and pictures come', async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const category = (await client.call('GET', '/api/post/canteen-menu-week-47')).body.data.category.id
  for (let number = 1; number <= 100; number += 1)
    await client.call('POST', '/api/post', { name: `Notice ${number}`, excerpt: 'Short.', category })
  const reader = await openPage(stage.browser, stage.server.url)
  await signInPage(reader.page, stage.dataDir, employee)
  await reader.page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  await page.emulateMedia({ media: 'screen' })
  for (const one of [page, reader.page]) await watchShifts(one)
  // The order of the list comes after its rows, as on a slow network.
  const late: (() => void)[] = []
  const built = readdirSync('dist/admin').filter((name) => name.endsWith('.js'))
  const filters = built.find((name) => readFileSync(join('dist/admin', name), 'utf8').includes('range-filter'))
  await page.route(`**/${filters}`, async (route) => {
    await new Promise<void>((resolve) => late.push(resolve))
    await route.continue()
  })
  const moved: Record<string, number> = {}
  for (const width of [390, 1440]) {
    for (const one of [page, reader.page]) await one.setViewportSize({ width, height: 900 })
    const rows = async () => {
      await page.locator('tbody tr').nth(99).waitFor()
      await shiftsNow(page)
      await expect.poll(() => late.length).toBeGreaterThan(0)
      for (const come of late.splice(0)) come()
      await page.getByRole('button', { name: 'View' }).waitFor()
    }
    moved[`list at ${width}`] = await shiftsOf(page, '/dashboard/post?per_page=100', rows)
    moved[`dashboard at ${width}`] = await shiftsOf(page, '/dashboard', () => page.locator('td').first().waitFor())
    const links = () => reader.page.getByRole('main').getByRole('link').nth(4).waitFor()
    moved[`portal list at ${width}`] = await shiftsOf(reader.page, '/post', links)
    moved[`landing at ${width}`] = await shiftsOf(reader.page, '/', links)
  }
  const most = (name: string) => (name.startsWith('list') ? 0.01 : 0.05)
  expect(Object.entries(moved).filter(([name, value]) => value > most(name))).toEqual([])
  expect(Object.keys(moved)).toHaveLength(8)
  // It would have been seen.
  await reader.page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('pre'), 'Moved.'))
  expect(await shiftsNow(reader.page)).toBeGreaterThan(moved['landing at 1440'] ?? 0)
}, 120_000)
