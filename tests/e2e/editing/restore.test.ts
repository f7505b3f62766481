import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Client

beforeAll(async () => {
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
}, 60_000)

const write = async (name: string): Promise<number> => {
  const [{ id: category }] = (await staff.call('GET', '/api/category')).body.data
  const made = await staff.call('POST', '/api/post', { name, category, excerpt: 'x', content: '<p>x</p>' })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.data.id
}

/** A page on the list of posts that hold a word. */
const openList = async (look: { dark?: boolean; width?: number }, word: string, status = '') => {
  const watched = await openPage(stage.browser, stage.server.url, look)
  await signInPage(watched.page, stage.dataDir, administrator, `/dashboard/post?keyword=${word}&status=${status}`)
  return watched
}

const act = async (page: Page, title: string, label: string, confirmed: string) => {
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: confirmed, exact: true }).click()
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Restore under another address' })

it.each([
  { word: 'sunrise', dark: false, width: 1280 },
  { word: 'sunset', dark: true, width: 390 },
])(
  'restores from Trash under another address when its own was taken, $width wide',
  async ({ word, ...look }) => {
    const gone = await write(`Canteen ${word}`)
    await staff.call('DELETE', `/api/post/${gone}`)
    await write(`Canteen ${word}`)
    await write(`Canteen ${word} 2`)
    const { page, context, faults } = await openList(look, word, 'deleted')
    await act(page, `Canteen ${word}`, 'Restore', 'Restore')
    const dialog = dialogOf(page)
    await dialog.getByText(`was at canteen-${word}, which is the address of another post by now.`).waitFor()
    const field = dialog.getByLabel('Address')
    await expect.poll(() => field.inputValue()).toBe(`canteen-${word}-2`)
    await expectAccessible(page, 'another address')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.locator('.f.bad').getByText('The address is already taken.').waitFor()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectAccessible(page, 'another address that is taken too')
    await field.fill('')
    await page.keyboard.press('Enter')
    await dialog.getByText('Address is required').waitFor()
    await field.fill(`Canteen at ${word}`)
    await page.keyboard.press('Enter')
    await page.getByText('Post restored.').waitFor()
    expect((await staff.call('GET', `/api/post/canteen-at-${word}`)).body.data).toMatchObject({ id: gone })
    expect(faults).toEqual([])
    await context.close()
  },
  90_000,
)

it('asks also when a deletion is undone, and leaves the record in Trash when called off', async () => {
  const id = await write('Harbour walk')
  const { page, context, faults } = await openList({}, 'harbour+walk')
  await act(page, 'Harbour walk', 'Delete…', 'Delete')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await write('Harbour walk')
  await undo.click()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  expect((await staff.call('GET', `/api/post/${id}`)).status).toBe(404)
  await page.goto('/dashboard/post?keyword=harbour+walk&status=deleted')
  await act(page, 'Harbour walk', 'Restore', 'Restore')
  await dialogOf(page).getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Post restored.').waitFor()
  expect((await staff.call('GET', '/api/post/harbour-walk-2')).body.data).toMatchObject({ id })
  expect(faults).toEqual([])
  await context.close()
}, 90_000)

it('tells by name what an Undo of several could not bring back', async () => {
  await write('Ferry times')
  await write('Ferry prices')
  const { page, context } = await openList({}, 'ferry')
  await page.getByRole('checkbox', { name: 'Select Ferry times' }).check()
  await act(page, 'Ferry prices', 'Delete…', 'Delete')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await write('Ferry times')
  await undo.click()
  const alert = page.getByRole('alertdialog', { name: '1 of 2 done' })
  await alert.getByText('Ferry times: The address is already taken.').waitFor()
  await context.close()
}, 90_000)

it('says in an open form that the record was deleted, and restores it with what was typed or makes a new one of it', async () => {
  const [kept, renewed] = [await write('Boat shed'), await write('Boat ramp')]
  const { page, context, faults } = await openList({}, 'boat')
  const openPost = async (id: number) => {
    await page.goto(`/dashboard/post/${id}`)
    await page.getByLabel('Excerpt').fill('Typed before it was deleted')
    await staff.call('DELETE', `/api/post/${id}`)
    await page.getByText(/^Deleted by .* meanwhile\. What you typed is still here\.$/).waitFor()
    await expectAccessible(page, 'deleted meanwhile')
    // Also at the end of the form.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const seen = page.getByRole('button', { name: 'Copy what I typed' })
    await expect.poll(async () => (await seen.boundingBox())?.y).toBeGreaterThan(0)
    expect(await page.locator('.facts').textContent()).toBe('In Trash')
    expect(await page.getByText('Changes the live post').count()).toBe(0)
  }
  await openPost(kept)
  await page.getByRole('button', { name: 'Restore it with this text' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Post updated.').waitFor()
  expect((await staff.call('GET', `/api/post/${kept}`)).body.data).toMatchObject({
    excerpt: 'Typed before it was deleted',
  })
  // Where nothing was typed, nothing else is offered than bringing it back.
  const untouched = await write('Boat hook')
  await page.goto(`/dashboard/post/${untouched}`)
  await page.getByLabel('Excerpt').waitFor()
  await staff.call('DELETE', `/api/post/${untouched}`)
  const notice = page.getByRole('status').filter({ hasText: /^Deleted by .* meanwhile\.Restore$/ })
  await notice.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Post restored.').waitFor()
  await notice.waitFor({ state: 'detached' })
  await openPost(renewed)
  await page.getByRole('button', { name: 'Make a new one of this text' }).click()
  await page.waitForURL('**/dashboard/post/create')
  await expect.poll(() => page.getByLabel('Post title').inputValue()).toBe('Boat ramp')
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed before it was deleted')
  expect(faults).toEqual([])
  await context.close()
}, 90_000)

it('says in an open form that the right to change it was withdrawn, and hands out what was typed', async () => {
  const id = await write('Boat house')
  const { data: roles } = (await staff.call('GET', '/api/role?keyword=Editor')).body
  const [{ id: role } = { id: 0 }] = roles.filter(({ name }) => name === 'Editor')
  const { perms } = (await staff.call('GET', `/api/role/${role}`)).body.data
  const allow = async (permissions: readonly string[]) => {
    const saved = await staff.call('PUT', `/api/role/${role}`, { perms: permissions.join(',') })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  }
  const { page, context, faults } = await openPage(stage.browser, stage.server.url, { dark: true })
  await signInPage(page, stage.dataDir, (one) => one.role === 'Editor', `/dashboard/post/${id}`)
  await page.getByLabel('Excerpt').fill('Typed before the right was gone')
  const told = page.getByText('You may no longer change this. What you typed is still here.')
  await allow(perms.filter((one: string) => one !== 'u-post'))
  await told.waitFor()
  expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0)
  await expectAccessible(page, 'a form whose right was withdrawn')
  await page.getByRole('button', { name: 'Copy what I typed' }).click()
  await page.getByText('What you typed is on the clipboard.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Excerpt\nTyped before the right was gone')
  // The right to read it goes as well: what is on the screen stays.
  await allow(perms.filter((one: string) => !one.endsWith('-post')))
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.getByRole('link', { name: 'Post', exact: true }).waitFor({ state: 'detached' })
  await told.waitFor()
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed before the right was gone')
  await allow(perms)
  await told.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Post updated.').waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 90_000)
