import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { type Watched } from '../../support/browser.ts'
import { openTenderStage } from '../../support/tender-stage.ts'
import { tender } from '../../support/tender.ts'
import { describeDenials } from './denials.ts'

const stage = openTenderStage()
const all = ['c-tender', 'r-tender', 'u-tender', 'd-tender', 'r-category', 'r-site_notice', 'u-site_notice']
let staff: Watched
let page: Page

beforeAll(async () => {
  const { atrium } = stage
  const wood = (await atrium.run(category, 'create', { name: 'Wood' })).id
  for (const [number, name] of ['Chairs', 'Desks', 'Lamps', 'Roads', 'Sheds'].entries()) {
    const isWorks = number > 2
    await atrium.run(tender, 'create', {
      name,
      number: number + 1,
      type: isWorks ? 'works' : 'goods',
      ...(isWorks ? { content: '<p>Text</p>' } : { categories: [wood] }),
      active_from: `2026-11-0${number + 1}T10:00:00Z`,
    })
  }
  staff = await stage.signIn(all)
  page = staff.page
}, 120_000)

const names = () => page.locator('tbody a.title').allInnerTexts()
const expectNames = (...expected: string[]) => expect.poll(names).toEqual(expected)
const openList = async (query = '') => {
  await page.goto(`/dashboard/tender${query}`)
  await page.locator('tbody tr').first().waitFor()
}

it('filters by every kind of field, in the address', async () => {
  await openList()
  await expectNames('Chairs', 'Desks', 'Lamps', 'Roads', 'Sheds')
  await page.getByLabel('Type', { exact: true }).selectOption('works')
  await expectNames('Roads', 'Sheds')
  await page.getByLabel('Active from from').fill('2026-11-05')
  await expectNames('Sheds')
  expect(new URL(page.url()).search).toBe('?type=works&active_from_from=2026-11-05')
  await page.reload()
  await expectNames('Sheds')
  await page.goBack()
  await expectNames('Roads', 'Sheds')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByLabel('Categories', { exact: true }).selectOption({ label: 'Wood' })
  await expectNames('Chairs', 'Desks', 'Lamps')
  await page.getByLabel('until active from').fill('2026-11-02')
  await expectNames('Chairs', 'Desks')
  await page.getByLabel('Stage', { exact: true }).selectOption('open')
  await page.getByText('No tenders match').first().waitFor()
  expect(staff.faults).toEqual([])
}, 60_000)

it('sorts by its headings, by pointer and by keyboard', async () => {
  await openList()
  // The table with the headings is drawn anew once what moves rows is loaded.
  await page.locator('.grip:not([aria-disabled=true])').first().waitFor()
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await heading.getByRole('button').press('Enter')
  await expectNames('Chairs', 'Desks', 'Lamps', 'Roads', 'Sheds')
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
  // Rows that cannot be moved are another table.
  await page.waitForFunction(() => document.activeElement?.closest('th')?.textContent === 'Name')
  await heading.getByRole('button').click()
  await expectNames('Sheds', 'Roads', 'Lamps', 'Desks', 'Chairs')
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
  expect(new URL(page.url()).search).toBe('?sort=-name')
  await expect.poll(() => page.getByRole('button', { name: 'Move Desks up' }).count()).toBe(0)
  await page.goto('/dashboard/tender?sort=nonsense')
  await expectNames('Chairs', 'Desks', 'Lamps', 'Roads', 'Sheds')
}, 60_000)

it('puts records in order by buttons, by keyboard and by dragging', async () => {
  await openList('?per_page=10')
  const still = () => page.locator('.grip:not([aria-disabled=true])').first().waitFor()
  await still()
  const up = page.getByRole('button', { name: 'Move Desks up' })
  await up.press('Enter')
  await expectNames('Desks', 'Chairs', 'Lamps', 'Roads', 'Sheds')
  await page.getByText('Tender moved.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move Desks up')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectNames('Chairs', 'Desks', 'Lamps', 'Roads', 'Sheds')

  await still()
  const handle = page.getByRole('button', { name: 'Drag Sheds' })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.locator('tr.dragged').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByText('Sheds is at place 4 of 5.').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowUp')
  await page.getByText('Sheds is at place 3 of 5.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await expectNames('Chairs', 'Desks', 'Sheds', 'Lamps', 'Roads')
  await still()

  await page.getByRole('button', { name: 'Drag Chairs' }).hover()
  await page.mouse.down()
  const target = await page.getByRole('button', { name: 'Drag Lamps' }).boundingBox()
  if (!target) throw new Error('there is no row for lamps')
  await page.mouse.move(target.x + 5, target.y + 10, { steps: 8 })
  await page.getByText('Chairs is at place 4 of 5.').waitFor({ state: 'attached' })
  await page.mouse.up()
  await expectNames('Desks', 'Sheds', 'Lamps', 'Chairs', 'Roads')
  await still()
  await page.reload()
  await expectNames('Desks', 'Sheds', 'Lamps', 'Chairs', 'Roads')
  expect(staff.faults).toEqual([])
}, 60_000)

it('opens the form of the one record where there is no list', async () => {
  await page.getByRole('link', { name: 'Notice', exact: true }).click()
  await page.getByRole('heading', { name: 'Notice', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('Closed on Friday')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Notice updated.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/site_notice')
  const place = () => page.evaluate((): unknown => history.state?.key)
  const before = await place()
  await page.getByRole('textbox', { name: 'Title' }).fill('Open')
  await page.getByRole('button', { name: 'Submit' }).click()
  // The form is drawn anew where saving leads; the facts beside it may know of the save before.
  await expect.poll(place).not.toBe(before)
  await expect
    .poll(async () => (await page.locator('.rail dd').first().innerText()).trim(), { timeout: 10_000 })
    .toBe('2')
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Open')
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Clear', 'At a moment…'])
  await page.keyboard.press('Enter')
  await page.getByText('The notice is cleared.').waitFor()
  expect(staff.faults).toEqual([])
}, 60_000)

it('offers of a form and of its entries what somebody may do', async () => {
  const perms = ['r-homepage', 'r-configuration', 'r-menubar', 'c-menubar']
  const { page: theirs, context, faults } = await stage.signIn(perms)
  for (const name of ['configuration', 'homepage']) {
    await theirs.goto(`/dashboard/${name}`)
    await theirs.locator('form input').first().waitFor()
    expect(await theirs.locator('form :is(input, textarea, select):enabled').count(), name).toBe(0)
    expect(await theirs.getByRole('button', { name: 'Submit' }).count(), name).toBe(0)
  }
  await theirs.goto('/dashboard/menubar')
  await theirs.getByRole('checkbox', { name: 'List of Job' }).check()
  await theirs.getByRole('button', { name: 'Add to Tree' }).click()
  await theirs.getByRole('button', { name: 'List of Job', exact: true }).click()
  const dialog = theirs.getByRole('dialog', { name: 'List of Job' })
  await dialog.getByLabel('Title').fill('Jobs')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await theirs.getByRole('button', { name: 'Remove Jobs' }).waitFor()
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await theirs.getByText('Menubar updated.').waitFor()
  await theirs.reload()
  const entry = theirs.getByRole('button', { name: 'Jobs', exact: true })
  await entry.waitFor()
  await expect.poll(() => entry.isDisabled()).toBe(true)
  expect(await theirs.getByRole('button', { name: /^(Move|Remove) Jobs/ }).count()).toBe(0)
  await expect.poll(() => theirs.getByRole('button', { name: 'Add below Jobs' }).count()).toBe(1)
  expect(faults).toEqual([])
  await context.close()
}, 60_000)

it('asks in a dialog for what a verb needs, and offers verbs by state', async () => {
  await page.goto('/dashboard/tender/chairs')
  const actions = page.getByRole('button', { name: 'Actions' })
  const offered = () => page.getByRole('menuitem').allInnerTexts()
  const always = ['Duplicate', 'Copy link', 'Edit address…', 'At a moment…', 'Deactivate', 'Delete']
  await actions.press('Enter')
  await expect.poll(offered).toEqual(['Open', ...always])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Open: Chairs' })
  await dialog.getByRole('button', { name: 'Open' }).press('Enter')
  await dialog.getByText('Note is required').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await expectAccessible(page, 'dialog of a verb')
  await page.keyboard.type('Go ahead')
  await dialog.getByRole('button', { name: 'Open' }).press('Enter')
  await page.getByText('The tender is open.').waitFor()
  await actions.press('Enter')
  await expect.poll(offered).toEqual(['Close', ...always])
  await page.keyboard.press('Escape')
  expect(staff.faults).toEqual([])
}, 60_000)

it('has no button of what can be done for whoever may do nothing', async () => {
  const reader = await stage.signIn(['r-category'])
  await reader.page.goto('/dashboard/category')
  await reader.page.getByRole('link', { name: 'Wood' }).click()
  await reader.page.getByRole('heading', { name: 'Wood' }).waitFor()
  await expect.poll(() => reader.page.getByRole('button', { name: 'Actions', exact: true }).count()).toBe(0)
  await page.goto('/dashboard/tender/chairs')
  await page.getByRole('button', { name: 'Actions', exact: true }).waitFor()
  await reader.context.close()
}, 60_000)

it.each([
  [360, false],
  [1440, true],
])(
  'is accessible at %i px',
  async (width, dark) => {
    const other = await stage.signIn(all, { width, dark })
    await other.page.goto('/dashboard/tender?type=goods')
    await other.page.locator('tbody tr').first().waitFor()
    await expectAccessible(other.page, `list at ${width}`)
    await other.context.close()
  },
  60_000,
)

// Simple, with verbs of its own, and the one record of its kind; all of them are walked in permissions.long.test.ts.
describeDenials(stage, ['category', 'post', 'homepage'])
