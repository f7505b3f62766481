import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Log } from '../../../event-store/log.ts'
import { postgresEventStore } from '../../../event-store/postgres/store.ts'
import { expectAccessible, openBrowser, openPage } from '../../support/browser.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { appendRaw } from '../../support/log/raw-event.ts'
import { type Account, newDataDir, type RunningServer, startServer } from '../../support/server.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'

const data = newDataDir()
let database: TestDatabase
let log: Pick<Log, 'store'>
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  database = await testDatabase()
  server = await startServer(data.dataDir, {
    DATABASE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DEMO: 'on',
  })
  log = { store: await postgresEventStore({ pool: database.pool }) }
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await server.stop()
  await log.store.close()
  await database.drop()
  await data.remove()
})

const readiness = async () => {
  const answer = await fetch(`${server.url}/health/ready`)
  return { code: answer.status, ...(await answer.json()) }
}
const comesTo = (expected: object) => expect.poll(readiness, { timeout: 15_000 }).toEqual(expected)
const linesWith = (text: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(text))

const opened = async (fits: (one: Account) => boolean) => {
  const { page, faults } = await openPage(browser, server.url)
  await signInPage(page, data.dataDir, fits)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return { page, faults }
}

const parked = 'One record shows an older state.'
const halted = 'New changes are kept, but do not show at present.'

/** In light and dark, wide and narrow: the notice is there, nothing is wider than the window, and axe finds nothing. */
const expectShown = async (page: Page, words: string) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('status').filter({ hasText: words }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectAccessible(page, `${words} ${colorScheme} ${width}`)
    }
}

it('says to who looks after the server, and to nobody else, that a record is parked, and that projecting stands still', async () => {
  expect(await readiness()).toEqual({ code: 200, status: 'ready' })
  const { page, faults } = await opened(administrator)
  const reader = await opened((one) => one.role === 'Reader of posts')
  expect(await page.locator('.standing').innerText()).toBe('')

  await appendRaw(log, 'post-1', 'PostEdited', { category: 'no number' })
  await comesTo({ code: 200, status: 'degraded', parkedStreams: 1, parkedEffects: 2 })
  // Once for the read models, once for each consumer: what tells open screens of changes, and what plans publications.
  expect(linesWith('"stream":"post-1"')).toHaveLength(3)
  await page.reload()
  await expectShown(page, parked)

  await appendRaw(log, 'role-1', 'RoleExploded', {})
  await comesTo({ code: 503, status: 'halted' })
  await page.reload()
  await expectShown(page, halted)
  expect(linesWith('"halted":"RoleExploded of role-1')).toHaveLength(1)
  expect(server.output()).not.toContain('no number')

  await reader.page.reload()
  await reader.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await reader.page.locator('.standing').count()).toBe(0)
  expect([...faults, ...reader.faults]).toEqual([])
}, 120_000)
