import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, enterPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Client
let reader: Watched
let page: Page

beforeAll(async () => {
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  reader = await openPage(stage.browser, stage.server.url, { width: 794 })
  page = reader.page
  await enterPage(page, stage.dataDir, accountOf(stage.dataDir, employee), '/post')
  await page.getByRole('heading', { level: 1 }).waitFor()
}, 120_000)

// What leads elsewhere or is pressed is of no use on paper, and what lies over a page would hide its words.
const expectPlain = async (heading: string | RegExp) => {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const left = page.locator('button, form, nav, header.mast, dialog, .back, textarea').filter({ visible: true })
  await expect.poll(() => left.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 80)))).toEqual([])
  expect(await page.getByRole('heading', { level: 1, name: heading }).isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
}

it('prints the addresses of links that lead out of the house, and cuts no picture', async () => {
  const [first] = (await staff.call('GET', '/api/post')).body.data
  const content =
    '<p><a href="https://tides.example/table">Tides</a> and <a href="/post">news</a></p><figure><img src="/favicon.ico" alt=""></figure>'
  const sent = { name: 'Tides of the week', excerpt: 'x', category: first.category.id, content }
  const { id } = (await staff.call('POST', '/api/post', sent)).body.data
  const { slug } = (await staff.call('GET', `/api/post/${id}`)).body.data
  await page.goto(`/post/${slug}`)
  await page.getByRole('link', { name: 'Tides' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const behind = (name: string) =>
    page
      .locator('.prose')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link, '::after').content)
  await expect.poll(() => behind('Tides')).toContain('https://tides.example/table')
  expect(await behind('news')).toBe('none')
  expect(await page.locator('.prose figure').evaluate((one) => getComputedStyle(one).breakInside)).toBe('avoid')
  await expectPlain('Tides of the week')
})

it('prints a job without its form, and a page of text', async () => {
  const pages = (await staff.call('GET', '/api/page?per_page=50')).body.data
  for (const type of ['job', 'content']) {
    const found = pages.find((one: { type: string }) => one.type === type)
    await page.goto(`/${found?.slug}`)
    await expectPlain(found?.name ?? '')
  }
})

it('prints a request with what both sides said, without what answers it', async () => {
  await page.goto('/profile/requests')
  await page.locator('main').getByRole('link', { name: /^REQ-/ }).first().click()
  await page.getByRole('heading', { name: 'Conversation' }).waitFor()
  await expectPlain(/^REQ-/)
  expect(reader.faults).toEqual([])
  await reader.context.close()
})
