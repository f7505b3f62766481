import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import type { Account } from '../../support/server.ts'
import { accountOf, administrator, employee, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const post = '/post/the-harbour-office-opens-its-doors'
const newcomer = (one: Account) => one.type === 'user' && one.role === undefined
const onDashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
const notice = (page: Page) => page.getByText(`You opened ${post}, a page of the portal.`)

it('tells staff who are signed in which post a copied link meant, and leads to it', async () => {
  const staff = await openPage(stage.browser, stage.server.url, { width: 390 })
  const { page } = staff
  await signInPage(page, stage.dataDir, administrator)
  await onDashboard(page)
  expect(await page.locator('.sought').count()).toBe(0)
  await page.goto(post)
  await notice(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await expectAccessible(page, 'dashboard with the page that was sought')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(`**/dashboard${post}`)
  await page.getByLabel('Post title').waitFor()

  await page.goto(`${post}?page=2`)
  await notice(page).waitFor()
  await page.getByRole('link', { name: 'View on portal' }).click()
  await page.waitForURL((url) => url.pathname === post && url.search === '?page=2&preview=1')
  await page.getByRole('heading', { level: 1, name: 'The harbour office opens its doors' }).waitFor()

  // Said once.
  await page.goto('/dashboard')
  await onDashboard(page)
  expect(await page.locator('.sought').count()).toBe(0)
  expect(staff.faults).toEqual([])
  await staff.context.close()
}, 120_000)

it('tells staff who sign in first, and offers only what they may do', async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  const { page } = staff
  await page.goto(post)
  await page.waitForURL('**/auth/employee')
  await page.goto('/auth/login')
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, newcomer))
  await notice(page).waitFor()
  expect(await page.locator('.sought').getByRole('link').count()).toBe(0)

  // Words that a link carries stay an address, and a query is not shown.
  await page.goto('/post/Your%20account%20is%20locked?call=555')
  await onDashboard(page)
  await expect
    .poll(() => page.locator('.sought').innerText())
    .toBe('You opened /post/Your%20account%20is%20locked, a page of the portal.')
  await page.goto('/post/<img src=x>')
  await onDashboard(page)
  expect(await page.locator('.sought').count()).toBe(0)
  expect(staff.faults).toEqual([])
  await staff.context.close()
}, 120_000)

it('leads employees to the post itself', async () => {
  const reader = await openPage(stage.browser, stage.server.url)
  const { page } = reader
  await page.goto(post)
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, employee))
  await page.waitForURL(`**${post}`)
  await page.getByRole('heading', { level: 1, name: 'The harbour office opens its doors' }).waitFor()
  expect(reader.faults).toEqual([])
  await reader.context.close()
}, 60_000)
