import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectSeen } from '../../support/seen.ts'
import { openPage } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let page: Page
let desk: Page
let id: number
let name: string

beforeAll(async () => {
  const office = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  await office.call('POST', '/api/utility/config', { must_read: true })
  const [first] = (await office.call('GET', '/api/post?status=active')).body.data
  ;({ id, name } = first)
  page = (await openPage(stage.browser, stage.server.url)).page
  desk = (await openPage(stage.browser, stage.server.url)).page
  await page.setViewportSize({ width: 390, height: 844 })
  await signInPage(page, stage.dataDir, employee, '/')
  await signInPage(desk, stage.dataDir, administrator, `/dashboard/post/${id}`)
}, 120_000)

const open = (at: Page) => at.getByRole('region', { name: 'Please read' }).getByRole('link', { name })

it('is asked for from the menu of a post, read in the portal while that is open, and seen by staff with who has not', async () => {
  await desk.getByRole('button', { name: 'Actions' }).click()
  await desk.getByRole('menuitem', { name: 'Must read…' }).click()
  await desk.getByText('Nobody is asked to read this post.').waitFor()
  await desk.getByRole('button', { name: 'Ask employees to read it' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Until').fill('2999-12-31')
  await expectSeen(desk, 'the dialog that asks to read a post')
  await dialog.getByRole('button', { name: 'Ask employees to read it' }).click()
  await desk.getByText(/^Read by 0 of \d+$/).waitFor()
  await page.reload()
  await open(page).waitFor()
  await expectSeen(page, 'the first page with something to read')
  await open(page).click()
  await page.getByText(/Please say until .*2999.* that you have read this message/).waitFor()
  await expectSeen(page, 'a post that has to be read')
  await page.getByRole('button', { name: 'I have read this' }).press('Enter')
  await page.getByText(/You said on .* that you have read this message/).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
  await page.goto(`${stage.server.url}/post`)
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  await expect.poll(() => open(page).count()).toBe(0)
  // Staff who look at it are told.
  await desk.getByText(/^Read by 1 of \d+$/).waitFor()
  await desk.getByLabel('Status').selectOption('read')
  await expect.poll(() => desk.getByRole('row').count()).toBe(2)
  await expectSeen(desk, 'who has read a post')
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Export' }).click()
  await desk.getByRole('menuitem', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('readers.csv')
  await desk.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => desk.getByRole('row').count()).toBeGreaterThan(2)
}, 90_000)

it('is taken back by the toast or below the post, and said again by the toast', async () => {
  await open(page).waitFor({ state: 'detached' })
  await page.goto(`${stage.server.url}/post`)
  await page.getByRole('link', { name }).first().click()
  const saidSo = page.getByText(/You said on .* that you have read this message/)
  const isAsked = page.getByText(/Please say until .*2999.* that you have read this message/)
  await saidSo.waitFor()
  await expectSeen(page, 'a post that one has read')
  await page.getByRole('button', { name: 'Take back' }).press('Enter')
  await isAsked.waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
  await desk.getByText(/^Read by 0 of \d+$/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await saidSo.waitFor()
  await desk.getByText(/^Read by 1 of \d+$/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await isAsked.waitFor()
  await page.getByRole('button', { name: 'I have read this' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await desk.getByText(/^Read by 1 of \d+$/).waitFor()
}, 60_000)

it('says why it is not taken back once the post is asked to be read again', async () => {
  await page.getByRole('button', { name: 'Take back' }).waitFor()
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  // Until somebody has pressed, the page does not know that they are asked again.
  await page.route('**/api/utility/to_read', async (route) => {
    await told
    await route.continue()
  })
  await desk.getByRole('button', { name: 'Ask again' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Ask again' }).click()
  await desk.getByText(/^Read by 0 of \d+$/).waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  tell()
  await page.getByText('You are asked to read this post again. Please look at it as it is now.').waitFor()
  await page.getByRole('button', { name: 'I have read this' }).click()
  await desk.getByText(/^Read by 1 of \d+$/).waitFor()
}, 60_000)

it('is asked again after a change, and ended with a way back', async () => {
  // What was said when it was asked the last time is gone first.
  await desk.getByText('Everybody is asked to read this post again.').waitFor({ state: 'hidden' })
  await desk.getByRole('button', { name: 'Ask again' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Ask again' }).click()
  await desk.getByText('Everybody is asked to read this post again.').waitFor()
  await desk.getByText(/^Read by 0 of \d+$/).waitFor()
  await page.goto(`${stage.server.url}/post`)
  await open(page).waitFor()
  await desk.getByRole('button', { name: 'Ask nobody any more' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Ask nobody any more' }).click()
  await desk.getByText('Nobody is asked to read this post.').waitFor()
  await desk.getByRole('button', { name: 'Undo' }).last().click()
  await desk.getByText('Everybody is asked. Until', { exact: false }).waitFor()
}, 60_000)
