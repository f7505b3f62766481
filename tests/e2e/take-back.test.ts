import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { type Client, signIn } from '../support/client.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
let page: Page
let editor: Client
let admin: Client
let person: string
const ids: number[] = []

beforeAll(async () => {
  page = (await openPage(stage.browser, stage.server.url)).page
  await signInPage(page, stage.dataDir, administrator)
  admin = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  editor = await signIn(
    stage.server.url,
    stage.dataDir,
    accountOf(stage.dataDir, ({ role }) => role === 'Editor'),
  )
  person = `user-${(await editor.call('GET', '/api/me')).body.data.id}`
  for (const name of ['Sails', 'Masts']) ids.push((await admin.call('POST', '/api/category', { name })).body.data.id)
  for (const id of ids)
    expect((await editor.call('PUT', `/api/category/${id}`, { name: `Wrong ${id}` })).status).toBe(200)
}, 120_000)

const dialog = () => page.getByRole('dialog')
const names = async () =>
  Promise.all(ids.map(async (id) => (await admin.call('GET', `/api/category/${id}`)).body.data.name))

it('takes back what somebody did in the last hour, after showing it, but for what is unticked', async () => {
  await page.goto(`/dashboard/activity_trail?actor=${person}`)
  await page.getByRole('button', { name: 'Take back…' }).click()
  await dialog().getByText('Category: Wrong').first().waitFor()
  await expectAccessible(page, 'what is taken back')
  await dialog()
    .getByRole('checkbox', { name: `Category: Wrong ${ids[1]}` })
    .uncheck()
  await dialog()
    .getByRole('button', { name: /^Take back \d+ record/ })
    .click()
  await expect.poll(names).toEqual(['Sails', `Wrong ${ids[1]}`])
}, 60_000)

it('shows what the Undo of a job would change before it is done', async () => {
  await page.goto('/dashboard/jobs')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await dialog().getByText(`Wrong ${ids[0]}`).first().waitFor()
  await expectAccessible(page, 'the preview of an Undo')
  expect(await names()).toEqual(['Sails', `Wrong ${ids[1]}`])
  await dialog().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(ids.map((id) => `Wrong ${id}`))
}, 60_000)
