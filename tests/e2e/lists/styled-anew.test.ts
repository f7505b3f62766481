import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { settled, type Watched } from '../../support/browser.ts'
import { openStaffPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import { traced } from '../../support/traced.ts'

const stage = openStage()
let staff: Watched

beforeAll(async () => {
  staff = await openStaffPage(stage)
  await staff.page.goto('/dashboard/post?per_page=100')
  await staff.page.getByRole('row').nth(1).waitFor()
  await settled(staff.page)
}, 60_000)

const question = (page: Page) => page.getByRole('alertdialog')
const moreOf = (page: Page, row: number) => page.getByRole('row').nth(row).getByRole('button').last()
const askToDelete = async (page: Page) => {
  await moreOf(page, 1).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question(page).waitFor()
}

const styled = async (act: () => Promise<unknown>): Promise<number> => {
  const events = await traced(staff.page, ['devtools.timeline'], async () => {
    await act()
    await settled(staff.page)
  })
  return events.reduce((sum, { args: { elementCount = 0 } }) => sum + elementCount, 0)
}

// A row has some 30 elements, of which 12 are itself and its cells.
it('styles a row, its box and the cell that stays in sight with a tick of all rows, and no other cell', async () => {
  const { page, faults } = staff
  const rows = (await page.getByRole('row').count()) - 1
  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' })
  await all.hover()
  const count = await styled(() => all.click())
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(rows + 1)
  expect(rows).toBeGreaterThan(10)
  expect(count).toBeGreaterThanOrEqual(rows * 3)
  expect(count).toBeLessThan(rows * 6)
  const [first, other] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)]
  const colours = await first.evaluate((row) =>
    [row, row.querySelector('.row-acts')].map((one) => one && getComputedStyle(one).backgroundColor),
  )
  expect(new Set(colours).size).toBe(1)
  await all.click()
  await other.hover()
  const plain = await first.locator('.row-acts').evaluate((cell) => getComputedStyle(cell).backgroundColor)
  expect(colours).not.toContain(plain)
  expect(faults).toEqual([])
})

it('styles no row anew when a question is asked, and when it is answered', async () => {
  const { page, faults } = staff
  const rows = (await page.getByRole('row').count()) - 1
  await moreOf(page, 1).click()
  await page.getByRole('menu').waitFor()
  const asked = await styled(async () => {
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await question(page).waitFor()
  })
  const answered = await styled(() => page.keyboard.press('Escape'))
  await expect.poll(() => question(page).count()).toBe(0)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(rows * 5)
  expect(answered).toBeLessThan(rows * 5)
  expect(faults).toEqual([])
})

it('asks as a modal dialog does: Cancel has the focus, Tab goes around, a press beside it is no answer', async () => {
  const { page, faults } = staff
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await askToDelete(page)
  expect(await question(page).getAttribute('aria-modal')).toBe('true')
  expect(await focused()).toBe('Cancel')
  const seen: unknown[] = []
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab')
    seen.push(await focused())
  }
  expect(seen).toEqual(['Delete', 'Cancel', 'Delete', 'Cancel'])
  const link = await page.locator('tbody a.title').last().boundingBox()
  await page.mouse.click(300, (link?.y ?? 0) < 900 ? (link?.y ?? 0) + 4 : 600)
  await page.mouse.click(5, 890)
  expect(await question(page).count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/dashboard/post')
  await page.keyboard.press('Escape')
  await expect.poll(() => question(page).count()).toBe(0)
  expect(await moreOf(page, 1).evaluate((button) => button === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
})

it('asks above a modal dialog, which makes all else inert, as a modal one', async () => {
  const { page, faults } = staff
  await page.evaluate(() => {
    const dialog = document.createElement('dialog')
    dialog.id = 'below'
    document.body.append(dialog)
  })
  await moreOf(page, 1).click()
  await page.getByRole('menu').waitFor()
  // Opened by a script once the menu is there, as by an answer that comes late: the menu's own entry asks the question then.
  await page.getByRole('menuitem', { name: 'Delete' }).evaluate((entry) => {
    const below = document.querySelector<HTMLDialogElement>('#below')
    below?.showModal()
    if (entry instanceof HTMLElement) entry.click()
  })
  await question(page).waitFor()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => question(page).count()).toBe(0)
  await page.evaluate(() => document.getElementById('below')?.remove())
  expect(faults).toEqual([])
})
