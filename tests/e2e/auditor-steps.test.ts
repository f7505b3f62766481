import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled } from '../support/browser.ts'
import { signIn } from '../support/client.ts'
import type { Account } from '../support/server.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
const patience = { timeout: 120_000 }
// Becomes the auditor, with that role alone.
const auditor = (one: Account) => one.userName === 'ayu'

beforeAll(async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const put = async (path: string, sent: object) => expect((await client.call('PUT', path, sent)).status).toBe(200)
  const first = async (path: string) => (await client.call('GET', path)).body.data[0].id
  await put(`/api/employee/${await first('/api/employee?keyword=dita')}`, { email: 'moved@harbour-vale.example' })
  await put(`/api/post/${await first('/api/post')}`, { excerpt: 'Told anew' })
  await put(`/api/user/${await first('/api/user?keyword=ayu')}`, { role: 2 })
}, 120_000)

/** The dashboard of the auditor, and what counts each step from there. */
const begun = async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, auditor)
  await page.goto('/dashboard')
  let steps = 0
  return {
    page,
    click: async (one: Locator) => {
      steps += 1
      await one.click()
      // What is typed while a screen is still drawn may be lost, and nobody is that quick.
      await settled(page)
    },
    fill: async (one: Locator, text: string) => {
      steps += 1
      await one.fill(text)
      await settled(page)
    },
    taken: () => {
      expect(faults).toEqual([])
      return steps
    },
  }
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
// Two choices in one task, as they are made on a machine that is slower than whoever chooses.
const chooseAtOnce = (page: Page, chosen: Readonly<Record<string, string>>) =>
  page.evaluate((each) => {
    for (const [label, value] of each) {
      const select = document.querySelector(`select[aria-label="${label}"]`)
      if (!(select instanceof HTMLSelectElement)) throw new Error(`there is no ${label}`)
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, Object.entries(chosen))
const today = () => new Date().toISOString().slice(0, 10)

it('who changed an e-mail within some days', patience, async () => {
  const { page, click, fill, taken } = await begun()
  await click(link(page, 'Who changed somebody’s e-mail?'))
  await fill(page.getByLabel('From', { exact: true }), '2026-01-01')
  await fill(page.getByLabel('To', { exact: true }), '2099-12-31')
  // The sentence and its lines are one cell, and the lines may come later.
  const told = /^Rina Hartono changed “\[personal\]” \(Employee\)\.\s*E-mail: \[personal\] → \[personal\]$/
  await page.getByRole('cell').filter({ hasText: told }).waitFor()
  expect(taken()).toBe(3)
})

it('days that are typed, and filters that change before the screen does', patience, async () => {
  const { page, taken } = await begun()
  await page.goto('/dashboard/activity_trail?type=Update')
  await settled(page)
  const before = await page.evaluate(() => history.length)
  await page.getByLabel('From', { exact: true }).pressSequentially('01022026')
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-01-02')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goto('/dashboard/post')
  await settled(page)
  await page.getByLabel('Order', { exact: true }).waitFor({ state: 'attached' })
  await chooseAtOnce(page, { Status: 'active', Order: 'id' })
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ status: 'active', sort: 'id' })
  taken()
})

it('a page and the portal on a day', patience, async () => {
  const { page, click, fill, taken } = await begun()
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  await click(page.getByRole('button', { name: 'As of…' }))
  await fill(page.getByLabel('Moment'), `${today()}T00:00`)
  await click(page.getByRole('button', { name: 'Show' }))
  await click(page.getByRole('region', { name: 'As of…' }).getByRole('link', { name: 'View portal' }))
  await page.getByRole('link', { name: 'Back to now' }).waitFor()
  await page.getByText('No Post Found').waitFor()
  expect(refused).toEqual([])
  expect(taken()).toBe(4)
})

it('all that somebody did', patience, async () => {
  const { page, click, fill, taken } = await begun()
  await click(link(page, 'What was changed, by whom, from what to what?'))
  await fill(page.getByPlaceholder('Anybody'), 'Rina')
  await click(page.getByRole('option', { name: /Rina Hartono/ }))
  await expect.poll(() => new URL(page.url()).searchParams.get('actor')).toMatch(/^user-\d+$/)
  await page
    .getByText(/^Rina Hartono changed/)
    .first()
    .waitFor()
  expect(taken()).toBe(3)
})

it('who could do what on a day', patience, async () => {
  const { page, click, fill, taken } = await begun()
  await click(link(page, 'Who could do what on a day?'))
  await fill(page.getByLabel('At', { exact: true }), '2001-01-01T00:00:00')
  await page.getByText(/^0 people, as it was on 1 Jan 2001/).waitFor()
  expect(taken()).toBe(2)
})

it('failed sign-ins of one address', patience, async () => {
  const { page, click, fill, taken } = await begun()
  await click(link(page, 'Which sign-ins failed?'))
  const address = page.getByLabel('Failed sign-ins from an address…')
  await fill(address, '203.0.113.7')
  await address.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('address')).toBe('203.0.113.7')
  expect(taken()).toBe(2)
})

it('proof for others', patience, async () => {
  const { page, click, taken } = await begun()
  await click(link(page, 'How can it be proved to others?'))
  await page.getByText(/\d+ events/).waitFor()
  await click(page.getByRole('button', { name: 'Export' }))
  const download = page.waitForEvent('download')
  await click(page.getByRole('row', { name: /Everything/ }).getByRole('link', { name: /Download/ }))
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  expect(taken()).toBe(3)
})

it('two versions of a record beside each other', patience, async () => {
  const { page, click, taken } = await begun()
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  await click(link(page, 'What was changed, by whom, from what to what?'))
  await click(page.getByRole('link', { name: /^post\/\d+$/ }).first())
  await click(page.getByRole('link', { name: 'Compare and revert versions' }))
  // What a record points at is named, for whoever may see all records.
  await page.getByRole('region', { name: 'Version', exact: true }).getByText('Company', { exact: true }).waitFor()
  await click(page.getByRole('button', { name: 'Compare with version 1' }))
  await page.getByText('Told anew').first().waitFor()
  expect(refused).toEqual([])
  expect(taken()).toBe(4)
})

it('putting it back: an auditor changes nothing, and hands the comparison to whoever may', patience, async () => {
  const { page, click, taken } = await begun()
  await click(link(page, 'What was changed, by whom, from what to what?'))
  await click(page.getByRole('link', { name: /^post\/\d+$/ }).first())
  await click(page.getByRole('link', { name: 'Compare and revert versions' }))
  await click(page.getByRole('button', { name: 'Compare with version 1' }))
  await page.getByText('send them its address').waitFor()
  expect(await page.getByRole('button', { name: /^(Take|Back to)/ }).count()).toBe(0)
  const staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.goto(page.url())
  await staff.page.getByRole('button', { name: 'Take this back…' }).first().click()
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
  await staff.page.getByText('Told anew').first().waitFor({ state: 'detached' })
  // Four of the auditor, two of whoever may.
  expect(taken()).toBe(4)
  expect(staff.faults).toEqual([])
})
