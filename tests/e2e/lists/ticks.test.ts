import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, type Watched, settled } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { expectSeen } from '../../support/seen.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched
let page: Page
let client: Client

beforeAll(async () => {
  staff = await openPage(stage.browser, stage.server.url)
  page = staff.page
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
}, 120_000)

const openList = async (query = 'per_page=10') => {
  await page.goto(`/dashboard/post?${query}`)
  await page.getByRole('row').nth(1).waitFor()
}
const bar = () => page.getByRole('group', { name: 'Actions' })
const titles = () => page.locator('tbody a.title').allInnerTexts()
const box = (index: number) => page.getByRole('row').nth(index).getByRole('checkbox')

it('moves no row when the first is ticked, so that a second click unticks it', async () => {
  await openList()
  // What comes later than the rows may move them.
  await settled(page)
  const at = await box(1).boundingBox()
  if (!at) throw new Error('the first row has no box')
  await page.mouse.click(at.x + 8, at.y + 8)
  await page.getByText('1 selected').waitFor()
  await page.mouse.click(at.x + 8, at.y + 8)
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
}, 60_000)

it('ticks the whole page on a telephone too', async () => {
  await page.setViewportSize({ width: 390, height: 900 })
  await openList()
  await page.getByText('Select all rows of this page').click()
  await page.getByText('10 selected').waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
}, 60_000)

it('ticks and unticks all rows up to the one that is clicked with Shift, by pointer and by keyboard', async () => {
  await openList()
  await box(2).click()
  await box(6).click({ modifiers: ['Shift'] })
  await page.getByText('5 selected').waitFor()
  await box(4).focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText('2 selected').waitFor()
}, 60_000)

it('forgets ticks and all that match with another page, filter or order, and what others took away', async () => {
  const pageBox = page.getByRole('checkbox', { name: 'Select all rows of this page' })
  const total: number = (await client.call('GET', '/api/post?per_page=1')).body.meta.total_item
  const leave: readonly (() => Promise<unknown>)[] = [
    () => page.getByRole('button', { name: 'Next' }).click(),
    () => page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active' }),
    () => page.getByRole('searchbox').first().fill('safety'),
  ]
  for (const go of leave) {
    await openList()
    await pageBox.check()
    await page.getByRole('button', { name: `Select all ${total} matching` }).click()
    await page.getByText(`${total} selected`).waitFor()
    await go()
    await page.getByText(`${total} selected`).waitFor({ state: 'detached' })
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await page.goBack()
    await settled(page)
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  }
  await openList()
  await box(1).click()
  await box(2).click()
  await page.getByText('2 selected').waitFor()
  const [{ id }] = (await client.call('GET', '/api/post?per_page=1')).body.data
  await client.call('DELETE', `/api/post/${id}`)
  await page.getByText('1 selected').waitFor()
  await client.call('POST', `/api/post/${id}/restore`)
}, 60_000)

it('offers in the menu of a row what can be done to its record, by keyboard', async () => {
  await openList('per_page=10&keyword=bicycle')
  const [name = ''] = await titles()
  const dots = page.getByRole('button', { name: `Actions for ${name}` })
  await dots.press('Enter')
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      'Edit',
      'Set As Featured',
      'Duplicate',
      'Copy link',
      'View on portal',
      'Edit address…',
      'At a moment…',
      'Deactivate',
      'History',
      'Delete',
    ])
  await expectSeen(page, 'row-menu')
  await page.keyboard.press('Escape')
  await page.waitForFunction(
    (label) => document.activeElement?.getAttribute('aria-label') === label,
    `Actions for ${name}`,
  )
  await dots.press('Enter')
  await page.getByRole('menuitem', { name: 'History' }).press('Enter')
  const history = page.getByRole('dialog', { name: `History: ${name}` })
  await history.getByText('wrote it').waitFor()
  await history.getByRole('button', { name: 'Close' }).click()
  await dots.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('Post deactivated.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Post activated.').waitFor()
  expect(staff.faults).toEqual([])
}, 60_000)

it('moves everything that matches to another category, and takes it back', async () => {
  const countOf = async (category: string): Promise<number> =>
    (await client.call('GET', `/api/post?category=${category}&per_page=1`)).body.meta.total_item
  const [people, safety] = [await countOf('people'), await countOf('safety')]
  const [total] = [await countOf('')]
  await openList()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: `Select all ${total} matching` }).click()
  await bar().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to category…' }).waitFor()
  await expectSeen(page, 'bulk-more')
  await page.getByRole('menuitem', { name: 'Move to category…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to category' })
  await dialog.getByLabel('Move to').selectOption({ label: 'Safety' })
  await expectSeen(page, 'bulk-move')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(`${total} posts changed.`).waitFor()
  expect(await countOf('safety')).toBe(total)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('taken back.').waitFor()
  expect([await countOf('people'), await countOf('safety')]).toEqual([people, safety])
}, 60_000)

it('does a verb of the resource to ticked rows', async () => {
  await openList('per_page=10&keyword=safety')
  const ids = (await client.call('GET', '/api/post?keyword=safety')).body.data.map(({ id }: { id: number }) => id)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await bar().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Set As Featured' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set As Featured' }).click()
  await page.getByText(/posts? changed\./).waitFor()
  for (const id of ids) expect((await client.call('GET', `/api/post/${id}`)).body.data.featured).toBe(true)
}, 60_000)

it('keeps the columns, the density and the views that somebody chose, and goes to a page by its number', async () => {
  await openList('per_page=10&status=active&sort=id')
  const view = page.getByRole('button', { name: 'View', exact: true })
  const headings = () => page.getByRole('columnheader').allInnerTexts()
  await expect.poll(headings).toContain('Category')
  await view.click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Oldest of all')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await view.click()
  await page.getByRole('menuitem', { name: 'Columns, density and views…' }).click()
  await page.getByLabel('Category').last().uncheck()
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('"isDense":true') ?? false)
  await page.getByLabel('Compact').check()
  await expectSeen(page, 'columns')
  await page.getByRole('button', { name: 'Done' }).click()
  // For the person and not for the device.
  expect((await kept).status()).toBe(200)
  await page.evaluate(() => localStorage.clear())
  await openList()
  await page.getByRole('columnheader', { name: 'Category' }).waitFor({ state: 'detached' })
  expect(await headings()).not.toContain('Category')
  await page.locator('.sheet.dense').waitFor()
  await expectSeen(page, 'dense-list')
  await view.click()
  await page.getByRole('menuitem', { name: 'Oldest of all' }).click()
  await page.waitForURL(/status=active&sort=id/)
  const category = (await client.call('GET', '/api/category')).body.data[0].id
  for (let number = 0; number < 15; number += 1)
    await client.call('POST', '/api/post', { name: `Filler ${number}`, excerpt: 'x', category })
  await openList()
  await page.getByRole('spinbutton', { name: 'Go to page' }).fill('3')
  await page.keyboard.press('Enter')
  await page.getByText('Page 3 of').waitFor()
  await page.setViewportSize({ width: 360, height: 900 })
  const end = async () => {
    const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'Next page' }).boundingBox()) ?? {}
    return x + width
  }
  await expect.poll(end).toBeLessThan(344)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(staff.faults).toEqual([])
}, 120_000)

it('looks at a record without leaving the list, and at its neighbours by the arrow keys', async () => {
  await openList('per_page=10&sort=id')
  const [first = '', second = ''] = await titles()
  await page.getByRole('link', { name: first, exact: true }).focus()
  await page.keyboard.press('Space')
  const look = (name: string) => page.getByRole('dialog', { name })
  await look(first).getByText('Excerpt').waitFor()
  await expectSeen(page, 'quick-look')
  await page.keyboard.press('ArrowDown')
  await look(second).getByText('Excerpt').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction((name) => document.activeElement?.textContent === name, second)
  await page.getByRole('button', { name: `Quick look at ${first}` }).click()
  await look(first).getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Post title' }).waitFor()
  expect(staff.faults).toEqual([])
}, 120_000)
