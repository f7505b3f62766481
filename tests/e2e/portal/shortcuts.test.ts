import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let page: Page

beforeAll(async () => {
  page = (await openPage(stage.browser, stage.server.url)).page
  await page.setViewportSize({ width: 360, height: 740 })
  await signInPage(page, stage.dataDir, employee, '/')
}, 120_000)

const row = () => page.getByRole('navigation', { name: 'Your shortcuts' })
const section = () => page.getByRole('region', { name: 'Your shortcuts' })
const named = () => section().locator('.own-shortcut b').allTextContents()
const said = () => page.getByText('Your shortcuts are kept.').first()
const kept = () => said().waitFor()

it('is chosen from pages, colleagues and any address, which the first page then shows in that order', async () => {
  await row().getByRole('link', { name: 'Choose shortcuts' }).click()
  await section().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('shortcuts')
  await section().getByLabel('A page of the portal').selectOption({ label: 'Stationery' })
  await expect.poll(named).toEqual(['Stationery'])
  await section().getByLabel('Name', { exact: true }).fill('Time sheet')
  await section().getByLabel('Address').fill('time.example.com/today')
  await section().getByRole('button', { name: 'Add the address' }).click()
  await expect.poll(named).toEqual(['Stationery', 'Time sheet'])
  await section().getByLabel('A colleague').pressSequentially('a')
  await page.locator('.p-autocomplete-item').first().click()
  await expect.poll(async () => (await named()).length).toBe(3)
  await kept()
  await expectAccessible(page, 'shortcuts that are chosen')
  await page.goto(stage.server.url)
  await row().getByRole('link').first().waitFor()
  const links = await row()
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links.slice(0, 2)).toEqual(['/request', 'https://time.example.com/today'])
  expect(links[2]).toMatch(/^\/employee\/\d+$/)
  await expectAccessible(page, 'a first page with shortcuts')
}, 60_000)

it('stands on the first screen of a telephone, in places that a finger hits', async () => {
  const boxes = await row()
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  for (const { height, width, bottom } of boxes) {
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44)
    expect(bottom).toBeLessThan(740)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}, 30_000)

it('is put in order by keys, and all of it taken away with a way back', async () => {
  await row().getByRole('link', { name: 'Choose shortcuts' }).press('Enter')
  await section().waitFor()
  const before = await named()
  await section().getByRole('button', { name: 'Move Time sheet up' }).press('Enter')
  await expect.poll(named).toEqual(['Time sheet', 'Stationery', before[2]])
  await kept()
  // Its way back is the only one until the next call is answered.
  await said().waitFor({ state: 'detached' })
  await section().getByRole('button', { name: 'Remove all shortcuts' }).click()
  await expect.poll(named).toEqual([])
  await kept()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(named).toEqual(['Time sheet', 'Stationery', before[2]])
  await page.reload()
  await section().waitFor()
  await expect.poll(named).toEqual(['Time sheet', 'Stationery', before[2]])
}, 60_000)

it('keeps what is typed of an address, and says what is wrong with it', async () => {
  await section().getByLabel('Name', { exact: true }).fill('Half')
  await section().getByLabel('Address').fill('javascript:alert(1)')
  await section().getByRole('button', { name: 'Add the address' }).click()
  await section().getByText('Address is not a link this site may use').waitFor()
  await page.waitForFunction(async () => (await indexedDB.databases()).length > 0)
  await page.goto(stage.server.url)
  await page.goto(`${stage.server.url}/profile`)
  await expect.poll(() => section().getByLabel('Name', { exact: true }).inputValue()).toBe('Half')
}, 60_000)
