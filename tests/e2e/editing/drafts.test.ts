import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let context: BrowserContext

const openTab = async (path: string): Promise<Page> => {
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(path)
  return page
}
const write = async (page: Page, title: string) => {
  await page.getByLabel('Post title').fill(title)
  await page.getByText('A copy is kept on this device').waitFor()
}
const keptOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('atrium', 1)
        opening.onerror = () => reject(opening.error)
        // The browser may have removed the whole database.
        opening.onupgradeneeded = () => opening.result.createObjectStore('draft')
        opening.onsuccess = () => {
          const counted = opening.result.transaction('draft').objectStore('draft').count()
          counted.onsuccess = () => {
            opening.result.close()
            resolve(counted.result)
          }
        }
      }),
  )

beforeAll(async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  context = staff.context
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

it('keeps a draft of a new post for each tab, and offers those of the others by their titles', async () => {
  const first = await openTab('/dashboard/post/create')
  const second = await openTab('/dashboard/post/create')
  await write(first, 'Of the first tab')
  await write(second, 'Of the second tab')
  await second.reload()
  await second.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Of the second tab'),
  )
  await first.close()
  const third = await openTab('/dashboard/post/create')
  const drafts = third.getByRole('region', { name: 'Drafts on this device' })
  await drafts.getByRole('button', { name: 'Of the second tab', exact: true }).waitFor()
  await third.getByLabel('Post title').fill('Typed before')
  await drafts.getByRole('button', { name: 'Of the first tab', exact: true }).click()
  await third.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Of the first tab'),
  )
  const fourth = await openTab('/dashboard/post/create')
  await fourth.getByRole('button', { name: 'Typed before', exact: true }).waitFor()
  for (const tab of [second, third, fourth]) await tab.close()
}, 60_000)

it('keeps what was typed in the second before a reload', async () => {
  const page = await openTab('/dashboard/category/people')
  await page.getByLabel('Name').fill('Typed just now')
  await page.reload()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Typed just now'),
  )
  await page.close()
}, 60_000)

it('leaves no draft on the device after signing out', async () => {
  const page = await openTab('/dashboard/post/winter-hours-of-the-front-desk')
  await write(page, 'Winter hours, changed')
  await page.close()
  const last = await openTab('/dashboard')
  // Not every browser follows Clear-Site-Data, and none does on plain HTTP: the app removes the drafts itself.
  await last.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    const { 'clear-site-data': cleared, ...headers } = response.headers()
    expect(cleared).toContain('storage')
    await route.fulfill({ response, headers })
  })
  await expect.poll(() => keptOn(last)).toBeGreaterThan(0)
  await last.getByRole('button', { name: /^Hi, / }).click()
  await last.getByRole('menuitem', { name: 'Sign Out' }).click()
  await last.getByLabel('Username').waitFor()
  await expect.poll(() => keptOn(last)).toBe(0)
}, 60_000)
