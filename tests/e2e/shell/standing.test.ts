import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Log } from '../../../event-store/log.ts'
import { postgresEventStore } from '../../../event-store/postgres/store.ts'
import { openPage } from '../../support/browser.ts'
import { expectSeen } from '../../support/seen.ts'
import { appendRaw } from '../../support/log/raw-event.ts'
import type { Account } from '../../support/server.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let log: Pick<Log, 'store'>

beforeAll(async () => {
  log = { store: await postgresEventStore({ pool: stage.database.pool }) }
})
afterAll(() => log.store.close())

const readiness = async () => {
  const answer = await fetch(`${stage.server.url}/health/ready`)
  return { code: answer.status, ...(await answer.json()) }
}
const comesTo = (expected: object) => expect.poll(readiness, { timeout: 15_000 }).toEqual(expected)
const linesWith = (text: string) =>
  stage.server
    .output()
    .split('\n')
    .filter((line) => line.includes(text))

const opened = async (fits: (one: Account) => boolean) => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, fits)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return { page, faults }
}

const oneBehind = 'One record shows an older state.'
const halted = 'New changes are kept, but do not show at present.'

const expectShown = async (page: Page, words: string) => {
  const notice = page.getByRole('status').filter({ hasText: words })
  await notice.waitFor()
  await expectSeen(page, words)
  await expect.poll(() => notice.count()).toBe(1)
}

it('says to who looks after the server, and to nobody else, that a record is dead-lettered, and that projecting stands still', async () => {
  await comesTo({ code: 200, status: 'ready' })
  const { page, faults } = await opened(administrator)
  const reader = await opened((one) => one.role === 'Reader of posts')
  expect(await page.locator('.standing').innerText()).toBe('')

  await appendRaw(log, 'post-1', 'PostEdited', { category: 'no number' })
  await comesTo({ code: 200, status: 'degraded', deadLetteredStreams: 1, deadLetteredEffects: 3 })
  // Once for the read models, once for each consumer: what tells open screens of changes, what plans publications, what indexes texts.
  await expect.poll(() => linesWith('"stream":"post-1"')).toHaveLength(4)
  await page.reload()
  await expectShown(page, oneBehind)

  await appendRaw(log, 'role-1', 'RoleExploded', {})
  await comesTo({ code: 503, status: 'halted' })
  await page.reload()
  await expectShown(page, halted)
  await expect.poll(() => linesWith('"halted":"RoleExploded of role-1')).toHaveLength(1)
  expect(stage.server.output()).not.toContain('no number')

  await reader.page.reload()
  await reader.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await reader.page.locator('.standing').count()).toBe(0)
  expect([...faults, ...reader.faults]).toEqual([])
}, 120_000)
