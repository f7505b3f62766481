import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

// Somebody whose names no browser breaks by itself.
const long = {
  employee_number: '77777777777777777777',
  fullname: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4),
  display_name: '東京'.repeat(80),
  email: `${'w'.repeat(60)}@${'x'.repeat(60)}.example.org`,
}

const widths = [320, 390, 600, 768, 900, 961, 1024, 1180, 1280, 1600]

/** The widths, in pixels, at which a page is wider than its window. */
const tooWide = async (page: Page): Promise<number[]> => {
  const found: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
    // What is laid out by a script follows in a moment.
    const hasFitted = page.waitForFunction(fits, undefined, { timeout: 3_000 })
    await hasFitted.catch(() => found.push(width))
  }
  return found
}

const goTo = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

it('shows every screen of the back office within its window, from telephone to desk', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const id = await page.evaluate(async (sent) => {
    const [method, headers] = ['POST', { 'content-type': 'application/json' }]
    const answer = await fetch('/api/employee', { method, headers, body: JSON.stringify(sent) })
    return (await answer.json()).data.id
  }, long)
  for (const path of [
    '/dashboard/employee',
    '/dashboard/employee/5',
    `/dashboard/org_chart?id=${id}`,
    '/dashboard',
    '/dashboard/post',
    '/dashboard/post/create',
    '/dashboard/post/the-harbour-office-opens-its-doors',
    '/dashboard/category',
    '/dashboard/activity_trail',
    '/dashboard/profile',
  ]) {
    await goTo(page, path)
    expect(await tooWide(page), path).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, '/dashboard/employee')
  const heightOf = async (name: string) => (await page.getByRole('link', { name, exact: true }).boundingBox())?.height
  expect(await heightOf('sam@harbour-vale.example'), 'an address on one line').toBe(await heightOf(long.email))
  await context.close()
}, 120_000)

it('gives the name of a record room to be read on a tablet', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url, { width: 768 })
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await goTo(page, '/dashboard/post')
  const name = page.getByRole('cell', { name: 'The harbour office opens its doors', exact: true })
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(150)
  await context.close()
}, 120_000)

it('shows every screen of the portal within its window, from telephone to desk', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, employee)
  await page.getByText('Read Full Message').waitFor()
  for (const path of ['/', '/post', '/post/the-harbour-office-opens-its-doors', '/profile']) {
    await goTo(page, path)
    expect(await tooWide(page), path).toEqual([])
  }
  await context.close()
}, 120_000)
