import { beforeAll, expect, it } from 'vitest'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let reader: Watched

beforeAll(async () => {
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  for (let index = 1; index <= 40; index += 1)
    await staff.call('POST', '/api/stationery', { name: `Label ${index}`, unit: 'pcs' })
  reader = await openPage(stage.browser, stage.server.url, { width: 360 })
  await signInPage(reader.page, stage.dataDir, employee)
}, 120_000)

it('shows what fills a window at once, all others a moment later, and knows all of them from the beginning', async () => {
  const { page, faults } = reader
  await page.goto('/request')
  const item = page.getByRole('button', { name: 'Item Select an item' })
  const dialog = page.getByRole('dialog', { name: 'Select an item' })
  await item.waitFor()
  await settled(page)
  await page.evaluate(() => {
    const counts: number[] = []
    Object.assign(globalThis, { counts })
    new MutationObserver(() => counts.push(document.querySelectorAll('dialog .items li').length)).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  await item.click()
  const choices = dialog.getByRole('listitem')
  await expect.poll(() => choices.count()).toBeGreaterThanOrEqual(40)
  const counts = await page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts)
  const [first = 0] = counts.filter((count) => count > 0)
  expect(first).toBeLessThanOrEqual(30)
  const shown = await choices.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().top < innerHeight))
  expect(first).toBeGreaterThanOrEqual(shown.length)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // Keys that come before the others are drawn.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Label 40')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Item Label 40' }).waitFor()
  expect(faults).toEqual([])
})
