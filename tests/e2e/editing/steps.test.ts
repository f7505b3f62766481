import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

// What a day of writing takes in clicks; keys that are typed do not count.
const stage = openStage()
const patience = { timeout: 120_000 }
let staff: Client

beforeAll(async () => {
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
}, 120_000)

const begun = async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  page.setDefaultTimeout(10_000)
  await signInPage(page, stage.dataDir, administrator)
  await settled(page)
  let clicks = 0
  const click = async (one: Locator) => {
    clicks += 1
    await one.click()
    await settled(page)
  }
  const taken = () => {
    expect(faults).toEqual([])
    return clicks
  }
  return { page, click, taken }
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

const typeTitleAndText = async (page: Page, title: string, text: string) => {
  await textOf(page).waitFor()
  await expect.poll(() => page.getByLabel('Post title').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await page.keyboard.type(text)
}

const post = async (key: string) => (await staff.call('GET', `/api/post/${key}`)).body.data

it('publishes a new post in four', patience, async () => {
  const { page, click, taken } = await begun()
  await click(page.getByRole('link', { name: 'Create Post' }))
  await typeTitleAndText(page, 'Rope walk on Sunday', 'Bring gloves.')
  await page.keyboard.press('Escape')
  const excerpt = page.getByLabel('Excerpt')
  const hasFocus = () => excerpt.evaluate((one) => one === document.activeElement)
  for (let tabs = 0; tabs < 12 && !(await hasFocus()); tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.type('A walk along the quay.')
  await page.getByLabel('Category').selectOption({ index: 1 })
  // One opens the browser's own list, the other chooses in it.
  const ofTheList = 2
  await click(page.getByRole('button', { name: 'Submit' }))
  await page.getByRole('heading', { level: 1, name: 'Post', exact: true }).waitFor()
  expect(taken() + ofTheList).toBe(4)
  expect(await post('rope-walk-on-sunday')).toMatchObject({ draft: false, deletedAt: null })
})

it('saves and goes on in none, with the place in the text', patience, async () => {
  const { page, taken } = await begun()
  await page.goto('/dashboard/post/create')
  await typeTitleAndText(page, 'Tar for the ropes', 'Bring gloves.')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/post\/tar-for-the-ropes$/)
  await page.keyboard.type(' And a hat.')
  await expect.poll(() => textOf(page).innerText()).toContain('Bring gloves. And a hat.')
  expect(taken()).toBe(0)
})

it('puts a picture with a caption into a text in two, and a link to a page in none', patience, async () => {
  const { page, click, taken } = await begun()
  await page.goto('/dashboard/post/create')
  await typeTitleAndText(page, 'The quay at noon', 'Seen from @winter')
  await page.getByRole('option', { name: /Winter hours of the front desk/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const text = textOf(page)
  expect(await text.locator('a').getAttribute('href')).toBe('/post/winter-hours-of-the-front-desk')
  expect(taken()).toBe(0)
  const bytes = (await pngPicture(80, 50)).toString('base64')
  await text.evaluate((element, picture) => {
    const clipboardData = new DataTransfer()
    const from = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
    clipboardData.items.add(new File([from], 'quay.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, bytes)
  const dialog = page.getByRole('dialog', { name: 'Insert picture' })
  const described = dialog.getByLabel('Description')
  await expect.poll(() => described.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('The quay')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Before the rain')
  await click(dialog.getByRole('button', { name: 'Insert' }))
  await text.getByRole('img', { name: 'The quay' }).waitFor()
  await expect.poll(() => text.innerText()).toContain('Before the rain')
  expect(taken()).toBeLessThanOrEqual(2)
})

it('finds a post of last year in two', patience, async () => {
  const { page, click, taken } = await begun()
  await click(page.getByRole('button', { name: 'Find anything' }))
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor()
  await page.keyboard.type('desk hours')
  await click(page.getByRole('option', { name: /Winter hours of the front desk/ }).first())
  await page.getByLabel('Post title').waitFor()
  expect(taken()).toBe(2)
})

it('goes back to an earlier version in three', patience, async () => {
  const { page, click, taken } = await begun()
  const { id, name } = await post('winter-hours-of-the-front-desk')
  await staff.call('PUT', `/api/post/${id}`, { name: 'Hours of the front desk' })
  await page.goto(`/dashboard/post/${id}`)
  await settled(page)
  await click(page.getByRole('link', { name: 'Version 1', exact: true }))
  await click(page.getByRole('button', { name: 'Back to this version…' }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Revert' }))
  await page.getByText('Post reverted.').waitFor()
  expect((await post(String(id))).name).toBe(name)
  expect(taken()).toBe(3)
})
