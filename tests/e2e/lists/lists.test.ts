import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
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
const totalOf = async (status: string): Promise<number> =>
  (await client.call('GET', `/api/post?status=${status}&per_page=1`)).body.meta.total_item
const bar = () => page.getByRole('group', { name: 'Actions' })
const pageBox = () => page.getByRole('checkbox', { name: 'Select all rows of this page' })
const press = async (at: Locator, key = 'Enter') => {
  await at.focus()
  await page.keyboard.press(key)
}
const expectFocus = async (at: Locator) => {
  await at.waitFor()
  await page.waitForFunction((element) => element === document.activeElement, await at.elementHandle())
}

it('undoes a deactivation of several rows', async () => {
  await openList()
  const active = await totalOf('active')
  for (const index of [1, 2, 3]) await page.getByRole('row').nth(index).getByRole('checkbox').check()
  await bar().getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('3 posts deactivated.').waitFor()
  expect(await totalOf('active')).toBe(active - 3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 posts activated.').waitFor()
  expect(await totalOf('active')).toBe(active)
}, 60_000)

const link = '/bell'

// What a new record needs beside its name, by the labels of its form.
const needs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  post: { Excerpt: 'x', Category: 'Safety' },
  page: { Excerpt: 'x' },
  'job in page': { Excerpt: 'x', Template: 'Job Vacancy' },
  category: {},
  file: {},
  banner: { 'Order Number': '7', Link: link },
  popup: { Link: link },
  flash: { Link: link },
}

it.each(Object.entries(needs))(
  'makes a %s by its form, and does to it what can be done, by keyboard',
  async (kind, fields) => {
    const resource = kind.split(' ').at(-1) ?? kind
    const [made, changed] = [`Brass ${kind}`, `Iron ${kind}`]
    await page.goto(`/dashboard/${resource}`)
    await press(page.getByRole('link', { name: /^Add / }).first())
    const name = page.getByRole('textbox', { name: /^(Name|(Post |Page )?[Tt]itle)$/ })
    await name.fill(made)
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true })
      if (label === 'Category' || label === 'Template') await field.selectOption({ label: value })
      else await field.fill(value)
    }
    const upload = page.locator('input[type=file]:not([multiple])')
    if (kind === 'file')
      await upload.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await pngPicture(80, 50) })
    await press(page.getByRole('button', { name: 'Submit' }))
    await page.getByRole('link', { name: made, exact: true }).waitFor()
    // What a form loads leaves the list behind it as it is.
    const acts = page.locator('td.row-acts').first()
    await expect.poll(() => acts.evaluate((cell) => getComputedStyle(cell).display)).toBe('table-cell')
    await press(page.getByRole('link', { name: made, exact: true }))
    await page.getByRole('heading', { level: 1, name: made }).waitFor()
    await name.fill(changed)
    await press(page.getByRole('button', { name: 'Submit' }))
    await press(page.getByRole('link', { name: changed, exact: true }))
    await page.getByRole('heading', { level: 1, name: changed }).waitFor()
    const act = async (verb: string) => {
      // What was done before is read anew beneath the menu.
      await settled(page)
      await press(page.getByRole('button', { name: 'Actions' }))
      await press(page.getByRole('menuitem', { name: verb, exact: true }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }))
    }
    await act('Deactivate')
    await page.getByText('Inactive', { exact: true }).first().waitFor()
    await act('Activate')
    await page.getByText('Active', { exact: true }).first().waitFor()
    const [{ id }] = (await client.call('GET', `/api/${resource}?keyword=iron`)).body.data
    const read = async () => (await client.call('GET', `/api/${resource}/${id}`)).body.data
    await expect.poll(read).toMatchObject({ version: 4, deletedAt: null })
    await act('Delete')
    await page.waitForURL(new RegExp(`/dashboard/${resource}(\\?|$)`))
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Trash' })
    await press(page.getByRole('checkbox', { name: `Select ${changed}` }), 'Space')
    await press(bar().getByRole('button', { name: 'Restore' }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }))
    await expect
      .poll(async () => (await client.call('GET', `/api/${resource}/${id}`)).status, { timeout: 10_000 })
      .toBe(200)
    await client.call('DELETE', `/api/${resource}/${id}`)
  },
  60_000,
)

it('asks with count and verb before it acts on all that match, and says once what was done', async () => {
  await openList()
  const all = await totalOf('')
  await pageBox().check()
  await page.getByRole('button', { name: `Select all ${all} matching` }).click()
  await bar().getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Deactivate ${all} posts`, exact: true })
    .click()
  await page.getByText(`${all} posts deactivated.`).waitFor()
  expect(await page.getByText(`${all} posts deactivated.`).count()).toBe(1)
  expect(await page.getByText(`of ${all} done`).count()).toBe(0)
  expect(await totalOf('active')).toBe(0)
  await client.call('POST', `/api/post/matching/activate`, { expected: all })
  await expect.poll(() => totalOf('active'), { timeout: 10_000 }).toBe(all)
}, 60_000)

it('leaves the focus at a sensible place after bulk actions, Undo and Set As Featured', async () => {
  await openList()
  await press(page.getByRole('row').nth(2).getByRole('checkbox'), 'Space')
  await press(bar().getByRole('button', { name: 'Deactivate' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true }))
  await page.getByText('Post deactivated.').waitFor()
  await expectFocus(pageBox())
  await press(page.getByRole('button', { name: 'Undo' }))
  await page.getByText('Post activated.').waitFor()
  await expectFocus(pageBox())
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Set As Featured' }) })
  const name = await row.first().getByRole('link').first().innerText()
  await press(row.first().getByRole('button', { name: 'Set As Featured' }))
  await page.getByRole('row', { name }).getByText('Featured').first().waitFor()
  await expectFocus(page.getByRole('link', { name, exact: true }))
}, 60_000)

it('has the focus in the list when the last row of it went away', async () => {
  await openList('keyword=bicycle')
  await press(page.getByRole('row').nth(1).getByRole('checkbox'), 'Space')
  await press(bar().getByRole('button', { name: 'Delete…' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }))
  await page.getByRole('heading', { name: 'No posts match' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('.sheet.list'))
  await press(page.getByRole('button', { name: 'Undo' }))
  await page.getByText('Post restored.').waitFor()
}, 60_000)

it('filters by the days of creation, says how many of all that shows, and sorts by headings', async () => {
  await openList()
  const total = await totalOf('')
  // Nothing stands there but a name until days are chosen, and what opened the calendar has the focus again.
  await press(page.getByRole('button', { name: 'Created: choose days' }))
  const calendar = page.getByRole('dialog', { name: 'Created: choose days' })
  const days = calendar.getByRole('button', { name: /^\d+ \w+ \d{4}$/ })
  await days.first().click()
  await days.last().click()
  await calendar.getByRole('button', { name: 'Apply' }).click()
  await page.getByLabel('Created from').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Created: choose days' }))
  expect(new URL(page.url()).search).toMatch(/created_at_from=\d{4}-\d{2}-01&created_at_until=\d{4}-\d{2}-\d{2}$/)
  await page.getByText(new RegExp(`^\\d+ of ${total} posts\\.$`)).waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText(new RegExp(`^${total} posts, \\d+ inactive\\.$`)).waitFor()
  await expect.poll(() => page.getByLabel('Created from').count()).toBe(0)
  await press(page.getByRole('button', { name: 'Last change' }))
  await page.getByRole('columnheader', { name: 'Last change' }).and(page.locator('[aria-sort="ascending"]')).waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('changed_at')
}, 60_000)

it('announces what a search found, and that nothing matches', async () => {
  await openList()
  await page.getByRole('searchbox').fill('safety')
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ posts? found$/ })
    .waitFor({ state: 'attached' })
  await page.getByRole('searchbox').fill('zzz')
  await page.getByRole('status').filter({ hasText: 'No posts match' }).waitFor({ state: 'attached' })
}, 60_000)

it('shows in forced colours which rows are ticked and which switches are on', async () => {
  const { page: forced, context } = await openPage(stage.browser, stage.server.url)
  await forced.emulateMedia({ forcedColors: 'active' })
  await signInPage(forced, stage.dataDir, administrator)
  await forced.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const looks = async (control: Locator): Promise<boolean> => {
    await control.waitFor()
    const pictures = []
    for (const isOn of [true, false]) {
      await control.setChecked(isOn)
      await control.blur()
      await forced.mouse.move(0, 0)
      pictures.push((await control.screenshot({ animations: 'disabled' })).toString('base64'))
    }
    return pictures[0] !== pictures[1]
  }
  await forced.goto('/dashboard/post')
  expect(await looks(forced.getByRole('row').nth(1).getByRole('checkbox'))).toBe(true)
  await forced.goto('/dashboard/post/winter-hours-of-the-front-desk')
  expect(await looks(forced.getByRole('switch').first())).toBe(true)
  await context.close()
}, 60_000)

it('names the column of ticks, and makes them large enough to hit', async () => {
  await openList()
  await page.getByRole('columnheader', { name: 'Select', exact: true }).waitFor()
  const box = await page.getByRole('row').nth(1).getByRole('checkbox').boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  expect(staff.faults).toEqual([])
}, 60_000)

it('names each record that a job refused, with its reason and link, and takes the rest back', async () => {
  const names = ['Job A', 'Job B', 'Job C']
  const made: number[] = []
  for (const name of names) made.push((await client.call('POST', '/api/category', { name })).body.data.id)
  await client.call('POST', '/api/post', { name: 'Uses B', excerpt: 'x', category: made[1] })
  await page.goto('/dashboard/category?keyword=job')
  await page.getByRole('row').nth(3).waitFor()
  await pageBox().check()
  await bar().getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  const report = page.getByRole('alertdialog', { name: '2 of 3 done' })
  await report.getByText('1 of the posts still uses', { exact: false }).waitFor()
  await expect
    .poll(() => report.getByRole('link', { name: 'Job B' }).getAttribute('href'))
    .toBe(`/dashboard/category/${made[1]}`)
  await report.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Hi,', exact: false }).click()
  await page.getByRole('menuitem', { name: 'Jobs' }).click()
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  // Undo works after the page was loaded anew, too.
  await page.reload()
  const line = page.getByRole('row').nth(1)
  await line.getByText('2 categories deleted.').waitFor()
  await line.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 categories taken back.').first().waitFor()
  expect((await client.call('GET', '/api/category?keyword=job')).body.meta.total_item).toBe(3)
  await page.goto('/dashboard/activity_trail?resource=category')
  await page.getByRole('link', { name: 'By a job: 2 categories deleted.' }).first().waitFor()
  await page.getByRole('button', { name: 'What was changed by entry 1', exact: true }).click()
  await page.getByRole('button', { name: 'All of this job' }).click()
  await page.getByRole('button', { name: 'Without “One job”' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'By a job: 2 categories taken back.' }).count()).toBe(2)
  await expectAccessible(page, 'what a job did')
  await page.getByRole('link', { name: 'By a job: 2 categories taken back.' }).first().click()
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
}, 60_000)

it('offers to move what uses a category, deletes it then, and takes both back', async () => {
  const [from, to] = [
    (await client.call('POST', '/api/category', { name: 'Move from' })).body.data.id,
    (await client.call('POST', '/api/category', { name: 'Move target' })).body.data.id,
  ]
  const { id } = (await client.call('POST', '/api/post', { name: 'Moved', excerpt: 'x', category: from })).body.data
  const categoryOf = async () => (await client.call('GET', `/api/post/${id}`)).body.data.category.id
  await page.goto('/dashboard/category?keyword=move+from')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await bar().getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Move what uses it' })
  await dialog.getByLabel('Move to').selectOption({ label: 'Move target' })
  await dialog.getByRole('button', { name: 'Move and delete' }).click()
  await page.getByText('2 records moved or deleted.').waitFor()
  expect(await categoryOf()).toBe(to)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('2 posts taken back.').waitFor()
  expect(await categoryOf()).toBe(from)
  expect(staff.faults).toEqual([])
}, 60_000)
