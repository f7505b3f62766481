import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { expectAccessible } from '../support/accessible.ts'
import { settled } from '../support/browser.ts'
import { pngPicture } from '../support/pictures.ts'
import { openTenderStage } from '../support/tender-stage.ts'

const stage = openTenderStage()
const all = ['c-tender', 'r-tender', 'u-tender', 'd-tender', 'r-post']

beforeAll(async () => {
  for (const name of ['Wood', 'Steel', 'Stone']) await stage.atrium.run(category, 'create', { name })
})

const png = async (name: string) => ({ name, mimeType: 'image/png', buffer: await pngPicture(60, 40) })
// A picture in a format that browsers show and the server does not take.
const bitmap = Buffer.from('Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAC11LAA==', 'base64')

const captions = (page: Page) =>
  page.getByLabel('Caption').evaluateAll((boxes) => boxes.map((box) => box instanceof HTMLInputElement && box.value))
const chapters = (page: Page) =>
  page
    .getByRole('group', { name: 'Chapters' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('.link')?.textContent,
        row.querySelector('.handle')?.getAttribute('aria-label')?.at(-1),
      ]),
    )

// Picks a row up by its handle, moves it by keys, each with what is said then, and puts it down.
const drag = async (page: Page, handle: string, keys: readonly (readonly [key: string, said: string])[]) => {
  const hear = (words: string) =>
    page.locator('[id^=DndLiveRegion]').filter({ hasText: words }).first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: handle, exact: true }).focus()
  await page.keyboard.press('Space')
  await page.locator('.row.is-moving').waitFor()
  for (const [key, said] of keys) {
    await page.keyboard.press(key)
    await hear(said)
  }
  await page.keyboard.press('Space')
  await page.locator('.row.is-moving').waitFor({ state: 'detached' })
}

it('makes a record of every kind of field with the keyboard, and keeps what was typed over a reload', async () => {
  const { page, faults, context } = await stage.signIn(all)
  await page.goto('/dashboard/tender/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chairs for the canteen')
  await page.getByLabel('Order number').fill('3')
  await page
    .locator('[data-path=pictures] input[type=file][multiple]')
    .setInputFiles([await png('front.png'), await png('back.png'), await png('side.png')])
  for (const [index, caption] of ['Front', 'Back', 'Side'].entries())
    await page.getByLabel('Caption').nth(index).fill(caption)
  await drag(page, 'Move Picture 3', [
    ['ArrowUp', 'Picture 3: 2 of 3.'],
    ['ArrowUp', 'Picture 3: 1 of 3.'],
  ])
  await expect.poll(() => captions(page)).toEqual(['Side', 'Front', 'Back'])
  await page.getByRole('button', { name: 'Move Picture 1 down' }).press('Enter')
  await expect.poll(() => captions(page)).toEqual(['Front', 'Side', 'Back'])
  for (const title of ['One', 'Two', 'Three']) {
    await page.getByRole('button', { name: 'Add entry' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Title').fill(title)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await drag(page, 'Move Three, level 1', [
    ['ArrowUp', 'Three: 2 of 3, level 1.'],
    ['ArrowRight', 'Three: 2 of 3, level 2.'],
  ])
  await page.getByRole('button', { name: 'Move Two up' }).press('Enter')
  await expect
    .poll(() => chapters(page))
    .toEqual([
      ['Two', '1'],
      ['One', '1'],
      ['Three', '2'],
    ])
  await page.getByLabel('Contact name').fill('Anna')
  await page.getByLabel('Since').fill('2026-02-28')
  await page.getByLabel('Receivers').fill('a@example.org, b@example.org')
  await page.getByLabel('Wood').press('Space')
  await page.getByLabel('Access token').fill('do-not-tell-7731')
  await page.getByLabel('Active from').fill('2026-12-01T08:00')
  await page.getByText(/A draft is kept since/).waitFor()
  await page.reload()
  await page.getByText(/Unsaved changes from .* were restored/).waitFor()
  await expect.poll(() => captions(page)).toEqual(['Front', 'Side', 'Back'])
  expect(await page.getByLabel('Access token').inputValue()).toBe('')
  await expect.poll(() => page.getByRole('img', { name: 'Preview' }).count()).toBe(3)
  await page.getByLabel('Access token').fill('do-not-tell-7731')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await page.getByText('Tender created.').waitFor()
  await page.getByRole('link', { name: 'Chairs for the canteen' }).click()
  await page.getByLabel('Contact name').waitFor()
  await expect.poll(() => captions(page)).toEqual(['Front', 'Side', 'Back'])
  await expect.poll(async () => (await chapters(page)).map(([title]) => title)).toEqual(['Two', 'One', 'Three'])
  await expect.poll(() => page.getByLabel('Active from').inputValue()).toBe('2026-12-01T08:00')
  await page.getByText('Set. It cannot be shown.').waitFor()
  await page.getByText('No changes.').waitFor()
  await expect.poll(() => page.getByLabel('Type').isDisabled()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('says at the part what is wrong there, before it is sent and after', async () => {
  const { page, context } = await stage.signIn(all)
  await page.goto('/dashboard/tender/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wrong')
  await page.getByLabel('Order number').fill('4')
  await page
    .locator('[data-path=pictures] input[type=file][multiple]')
    .setInputFiles([await png('front.png'), { name: 'a.png', mimeType: 'image/png', buffer: bitmap }])
  await page.getByLabel('Caption').last().fill('x'.repeat(300))
  await page.getByRole('button', { name: 'Submit' }).click()
  const summary = page.getByRole('alert')
  await summary.getByRole('button', { name: 'Caption has at most 255 characters' }).press('Enter')
  const entry = page.getByRole('group', { name: 'Picture 2' })
  await expect.poll(() => entry.getByLabel('Caption').evaluate((box) => box === document.activeElement)).toBe(true)
  await expect.poll(() => entry.getByLabel('Caption').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'a part with an error')
  await entry.getByLabel('Caption').fill('Short')
  await summary.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Move Picture 2 up' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  const first = page.getByRole('group', { name: 'Picture 1' })
  await first.getByText('This is not a picture that can be used').first().waitFor()
  await page.getByRole('button', { name: 'Remove Picture 1' }).press('Enter')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Tender created.').waitFor()
  await context.close()
}, 120_000)

it('shows what was changed in a list, and what a verb was given, in the history', async () => {
  const staff = await stage.atrium.asUser(all)
  const made = await staff.call('POST', '/api/tender', {
    name: 'Told',
    number: 5,
    type: 'works',
    content: '<p>Text</p>',
    chapters: [{ title: 'One' }, { title: 'Two' }],
  })
  await staff.call('POST', `/api/tender/${made.body.data.id}/open`, { note: 'All papers are here' })
  const { page, faults, context } = await stage.signIn(all)
  await page.goto(`/dashboard/tender/${made.body.data.id}`)
  await page.getByRole('button', { name: 'Remove One' }).click()
  await page.getByLabel('Steel').check()
  await page.getByText('2 fields changed.').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Tender updated.').waitFor()
  await page.goto(`/dashboard/tender/${made.body.data.id}`)
  const record = page.getByRole('complementary', { name: 'Record' })
  await record.getByText('All papers are here').waitFor()
  await record.getByText('chose “Open”').waitFor()
  await record.getByRole('button', { name: 'What was changed' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'What was changed' })
  await dialog.locator('del').getByText('One').waitFor()
  await dialog.locator('ins').getByText('Steel').waitFor()
  await expectAccessible(page, 'history of a list')
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it.each([
  { width: 360, dark: true },
  { width: 1440, dark: false },
])(
  'has no finding of axe and fits its window, $width px',
  async ({ width, dark }) => {
    const staff = await stage.atrium.asUser(all)
    const { body } = await staff.call('POST', '/api/tender', {
      name: `Seen at ${width}`,
      number: 7,
      type: 'goods',
      pictures: [],
      chapters: [{ title: 'One', children: [{ title: 'A chapter with a long title that needs room' }] }],
    })
    const { page, faults, context } = await stage.signIn(all, { width, dark })
    await page.goto(`/dashboard/tender/${body.data.id}`)
    await page.locator('[data-path=pictures] input[type=file][multiple]').setInputFiles([await png('front.png')])
    await page.getByLabel('Caption').fill('Front')
    await settled(page)
    await expectAccessible(page, 'form')
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${width}.png`, fullPage: true })
    await page.getByRole('button', { name: 'One', exact: true }).click()
    await page.getByRole('dialog', { name: 'One' }).waitFor()
    await expectAccessible(page, 'dialog of a node')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${width}-dialog.png` })
    expect(faults).toEqual([])
    await context.close()
  },
  120_000,
)

it('lets each permission of the menu do what it stands for', async () => {
  const staff = await stage.atrium.asUser('all')
  await staff.call('POST', '/api/utility/menubar_data', { menubar: [{ title: 'Staff', type: 'listemp' }] })
  const nothing = { moves: false, edits: false, removes: false, adds: false, saves: false }
  for (const [action, does] of Object.entries({
    r: {},
    c: { adds: true, saves: true },
    u: { moves: true, edits: true, saves: true },
    d: { removes: true, saves: true },
  })) {
    const { page, context } = await stage.signIn(['r-menubar', `${action}-menubar`])
    await page.goto('/dashboard/menubar')
    // Who may only read has a tree to read.
    await page
      .getByText('Staff', { exact: true })
      .or(page.getByRole('treeitem', { name: 'Staff' }))
      .first()
      .waitFor()
    const title = page.getByRole('button', { name: 'Staff', exact: true })
    const has = async (name: string) => (await page.getByRole('button', { name, exact: true }).count()) > 0
    const seen = async () => ({
      moves: await has('Move Staff, level 1'),
      edits: (await title.count()) > 0 && (await title.isEnabled()),
      removes: await has('Remove Staff'),
      adds: await has('Add to Tree'),
      saves: await has('Save'),
    })
    await expect.poll(seen).toEqual({ ...nothing, ...does })
    await context.close()
  }
}, 120_000)

it('looks on the server for what a select cannot offer at once, and names what was chosen', async () => {
  for (let number = 1; number <= 110; number += 1)
    await stage.atrium.run(category, 'create', { name: `Bolt ${String(number).padStart(3, '0')}` })
  const { id } = await stage.atrium.run(category, 'create', { name: 'Zinc' })
  const staff = await stage.atrium.asUser(all)
  const options = async (query: string) => (await staff.call('GET', `/api/utility/getCategories?${query}`)).body.data
  expect(await options('limit=2&keyword=BOLT+1')).toMatchObject([{ label: 'Bolt 100' }, { label: 'Bolt 101' }])
  expect(await options(`ids=${id},999`)).toEqual([{ value: id, label: 'Zinc' }])
  const { page, faults, context } = await stage.signIn(all)
  await page.goto('/dashboard/tender/create')
  const box = page.getByRole('combobox', { name: 'Categories' })
  const chosen = page.locator('.p-multiselect-token')
  const list = page.getByRole('listbox', { name: 'Categories' })
  const choose = async (typed: string, name: string) => {
    await box.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially(typed)
    await list.getByRole('option', { name, exact: true }).waitFor()
    await expect.poll(() => list.getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await chosen.getByText(name, { exact: true }).first().waitFor()
  }
  await choose('zin', 'Zinc')
  await choose('bolt 110', 'Bolt 110')
  await expectAccessible(page, 'a select that looks on the server')
  await page.getByText(/A draft is kept since/).waitFor()
  await page.reload()
  await page.getByText(/Unsaved changes from .* were restored/).waitFor()
  await chosen.getByText('Zinc', { exact: true }).waitFor()
  await chosen.getByText('Bolt 110', { exact: true }).waitFor()
  await page.goto(`/dashboard/tender?categories=${id}`)
  const filter = page.locator('.search-filter')
  await filter.getByText('Zinc').waitFor()
  // What is typed after a click looks for it. Enter takes what was found, and nothing once the search is empty again.
  const search = filter.getByRole('searchbox', { name: 'Search' }).or(filter.getByRole('textbox', { name: 'Search' }))
  await filter.click()
  await search.waitFor()
  await page.keyboard.type('bolt 10')
  expect(await search.inputValue()).toBe('bolt 10')
  await filter.getByRole('option', { name: 'Bolt 101' }).waitFor()
  await page.keyboard.press('Enter')
  await filter.locator('.p-dropdown-label').getByText('Bolt 100').waitFor()
  const address = page.url()
  await filter.click()
  await search.fill('bolt 10')
  await filter.getByRole('option', { name: 'Bolt 101' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await search.fill('')
  await filter.getByRole('option', { name: 'Bolt 001' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(page.url()).toBe(address)
  expect(address).not.toContain(`categories=${id}`)
  expect(faults).toEqual([])
  await context.close()
}, 120_000)
