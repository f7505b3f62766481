import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { formOf } from '../../support/form.ts'
import { madePdf } from '../../support/pdf.ts'
import { expectSeen } from '../../support/seen.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let office: Client
let reader: Watched
let page: Page
let manual: string

const handbook = madePdf(
  [
    { words: 'Rules of the house', link: 'https://example.com/rules' },
    { words: 'Holidays', toPage: 4 },
    { words: 'A drawing across', size: [1_200, 400] },
    { words: 'Expenses', link: 'javascript:alert(1)' },
  ],
  { script: 'app.alert\\(1\\)' },
)

const upload = async (name: string, bytes: Buffer): Promise<string> => {
  const form = formOf<'file'>({ name, isInPortal: true }, { file: { bytes, name: 'x.pdf', type: 'application/pdf' } })
  const { status, body } = await office.call('POST', '/api/file', form)
  expect(status, JSON.stringify(body)).toBe(200)
  return (await office.call('GET', `/api/file/${body.data.id}` as string)).body.data.link
}

beforeAll(async () => {
  office = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  // The name does not tell what it is.
  manual = await upload('House manual', handbook)
  await upload('Locked.pdf', madePdf([{ words: 'Secret' }], { isLocked: true }))
  await upload('Torn.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'x')]))
  await upload('Phone book.pdf', madePdf(Array.from({ length: 500 }, (_, index) => ({ words: `Sheet ${index + 1}` }))))
  reader = await openPage(stage.browser, stage.server.url)
  page = reader.page
  await signInPage(page, stage.dataDir, employee, '/')
}, 120_000)

const dialog = () => page.getByRole('dialog')
const words = (text: string) => dialog().locator('.pdf-text').getByText(text)
const numberField = () => dialog().getByLabel('Page number')
const link = (name: string) => page.locator('.documents').getByRole('link', { name })
/** Opens what a link leads to. What opens PDFs comes last: a click before that is a download. */
const opened = (at: Locator) =>
  vi.waitFor(async () => {
    const there = at.page().getByRole('dialog')
    if ((await there.count()) === 0) await at.click({ timeout: 1_000 })
    await there.waitFor({ timeout: 1_000 })
  }, 15_000)
const openFound = async (keyword: string, name: string) => {
  // The same address once more would be a reload, which shows again what was open.
  await page.goto('about:blank')
  await page.goto(`/document?keyword=${keyword}`)
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
  await opened(link(name))
}

beforeEach(() => {
  reader.faults.length = 0
})

it('opens in the page with its words, and the way back closes it where one was', async () => {
  await openFound('manual', 'House manual')
  await words('Rules of the house').waitFor()
  expect(await dialog().getByRole('heading', { level: 1 }).innerText()).toBe('House manual')
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('pdf-pages')
  expect(
    await dialog()
      .locator('canvas')
      .first()
      .evaluate((one: HTMLCanvasElement) => {
        const { data } = one.getContext('2d')?.getImageData(0, 0, one.width, one.height) ?? { data: [] }
        return data.some((value, at) => at % 4 !== 3 && value < 128)
      }),
  ).toBe(true)
  await page.goBack()
  await dialog().waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/document')
  await expect.poll(() => link('House manual').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.goForward()
  await words('Rules of the house').waitFor()
  await page.reload()
  await words('Rules of the house').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(reader.faults).toEqual([])
}, 60_000)

it('is turned and enlarged by buttons, by its number and by keys', async () => {
  await openFound('manual', 'House manual')
  await words('Rules of the house').waitFor()
  await dialog().getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => numberField().inputValue()).toBe('2')
  await words('Holidays').waitFor()
  await numberField().fill('4')
  await numberField().press('Enter')
  await words('Expenses').waitFor()
  expect(await numberField().inputValue()).toBe('4')
  await page.locator('.pdf-pages').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => numberField().inputValue()).toBe('3')
  await page.keyboard.press('Home')
  await expect.poll(() => numberField().inputValue()).toBe('1')
  const widthOf = () =>
    dialog()
      .getByRole('group', { name: 'Page 1', exact: true })
      .evaluate((one) => one.getBoundingClientRect().width)
  const fit = await widthOf()
  await dialog().getByRole('button', { name: 'Smaller' }).click()
  await expect.poll(widthOf).toBeLessThan(fit)
  await page.locator('.pdf-pages').press('0')
  await expect.poll(widthOf).toBe(fit)
  await page.locator('.pdf-pages').press('+')
  await expect.poll(widthOf).toBeGreaterThan(fit)
  expect(await dialog().getByRole('button', { name: 'Fit the width' }).getAttribute('aria-pressed')).toBe('false')
  expect(reader.faults).toEqual([])
}, 60_000)

it('leads to the web and to its own pages, runs nothing, and can be seen by everybody', async () => {
  await openFound('manual', 'House manual')
  await words('Rules of the house').waitFor()
  const outside = dialog().locator('.pdf-links a')
  await outside.waitFor()
  expect(await outside.getAttribute('href')).toBe('https://example.com/rules')
  expect(await outside.getAttribute('rel')).toContain('noopener')
  await expectSeen(page, 'a PDF')
  await dialog().getByRole('button', { name: 'Next page' }).click()
  await dialog().getByRole('button', { name: 'Go to page 4' }).click()
  await expect.poll(() => numberField().inputValue()).toBe('4')
  await words('Expenses').waitFor()
  expect(await dialog().locator('.pdf-links a[href^="javascript"]').count()).toBe(0)
  expect(reader.faults).toEqual([])
}, 60_000)

it('draws the pages that are near, of five hundred', async () => {
  await openFound('phone', 'Phone book.pdf')
  await words('Sheet 1').first().waitFor()
  expect(await dialog().locator('.pdf-page').count()).toBe(500)
  await numberField().fill('400')
  await numberField().press('Enter')
  await words('Sheet 400').waitFor()
  const drawn = dialog().locator('canvas')
  await expect
    .poll(() =>
      words('Sheet 1')
        .filter({ hasText: /^Sheet 1$/ })
        .count(),
    )
    .toBe(0)
  expect(await drawn.count()).toBeGreaterThan(0)
  expect(await drawn.count()).toBeLessThan(10)
}, 60_000)

it('says what is wrong: damaged, too large, out of reach, gone, and leaves the download', async () => {
  await openFound('torn', 'Torn.pdf')
  await dialog().getByText('This file is damaged, or no PDF. Download it to open it otherwise.').waitFor()
  await expectAccessible(page, 'a damaged PDF')
  const saved = page.waitForEvent('download')
  await dialog().getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('Torn.pdf')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })

  await openFound('locked', 'Locked.pdf')
  await dialog().getByText('This PDF is protected by a password.').waitFor()
  await page.keyboard.press('Escape')

  await openFound('torn', 'Torn.pdf')
  await page.keyboard.press('Escape')
  await page.route('**/files/**', (route) => route.fulfill({ status: 200, body: Buffer.alloc(30_000_001) }))
  await link('Torn.pdf').click()
  await dialog().getByText('This PDF is too large to be shown here.').waitFor()
  await page.keyboard.press('Escape')
  await page.unroute('**/files/**')
  await page.route('**/files/**', (route) => route.abort())
  await link('Torn.pdf').click()
  await dialog().getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/files/**')
  await page.route('**/files/**', (route) => route.fulfill({ status: 404, body: '' }))
  await dialog().getByRole('button', { name: 'Retry' }).click()
  await dialog().getByText('This file is not there any more.').waitFor()
  await page.unroute('**/files/**')
}, 60_000)

it('stays a link: a click that opens a tab downloads it, with the answer of every file', async () => {
  await page.goto('/document?keyword=manual')
  await settled(page)
  const saved = page.context().waitForEvent('page')
  await link('House manual').click({ modifiers: ['Control'] })
  await (await saved).close()
  expect(await dialog().count()).toBe(0)
  const answer = await page.evaluate(
    async (href) => {
      const { headers } = await fetch(href ?? '')
      return [
        headers.get('content-disposition'),
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
      ]
    },
    await link('House manual').getAttribute('href'),
  )
  expect(answer).toEqual(["attachment; filename*=UTF-8''House%20manual.pdf", "sandbox; default-src 'none'", 'nosniff'])
}, 60_000)

it('opens from a card in a post, and in the back office, and no device takes along what reads it', async () => {
  const content = `<p class="file-card"><a href="${manual}">House manual</a> <small>PDF · 1 KB</small></p>`
  const [{ id: category }] = (await office.call('GET', '/api/category')).body.data
  const post = { name: 'The new manual', excerpt: 'Read it.', category, content }
  const { body } = await office.call('POST', '/api/post', post)
  expect(body.data?.id, JSON.stringify(body)).toBeGreaterThan(0)
  await page.goto(`/post/${body.data.id}`)
  await opened(page.locator('.file-card').getByRole('link', { name: 'House manual' }))
  await words('Rules of the house').waitFor()
  await page.goBack()
  await dialog().waitFor({ state: 'detached' })
  await page.locator('.file-card').waitFor()
  expect(await page.evaluate(async () => (await fetch('/sw.js')).text())).not.toMatch(/pdf\/|pdf-\d/)

  const staff = await openPage(stage.browser, stage.server.url)
  const files = (await office.call('GET', '/api/file?keyword=House%20manual')).body.data
  await signInPage(staff.page, stage.dataDir, administrator, `/dashboard/file/${files[0].id}`)
  await opened(staff.page.getByRole('link', { name: 'House manual' }))
  await staff.page.locator('.pdf-text').getByText('Rules of the house').waitFor()
  await expectAccessible(staff.page, 'a PDF in the back office')
  expect([...reader.faults, ...staff.faults]).toEqual([])
}, 60_000)
