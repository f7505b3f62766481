import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { openPage, settled, useBrowser } from '../support/browser.ts'
import { expectSeen } from '../support/seen.ts'
import type { Account } from '../support/server.ts'
import { enterPage } from '../support/sign-in-page.ts'

const patience = { timeout: 120_000 }
let atrium: TestAtrium
let auditor: Account

beforeAll(async () => {
  atrium = await openTestAtrium({ environment: { WITNESS_URLS: 'http://127.0.0.1:9/add-checkpoint' } })
  auditor = (await atrium.asUser(['r-audit'])).account
  await sign()
}, 120_000)
afterAll(() => atrium.close())
const chromium = useBrowser()

let made = 0
const sign = async () => {
  await atrium.run(category, 'create', { name: `Category ${(made += 1)}` })
  await atrium.services.proof.sign(true)
}
const asOwner = (statement: string) =>
  atrium.database.pool.query(
    `set session_replication_role = replica; ${statement}; set session_replication_role = origin`,
  )
const opened = async (account = auditor, path = '/dashboard/checkpoints') => {
  const watched = await openPage(chromium.browser, atrium.url)
  await enterPage(watched.page, atrium.dataDir, account, path)
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}
const bar = (page: Page) => page.locator('.standing .notice.bad')
/** What this browser has seen, changed. */
const change = (page: Page, from: string, to: string) =>
  page.evaluate(
    ([old = '', next = '']) =>
      localStorage.setItem('atrium-checkpoint', (localStorage.getItem('atrium-checkpoint') ?? '').replace(old, next)),
    [from, to],
  )
const trust = async (page: Page) => {
  await page.goto('/dashboard/checkpoints')
  await page.getByRole('button', { name: 'Trust this log from now on' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Trust this log from now on' }).click()
  await page.getByText('This browser keeps the newest checkpoint from now on', { exact: false }).waitFor()
  expect(await bar(page).count()).toBe(0)
}

it(
  'shows how far the log is signed, who keeps it and by which key, and verifies it with progress',
  patience,
  async () => {
    const { page, faults } = await opened()
    const [newest] = await atrium.services.proof.checkpoints.list(1)
    await page.getByText(`${newest?.size} events`, { exact: true }).waitFor()
    await page.getByText('This browser keeps the newest checkpoint from now on', { exact: false }).waitFor()
    await page.getByText('Fails').waitFor()
    await page.getByText('Nobody has verified the log here yet.').waitFor()
    await page.getByRole('button', { name: 'Verify now' }).click()
    await page.getByRole('progressbar').waitFor()
    expect(await page.getByRole('button', { name: 'Verify now' }).isDisabled()).toBe(true)
    await page.getByText('Everything is as it was signed.').waitFor({ timeout: 60_000 })
    await page.getByText('How to verify without this screen').click()
    await settled(page)
    await expectSeen(page, 'checkpoints')
    expect(faults).toEqual([])
  },
)

it(
  'checks in the browser that the log goes on, and says loudly when it is older or another than what was seen',
  patience,
  async () => {
    const { page, faults } = await opened(auditor, '/dashboard')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('atrium-checkpoint'))).not.toBeNull()
    await sign()
    await page.goto('/dashboard/checkpoints')
    await page.getByText('The log goes on from the', { exact: false }).waitFor()
    await asOwner(
      'create table kept as table log.checkpoint; delete from log.checkpoint where size = (select max(size) from log.checkpoint)',
    )
    await page.goto('/dashboard')
    await bar(page).getByText('The log is shorter than the one that this browser has seen.').waitFor()
    await expectSeen(page, 'checkpoints-shorter')
    // What was seen once does not go away because the log is put back.
    await asOwner('truncate log.checkpoint; insert into log.checkpoint select * from kept; drop table kept')
    await page.goto('/dashboard/profile')
    await bar(page).waitFor()
    await settled(page)
    expect(await bar(page).count()).toBe(1)
    await trust(page)
    const [newest, before] = await atrium.services.proof.checkpoints.list(2)
    // As if this browser had seen another log: of as many events, and of fewer.
    await change(page, newest?.root.toString('base64') ?? '', before?.root.toString('base64') ?? '')
    await page.reload()
    await bar(page).getByText('The log is not the one that this browser has seen.').waitFor()
    await trust(page)
    await change(page, `\\n${newest?.size}\\n`, `\\n${before?.size}\\n`)
    await page.reload()
    await bar(page).getByText('The log is not the one that this browser has seen.').waitFor()
    await trust(page)
    // As if it trusted another key.
    await change(page, '"keys":["', '"keys":["atrium.log/one+00000000+AQ=="],"others":["')
    await page.reload()
    await bar(page).getByText('The log is signed by a key that this browser does not know.').waitFor()
    expect(faults).toEqual([])
  },
)

it(
  'names the first position in red when the log was rewritten, and a checkpoint that nobody signed',
  patience,
  async () => {
    const { page, faults } = await opened()
    const { rows } = await atrium.database.pool.query<{ position: string }>(
      `select position from log.event where stream = 'category-1'`,
    )
    await asOwner(`update log.event set data = data || '{"name":"Forged"}' where stream = 'category-1';
    update log.checkpoint set note = replace(note, E'\\nposition ', E'\\nposition 1') where size = (select min(size) from log.checkpoint)`)
    await page.getByRole('button', { name: 'Verify now' }).click()
    await page
      .getByText(`The log is not what was signed, first at position ${rows[0]?.position}.`)
      .waitFor({ timeout: 60_000 })
    await page.reload()
    await page.getByText('Not signed by a key of this log', { exact: true }).waitFor()
    await settled(page)
    await expectSeen(page, 'checkpoints-tampered')
    expect(faults).toEqual([])
  },
)

it('is there for nobody who may not audit', patience, async () => {
  const { account } = await atrium.asUser(['r-post'])
  const { page, faults } = await opened(account)
  await page.getByText('Access is denied.', { exact: false }).waitFor()
  expect(await page.getByRole('link', { name: 'Checkpoints' }).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('atrium-checkpoint'))).toBeNull()
  expect(faults).toEqual([])
})
