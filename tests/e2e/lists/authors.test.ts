import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let page: Page

beforeAll(async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  page = staff.page
  await signInPage(page, stage.dataDir, administrator)
}, 120_000)

it('shows who made posts and when they were published, and filters and sorts by both', async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const [first] = (await client.call('GET', '/api/post')).body.data
  const post = { name: 'By hand', excerpt: 'x', category: first?.category?.id }
  expect((await client.call('POST', '/api/post', post)).status).toBe(200)
  await page.goto('/dashboard/post')
  await page.getByRole('row').nth(1).waitFor()
  const headings = page.getByRole('columnheader')
  expect(await headings.filter({ hasText: /Author|Published/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Columns, density and views…' }).click()
  for (const name of ['Author', 'Published']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await headings.filter({ hasText: 'Author' }).waitFor()
  const authors = page.getByRole('combobox', { name: 'Author' })
  const author = authors.getByRole('option').nth(1)
  await author.waitFor({ state: 'attached' })
  const name = (await author.textContent()) ?? ''
  await authors.selectOption({ label: name })
  await page.waitForURL(/created_by=user-\d+/)
  await settled(page)
  await page.getByRole('cell', { name, exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Published', exact: true }).click()
  await page.waitForURL(/sort=published_at/)
  await page.getByRole('button', { name: 'Published: choose days' }).waitFor()
  // Rows are faint until those in the new order are there.
  await settled(page)
  await expectAccessible(page, 'posts by their author')
}, 60_000)
