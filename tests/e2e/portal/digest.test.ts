import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let page: Page
let stranger: Page
let office: Client
let category: { value: number; label: string }

beforeAll(async () => {
  office = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  category = (await office.call('GET', '/api/utility/getCategories')).body.data[0]
  page = (await openPage(stage.browser, stage.server.url)).page
  stranger = (await openPage(stage.browser, stage.server.url)).page
  await page.setViewportSize({ width: 390, height: 844 })
  await signInPage(page, stage.dataDir, employee, `/post?category=${category.value}`)
}, 120_000)

const often = () => page.getByLabel('How often')

it('follows a category where it is read, with a way back, once that is switched on', async () => {
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  expect(await page.getByRole('button', { name: 'Follow by mail' }).count()).toBe(0)
  await office.call('POST', '/api/utility/config', { digests: true })
  await page.reload()
  await page.getByRole('button', { name: 'Follow by mail' }).press('Enter')
  await page.getByRole('button', { name: 'Followed by mail', pressed: true }).waitFor()
  await expectAccessible(page, 'a category that one follows')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Follow by mail', pressed: false }).waitFor()
  await page.getByRole('button', { name: 'Follow by mail' }).click()
  await page.getByRole('button', { name: 'Followed by mail' }).waitFor()
}, 60_000)

it('is chosen on the profile, how often and of what', async () => {
  await page.goto(`${stage.server.url}/profile`)
  await often().waitFor()
  expect(await often().inputValue()).toBe('weekly')
  expect(await page.getByRole('checkbox', { name: category.label }).isChecked()).toBe(true)
  await often().selectOption('daily')
  await page.getByText('It is kept what you are told by mail.').first().waitFor()
  await page.getByRole('checkbox', { name: category.label }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: category.label }).isChecked()).toBe(false)
  await page.reload()
  await often().waitFor()
  expect(await often().inputValue()).toBe('daily')
  await expect.poll(() => page.getByRole('checkbox', { name: category.label }).isChecked()).toBe(false)
  await expectAccessible(page, 'a profile with mails about new posts')
}, 60_000)

it('leads from a mail to a page that ends it without a sign-in, and says so of a link that is none', async () => {
  await stranger.goto(`${stage.server.url}/unsubscribe/1.${'x'.repeat(43)}`)
  await stranger.getByRole('button', { name: 'End these mails' }).waitFor()
  await expectAccessible(stranger, 'the page that ends mails')
  await stranger.getByRole('button', { name: 'End these mails' }).click()
  await stranger.getByText('This link ends no mails.').waitFor()
}, 60_000)
