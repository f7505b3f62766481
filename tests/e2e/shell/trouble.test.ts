import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findingsOf } from '../../support/accessible.ts'
import { openPage, type Watched } from '../../support/browser.ts'
import type { Account } from '../../support/server.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
const denied = 'Access is denied. You may not have the appropriate permissions to access this page.'
const unreachable = 'The server cannot be reached. Check the connection and try again.'

const opened = async (fits: (one: Account) => boolean): Promise<Watched> => {
  const staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, fits)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return staff
}

const openList = async (page: Page) => {
  await page.goto('/dashboard/post?per_page=10')
  await page.getByText('Page 1 of 2').waitFor()
}

it('says at once that there is no connection, keeps the rows, and goes on when it is back', async () => {
  const { page, context } = await opened(administrator)
  await openList(page)
  const name = await page.getByRole('row').nth(1).innerText()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('alert').filter({ hasText: unreachable }).waitFor()
  await expect.poll(() => page.getByRole('row').nth(1).innerText()).toBe(name)
  expect(await page.getByText('11–12 of 12').count()).toBe(0)
  await page.getByRole('button', { name: 'Set As Featured' }).first().click()
  await page.getByRole('alertdialog', { name: 'ERROR' }).getByText(unreachable).waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await context.setOffline(false)
  await page.getByText('11–12 of 12').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await context.close()
}, 60_000)

it('keeps the menu when a screen cannot be loaded', async () => {
  const { page, context } = await opened(administrator)
  await context.route('**/assets/admin/list-*', (route) => route.abort())
  await page.getByRole('link', { name: 'Category' }).click()
  await page.getByRole('button', { name: 'Load again' }).waitFor()
  expect(await page.getByText(/assets/).count()).toBe(0)
  await page.getByRole('link', { name: 'Dashboard' }).last().click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await context.close()
}, 60_000)

it.each([
  ['/dashboard/post/create', 'Create Post'],
  ['/dashboard/category/people', 'Edit Category'],
])(
  'names the screen %s also for who may not see it',
  async (path, title) => {
    const { page, context } = await opened((one) => one.role === 'Reader of posts')
    await page.goto(path)
    await page.getByText(denied).waitFor()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.title()).toContain(title)
    await context.close()
  },
  60_000,
)

it('leads nobody from a list to what they may not see', async () => {
  const { page, context } = await opened((one) => one.role === 'Reader of posts')
  await openList(page)
  await page.getByRole('cell', { name: 'Company' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Company' }).count()).toBe(0)
  await context.close()
}, 60_000)

it.each(['/post/%E0%A4%A', '/dashboard/post/%E0%A4%A'])(
  'shows the error page for an address that cannot be read: %s',
  async (path) => {
    const { page, context, faults } = await openPage(stage.browser, stage.server.url)
    await page.goto(path)
    await page.getByRole('heading', { name: 'OOPS! Something went wrong here' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/error/error-v1')
    expect(faults).toEqual([])
    await context.close()
  },
  60_000,
)

it.each([
  ['back office', '/auth/login', 'Username'],
  ['portal', '/auth/employee', 'Email'],
])(
  'leads on by a link where the scripts of the %s are refused or lost',
  { timeout: 60_000 },
  async (_app, path, label) => {
    for (const dark of [false, true]) {
      const { page, context } = await openPage(stage.browser, stage.server.url, { width: 320, dark })
      const isFirst = (url: URL) => /\/index-[^/]*\.js$/.test(url.pathname)
      await page.route(isFirst, (route) => (dark ? route.abort() : route.fulfill({ status: 503 })))
      await page.goto(path)
      const again = page.getByRole('link', { name: 'Load again' })
      expect(await again.count()).toBe(0)
      await again.waitFor({ timeout: 20_000 })
      expect(await findingsOf(page, 'a page without its app', 'html')).toEqual([])
      await page.unroute(isFirst)
      await again.press('Enter')
      await page.getByLabel(label).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
      expect(await page.locator('.again').count()).toBe(0)
      await context.close()
    }
  },
)
