import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
const patience = { timeout: 60_000 }
let staff: Watched
let editor: Client

beforeAll(async () => {
  editor = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const early = '.editor-wait > div'

const made = async (body: string) =>
  (await editor.call('POST', '/api/page', { name: 'Mooring', type: 'content', excerpt: 'Where', body })).body.data.slug

/** Opens the form of a page with nothing kept, its editor held back until `release`. */
const openWithoutEditor = async (slug: string) => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await context.addCookies(await staff.page.context().cookies())
  let release = () => {}
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/editor-field-\w+\.css$/, async (route) => {
    await promise
    await route.continue()
  })
  // A page is loaded once the styles are there that are held back, where it asks for them before all else is.
  await page.goto(`/dashboard/page/${slug}`, { waitUntil: 'commit' })
  await page.locator(early).waitFor()
  return { page, context, faults, release }
}

const placeOf = (page: Page, root: string, words: string) =>
  page.locator(root).evaluate((box, sought) => {
    const found = [...box.querySelectorAll('p, li, h2, blockquote')].find((one) => one.textContent === sought)
    const { left = 0, top = 0, width = 0, height = 0 } = found?.getBoundingClientRect() ?? {}
    return [left, top, width, height].map((one) => Math.round(one))
  }, words)

it('shows a text where it will be edited, before the editor is there', patience, async () => {
  const lines = ['Boats lie at the north gate. '.repeat(12).trim(), 'Times', 'From six on', 'Mind the step']
  const [first, heading, point, quoted] = lines
  const body = `<p>${first}</p><h2>${heading}</h2><ul><li>${point}</li></ul><blockquote><p>${quoted}</p></blockquote>`
  const { page, context, faults, release } = await openWithoutEditor(await made(body))
  const before = await Promise.all(lines.map((words) => placeOf(page, early, words)))
  expect(before.every(([, , width = 0]) => width > 100)).toBe(true)
  const below = () =>
    page.locator('[data-path="body"]').evaluate((one) => Math.round(one.getBoundingClientRect().height))
  const height = await below()
  release()
  await textOf(page).waitFor()
  await settled(page)
  expect(await Promise.all(lines.map((words) => placeOf(page, '.ProseMirror', words)))).toEqual(before)
  expect(Math.abs((await below()) - height)).toBeLessThanOrEqual(8)
  expect(faults).toEqual([])
  await context.close()
})

it('goes on in the editor with what was begun before it was there', patience, async () => {
  const { page, context, faults, release } = await openWithoutEditor(await made('<p>One</p><p>Two</p><p>Three</p>'))
  await page
    .locator(early)
    .getByText('Two')
    .click({ position: { x: 200, y: 10 } })
  await page.keyboard.type(' and a half')
  release()
  await textOf(page).waitFor()
  await expect.poll(() => textOf(page).evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(' more')
  await expect.poll(() => textOf(page).locator('p').allTextContents()).toEqual(['One', 'Two and a half more', 'Three'])
  expect(faults).toEqual([])
  await context.close()
})

it('draws nothing that acts of a text that is shown early', patience, async () => {
  const hostile =
    '<p onclick="window.hit = 1" style="color: red">Words</p><img src="https://evil.example/x.png" alt="far"><a href="javascript:window.hit=1">link</a><div id="content" class="toast">box</div>'
  const slug = await made('<p>Words</p>')
  const { page, context, faults, release } = await openWithoutEditor(slug)
  await page.route(`**/api/page/${slug}`, async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, body: hostile } } })
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator(early).getByText('far').waitFor()
  const kept = await page
    .locator(early)
    .evaluate((box) =>
      [...box.querySelectorAll('*')].map((one) => `${one.localName} ${one.getAttributeNames().join()}`.trim()),
    )
  expect(kept).toEqual(['p', 'a', 'div'])
  release()
  await page.locator(early).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
