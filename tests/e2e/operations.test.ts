import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { readSchema } from '../../projections/schema.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { openPage, useBrowser } from '../support/browser.ts'
import { expectSeen } from '../support/seen.ts'
import type { Account } from '../support/server.ts'
import { enterPage } from '../support/sign-in-page.ts'

const patience = { timeout: 120_000 }
let atrium: TestAtrium
let keeper: Account
let guest: Account

beforeAll(async () => {
  atrium = await openTestAtrium()
  keeper = (await atrium.asUser(['r-operations', 'u-operations', 'r-category'])).account
  guest = (await atrium.asUser(['r-category'])).account
}, 120_000)
afterAll(() => atrium.close())
const chromium = useBrowser()

const opened = async (account: Account) => {
  const watched = await openPage(chromium.browser, atrium.url)
  await enterPage(watched.page, atrium.dataDir, account, '/dashboard/operations')
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

it('says of each part what it is and how it stands, and follows it without a reload', patience, async () => {
  const { pool } = atrium.database
  const { page, faults } = await opened(keeper)
  const line = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await line('Up to date').getByText('Everything that was saved is shown.').waitFor()
  await line('Processes').getByText('1 process runs').waitFor()
  expect(await page.getByRole('link', { name: 'Operations' }).getAttribute('aria-current')).toBe('page')
  await expectSeen(page, 'operations')

  const { id } = await atrium.run(category, 'create', { name: 'Set aside' })
  await pool.query(
    `insert into "${readSchema(resources).name}".dead_letter (projection, position, stream, event_id, error, at)
      select 'records', position, stream, id, 'the event could not be read', now() from log.event where stream = $1`,
    [`category-${id}`],
  )
  await pool.query(
    `insert into mail.outbox (id, dedupe_key, kind, expires_at, created_at, not_before, state, last_failure)
      values (gen_random_uuid(), 'late', 'notice', now() + interval '1 day', now() - interval '1 hour', now() + interval '1 hour', 'queued', 'ECONNECTION at CONN')`,
  )
  await pool.query(
    `insert into debug.process (id, host, pid, role, version, node, beat_at)
      values (gen_random_uuid(), 'mail.example.org', 7, 'mailer', '0.0.9', 'v20.20.2', now() - interval '5 minutes')`,
  )
  await line('Set aside').getByText('1 record is set aside.').waitFor({ timeout: 15_000 })
  await line('Mail').getByText('Mails wait for more than ten minutes.', { exact: false }).waitFor()
  await line('Processes').getByText('A process ended without taking its leave.', { exact: false }).waitFor()
  await page.getByText('Which, and why').click()
  await page.getByText(`category-${id}`, { exact: true }).waitFor()
  await expectSeen(page, 'operations-wrong')

  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('1 changes were read, 0 could still not be.').waitFor()
  await line('Set aside').getByText('Nothing is set aside.').waitFor({ timeout: 15_000 })
  expect(faults).toEqual([])
})

it('builds anew after it was asked whether that is meant, with progress', patience, async () => {
  const { page } = await opened(keeper)
  await page.getByRole('button', { name: 'Build anew…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Nothing is lost', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Build anew…' }).click()
  await dialog.getByRole('button', { name: 'Build anew', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Progress of building anew' }).waitFor()
  await page.getByRole('button', { name: 'Build anew…' }).waitFor({ timeout: 60_000 })
})

it('is not for others, and says so', patience, async () => {
  const { page } = await opened(guest)
  await page.getByText('Everything that was saved is shown.').waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Operations')
})
