import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage, type Watched } from '../support/browser.ts'
import { type Client, signIn } from '../support/client.ts'
import { expectSeen } from '../support/seen.ts'
import { accountOf, administrator, employee, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
let sender: Client
let office: Client
let own: Watched
let staff: Watched
let page: Page
let desk: Page
const sent = { request: 0, message: 0 }

beforeAll(async () => {
  sender = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, employee))
  office = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const items = (await sender.call('GET', '/api/utility/stationery_items')).body.data
  const content = [{ value: items[0].value, quantity: 4, remarks: '' }]
  sent.request = (await sender.call('POST', '/api/utility/request_stationery', { content })).body.data.id
  const message = { subject: 'Ramp', message: 'It is steep.' }
  sent.message = (await sender.call('POST', '/api/utility/iso_submit', message)).body.data.id
  ;[own, staff] = [await openPage(stage.browser, stage.server.url), await openPage(stage.browser, stage.server.url)]
  ;[page, desk] = [own.page, staff.page]
  await page.setViewportSize({ width: 390, height: 844 })
  await signInPage(page, stage.dataDir, employee, `/profile/requests/request/${sent.request}`)
  await signInPage(desk, stage.dataDir, administrator, `/dashboard/requests/${sent.request}`)
}, 120_000)

const field = (at: Page) => at.getByLabel('Your answer')
const talk = (at: Page) => at.getByRole('region', { name: 'Conversation' })
const attach = (at: Page, names: readonly string[]) =>
  at
    .locator('.talk input[type=file]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`of ${name}`) })))

it('keeps what is typed, sends it once with its files, and shows it to the other side at once', async () => {
  await field(page).fill('Which colours are there?')
  await page.getByRole('heading', { level: 2, name: 'Conversation' }).click()
  await page.reload()
  await page.getByText(/What you typed on .* is here again/).waitFor()
  expect(await field(page).inputValue()).toBe('Which colours are there?')
  await attach(page, ['list.txt', 'other.txt'])
  await page.getByRole('button', { name: 'Remove other.txt' }).click()
  // The answer to the first is lost: the second try is the same.
  await page.route('**/answer', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  expect(await field(page).inputValue()).toBe('Which colours are there?')
  await page.unroute('**/answer')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Your answer was sent.').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('')
  expect(await talk(page).getByText('Which colours are there?').count()).toBe(1)
  await talk(desk).getByText('Which colours are there?').waitFor()
  const download = desk.waitForEvent('download')
  await talk(desk).getByRole('link', { name: 'list.txt' }).click()
  expect((await download).suggestedFilename()).toBe('list.txt')
  await page.reload()
  await talk(page).getByText('Which colours are there?').waitFor()
  expect(await field(page).inputValue()).toBe('')
}, 60_000)

it('is answered from the back office, and read in the portal while it is open', async () => {
  await field(desk).fill('Blue and black.\nRed from Monday on.')
  await field(page).fill('I am still typing')
  await desk.getByRole('button', { name: 'Send answer' }).click()
  await talk(page).getByText('Red from Monday on.').waitFor()
  expect(await field(page).inputValue()).toBe('I am still typing')
  for (const [at, name] of [
    [page, 'a conversation in the portal'],
    [desk, 'a conversation in the back office'],
  ] as const) {
    await expectAccessible(at, name)
    await expectSeen(at, name)
  }
  await desk.getByRole('button', { name: 'Approve…' }).click()
  await desk
    .getByRole('dialog', { name: /Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await page.locator('.tag.state', { hasText: 'Approved' }).waitFor()
}, 60_000)

it('is found in the page of all that one has sent, narrowed by kind and by what is over, with what is unread', async () => {
  await page.getByRole('link', { name: 'BACK' }).click()
  await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor()
  const unread = page.locator('article', { hasText: 'Ramp' }).getByText('Unread')
  expect(await unread.count()).toBe(0)
  await office.call('POST', `/api/request/${sent.message}/answer` as string, { text: 'We look at it.' })
  await unread.waitFor({ state: 'attached' })
  await expectAccessible(page, 'all that one has sent')
  await expectSeen(page, 'all that one has sent')
  await page.getByRole('navigation', { name: 'Type' }).getByRole('link', { name: 'ISO messages' }).click()
  await page.waitForURL('**/profile/requests?category=messages')
  await page.getByRole('heading', { level: 2, name: /Ramp/ }).waitFor()
  expect(await page.getByRole('heading', { level: 2, name: /^REQ-\d{4}-\d+$/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Conversation (1)' }).click()
  await talk(page).getByText('We look at it.').waitFor()
  await page.getByRole('link', { name: 'BACK' }).click()
  await page.waitForURL('**/profile/requests?category=messages')
  await expect.poll(() => unread.count()).toBe(0)
  await page.getByRole('navigation', { name: 'Stage' }).getByRole('link', { name: 'Over', exact: true }).click()
  await page.waitForURL('**/profile/requests?category=messages.over')
  await expect.poll(() => page.getByRole('heading', { level: 2, name: /Ramp/ }).count()).toBe(0)
}, 60_000)

it('says when it is over, to both sides, and that there is none', async () => {
  for (const verb of ['fulfil', 'close'])
    expect((await office.call('POST', `/api/request/${sent.request}/${verb}` as string, {})).status).toBe(200)
  await talk(desk).getByText('This conversation is over').waitFor()
  expect(await field(desk).count()).toBe(0)
  await page.goto(`/profile/requests/request/${sent.request}`)
  await talk(page).getByText('This conversation is over').waitFor()
  await page.goto('/profile/requests/request/99999')
  await page.getByRole('heading', { level: 1, name: 'You have sent no such thing' }).waitFor()
  expect([own.faults.filter((fault) => !fault.includes('net::ERR_FAILED')), staff.faults]).toEqual([[], []])
}, 60_000)
