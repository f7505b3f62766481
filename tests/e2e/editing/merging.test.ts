import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import type { Row } from '../../support/sent.ts'

const stage = openStage()
const editor = (one: { role?: string | undefined }) => one.role === 'Editor'
let staff: Watched
let page: Page
let other: Client

beforeAll(async () => {
  staff = await openPage(stage.browser, stage.server.url)
  page = staff.page
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  other = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, editor))
}, 120_000)

const postBy = async (key: string | number) => (await other.call('GET', `/api/post/${key}`)).body.data
const dialog = (): Locator => page.getByRole('dialog', { name: 'Somebody saved this meanwhile' })
const submit = () => page.getByRole('button', { name: 'Submit' }).click()
const paragraphs = (count: number, said: Record<number, string> = {}) =>
  Array.from(
    { length: count },
    (_, at) => `<p>${said[at] ?? `Paragraph ${at} of it. ${'More words. '.repeat(20)}`}</p>`,
  )
    .join('\n')
    .replaceAll(' </p>', '</p>')

const writePost = async (name: string, content: string): Promise<number> => {
  const { id } = (await postBy('canteen-menu-week-47')).category
  const { status, body } = await other.call('POST', '/api/post', { name, excerpt: 'Short.', category: id, content })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.id
}
const openPost = async (id: number) => {
  await page.goto(`/dashboard/post/${id}`)
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
}
const typeAtEndOf = async (words: string, typed: string) => {
  await page.getByRole('textbox', { name: 'Text', exact: true }).getByText(words).click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

it('asks only about what both changed, says who and when, and has chosen nothing', async () => {
  await page.goto('/dashboard/post/canteen-menu-week-47')
  await page.getByLabel('Post title').fill('Canteen menu, mine')
  const { id, changed_by: who } = await postBy('canteen-menu-week-47')
  await other.call('PUT', `/api/post/${id}`, { name: 'Canteen menu, theirs', excerpt: 'Their excerpt.' })
  await submit()
  await dialog().waitFor()
  await expect.poll(() => dialog().getByRole('radio').count()).toBe(3)
  await expect.poll(() => dialog().getByRole('radio', { checked: true }).count()).toBe(0)
  await expect.poll(() => dialog().getByRole('button', { name: 'Save these' }).isDisabled()).toBe(true)
  const changedBy = (await postBy(id)).changed_by
  expect(changedBy).not.toBe(who)
  await dialog()
    .getByRole('radio', { name: new RegExp(`Saved by ${changedBy} · just now`) })
    .waitFor()
  await expect.poll(() => dialog().locator('del').first().innerText()).toBe('week 47')
  await expectAccessible(page, 'merge dialog')
  await dialog().getByRole('radio', { name: 'Yours' }).check()
  await dialog().getByRole('button', { name: 'Save these' }).click()
  await page.getByText('Post updated.').waitFor()
  expect(await postBy(id)).toMatchObject<Row<'post'>>({ name: 'Canteen menu, mine', excerpt: 'Their excerpt.' })
}, 60_000)

it('brings paragraphs together that different people changed, without a question', async () => {
  const id = await writePost('Far apart', paragraphs(4))
  await openPost(id)
  await typeAtEndOf('Paragraph 3', 'Mine.')
  await other.call('PUT', `/api/post/${id}`, { content: paragraphs(4, { 0: 'Theirs.' }) })
  await submit()
  await page.getByText('Post updated.').waitFor()
  const { content } = await postBy(id)
  expect(content).toContain('<p>Theirs.</p>')
  expect(content).toContain('Mine.')
}, 60_000)

it('shows the changed words of a long text, and no code', async () => {
  const id = await writePost('A long text', paragraphs(400))
  await openPost(id)
  await typeAtEndOf('Paragraph 1 of', 'Mine.')
  await other.call('PUT', `/api/post/${id}`, {
    content: paragraphs(400, { 1: 'Theirs <strong>entirely</strong>.', 300: 'Far away.' }),
  })
  await submit()
  await dialog().waitFor()
  await expect.poll(() => dialog().getByRole('radio').count()).toBe(4)
  expect(await dialog().evaluate((element) => element.scrollHeight)).toBeLessThan(1_500)
  await expect.poll(() => dialog().innerText()).not.toContain('<')
  await expect
    .poll(() => dialog().locator('ins').allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringContaining('Mine'), expect.stringContaining('Theirs entirely')]))
  await dialog()
    .getByRole('radio', { name: /^Saved by/ })
    .check()
  await dialog().getByRole('button', { name: 'Save these' }).click()
  // What stands is what the other one saved, so there is nothing to save any more.
  await page.getByText('Nothing was changed.').waitFor()
  expect((await postBy(id)).content).toContain('Far away.')
}, 60_000)

it('shows in the history which words of a long text were changed, wherever they stand', async () => {
  const id = await writePost('A history', paragraphs(60))
  await other.call('PUT', `/api/post/${id}`, { content: paragraphs(60, { 50: 'Somewhere below.' }) })
  await openPost(id)
  await page.getByRole('button', { name: 'What was changed' }).click()
  const shown = page.getByRole('dialog', { name: 'What was changed' })
  await expect.poll(() => shown.locator('ins').first().innerText()).toContain('Somewhere below')
  expect(await shown.innerText()).not.toContain('<p>')
  await expectAccessible(page, 'history dialog')
  expect(staff.faults).toEqual([])
}, 60_000)
