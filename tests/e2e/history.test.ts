import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { type Client, signIn } from '../support/client.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
let page: Page
let staff: Client
let id: number

beforeAll(async () => {
  page = (await openPage(stage.browser, stage.server.url)).page
  await signInPage(page, stage.dataDir, administrator)
  staff = await signIn(
    stage.server.url,
    stage.dataDir,
    accountOf(stage.dataDir, ({ role }) => role === 'Editor'),
  )
  const group = (await staff.call('GET', '/api/post/canteen-menu-week-47')).body.data.category.id
  const first = { name: 'Knots', excerpt: 'Of ropes.', category: group, content: '<p>One two three.</p>' }
  id = (await staff.call('POST', '/api/post', first)).body.data.id
  await staff.call('PUT', `/api/post/${id}`, { name: 'Knots and ropes' })
  await staff.call('PUT', `/api/post/${id}`, { excerpt: 'Of ropes and sails.', content: '<p>One two four.</p>' })
  await staff.call('PUT', `/api/post/${id}`, { name: 'Knots, ropes and sails' })
}, 120_000)

const post = async () => (await staff.call('GET', `/api/post/${id}`)).body.data
const section = () => page.getByRole('region', { name: 'Version', exact: true })
const dialog = () => page.getByRole('dialog')
const search = () => new URL(page.url()).search

it('compares any two versions, which stand in the address, also after going back', async () => {
  await page.goto(`/dashboard/post/${id}/history`)
  await page.getByRole('button', { name: 'Compare with version 1' }).click()
  await expect.poll(search).toBe('?compare=1..4')
  await expect.poll(() => section().locator('ins').allInnerTexts()).toContain(', ropes and sails')
  await section().getByRole('button', { name: 'Source' }).click()
  await expect.poll(() => section().locator('del').allInnerTexts()).toContain('three')
  await expectAccessible(page, 'comparison')
  await section().getByLabel('From').selectOption('2')
  await expect.poll(search).toBe('?compare=2..4')
  await page.goBack()
  await expect.poll(search).toBe('?compare=1..4')
}, 60_000)

it('plays the record through its versions, marks what each changed, and says who set a field', async () => {
  await page.goto(`/dashboard/post/${id}/history?version=1`)
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(search).toBe('?version=2')
  await expect.poll(() => section().locator('.changed dt').allInnerTexts()).toHaveLength(1)
  await page.getByRole('button', { name: 'Next version' }).click()
  await expect.poll(() => section().locator('.changed').count()).toBe(2)
  await expectAccessible(page, 'a version')
  await page.getByRole('button', { name: 'Who set it: Post title' }).click()
  await dialog().getByText('Knots and ropes', { exact: true }).waitFor()
  await expect.poll(() => dialog().getByRole('listitem').count()).toBe(2)
  await page.keyboard.press('Escape')
}, 60_000)

it('takes back one change in the middle: what later ones touched as well is asked', async () => {
  await page.goto(`/dashboard/post/${id}/history?version=2`)
  await page.getByRole('button', { name: 'Take back this change alone…' }).click()
  await dialog().getByText('It was changed again since. Choose what stands.').waitFor()
  await expect.poll(() => dialog().getByRole('button', { name: 'Revert' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'revert dialog')
  await dialog().getByRole('radio', { name: 'As it was before this change' }).check()
  await dialog().getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Post reverted.').waitFor()
  expect(await post()).toMatchObject({ name: 'Knots', excerpt: 'Of ropes and sails.' })
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await post()).name).toBe('Knots, ropes and sails')
}, 60_000)

it('goes back to a version after showing what would change', async () => {
  await page.goto(`/dashboard/post/${id}/history?version=1`)
  await page.getByRole('button', { name: 'Back to this version…' }).click()
  await dialog().getByRole('checkbox', { name: 'Post title' }).uncheck()
  await dialog().getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Post reverted.').waitFor()
  expect(await post()).toMatchObject({ name: 'Knots, ropes and sails', excerpt: 'Of ropes.' })
}, 60_000)

it('undoes a save from its toast, and shows first what that would be where somebody changed it meanwhile', async () => {
  const undo = () => page.getByRole('status').getByRole('button', { name: 'Undo' }).last()
  const save = async (excerpt: string) => {
    await page.goto(`/dashboard/post/${id}`)
    await page.getByLabel('Excerpt').fill(excerpt)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Post updated.').waitFor()
  }
  await save('A slip.')
  await undo().click()
  await page.getByText('Post reverted.').waitFor()
  expect((await post()).excerpt).toBe('Of ropes.')
  await save('Another slip.')
  await staff.call('PUT', `/api/post/${id}`, { name: 'By somebody else' })
  await undo().click()
  const preview = page.getByRole('dialog', { name: /^Take back version/ })
  await preview.getByText('It was changed again since. What came later stays as it is.').waitFor()
  await preview.getByRole('checkbox', { name: 'Excerpt' }).waitFor()
  await expectAccessible(page, 'what an Undo would change')
  expect(await post()).toMatchObject({ excerpt: 'Another slip.', name: 'By somebody else' })
  await preview.getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Post reverted.').last().waitFor()
  expect(await post()).toMatchObject({ excerpt: 'Of ropes.', name: 'By somebody else' })
}, 60_000)
