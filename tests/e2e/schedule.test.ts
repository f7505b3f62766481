import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage } from '../support/browser.ts'
import { type Client, signIn } from '../support/client.ts'
import { accountOf, administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
let page: Page
let staff: Client
let group: number
let id: number

beforeAll(async () => {
  page = (await openPage(stage.browser, stage.server.url)).page
  await signInPage(page, stage.dataDir, administrator)
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  group = (await staff.call('GET', '/api/post/canteen-menu-week-47')).body.data.category.id
  id = (await staff.call('POST', '/api/post', { name: 'Tides', excerpt: 'Of water.', category: group })).body.data.id
}, 120_000)

const dialog = () => page.getByRole('dialog')
const post = async () => (await staff.call('GET', `/api/post/${id}`)).body.data
const inSpan = async () =>
  (await staff.call('GET', '/api/schedule?from=2029-04-01T00:00:00Z&until=2029-06-30T00:00:00Z')).body.data
const spanAround = (at: string) => {
  const day = at.slice(0, 10)
  return `from=${day}T00:00:00Z&until=${day}T23:59:59Z`
}
const calendar = '/dashboard/calendar?month=2029-05'
const entry = (name: string) => page.getByRole('link', { name: new RegExp(name) })

it('saves a form at a moment: the record stays as it is, and the calendar shows what will be', async () => {
  await page.goto(`/dashboard/post/${id}`)
  await page.getByLabel('Post title').fill('Tides and currents')
  await page.getByRole('button', { name: 'Save at…' }).click()
  await dialog().getByLabel('When').fill('2029-05-14T09:30')
  await expectAccessible(page, 'the moment of a save')
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('Scheduled for').waitFor()
  expect((await post()).name).toBe('Tides')
  expect(await inSpan()).toMatchObject([{ verb: 'edit', fields: ['name'], records: [{ id, name: 'Tides' }] }])
  await page.goto(calendar)
  await entry('Tides').waitFor()
  await expectAccessible(page, 'the calendar')
}, 60_000)

it('opens an entry at an address of its own, with what it changes, and moves it', async () => {
  await page.goto(calendar)
  await entry('Tides').focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('Tides and currents').waitFor()
  await expectAccessible(page, 'an entry of the calendar')
  await page.goBack()
  await expect.poll(() => dialog().count()).toBe(0)
  await page.goForward()
  await dialog().getByRole('button', { name: 'Another moment…' }).click()
  await dialog().getByLabel('When').fill('2029-05-15T09:30')
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('Moved to another moment.').waitFor()
  await expect.poll(async () => (await inSpan())[0].at.slice(0, 10)).toBe('2029-05-15')
}, 60_000)

it('opens what is planned in the form again, as a draft that nobody has saved', async () => {
  await page.goto(calendar)
  await entry('Tides').click()
  await dialog().getByRole('button', { name: 'Open in the form' }).click()
  await expect.poll(() => page.getByLabel('Post title').inputValue()).toBe('Tides and currents')
  await page.getByText('Unsaved changes').waitFor()
  expect((await post()).name).toBe('Tides')
}, 60_000)

it('opens what is planned of a person in the form again, of whom no device keeps drafts', async () => {
  const { id: person, version } = (await staff.call('GET', '/api/employee?keyword=dita')).body.data[0]
  const at = '2029-05-16T08:00:00Z'
  const sent = { phone_number: '+62 21 555 0199' }
  const answer = await staff.call('POST', '/api/schedule', {
    resource: 'employee',
    verb: 'edit',
    ids: [person],
    version,
    sent,
    at,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await page.goto(calendar)
  await entry('Dita').first().click()
  await dialog().getByRole('button', { name: 'Open in the form' }).click()
  await page.waitForURL(new RegExp(`/employee/${person}\\?planned=`))
  await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe(sent.phone_number)
  await page.getByText('Unsaved changes').waitFor()
  // What is planned of one is never put over another.
  await page.goto(page.url().replace(`/${person}?`, `/${person + 1}?`))
  await page.getByLabel('Phone number').waitFor()
  expect(await page.getByLabel('Phone number').inputValue()).not.toBe(sent.phone_number)
  expect((await staff.call('POST', `/api/schedule/${answer.body.data.schedule}/cancel`)).status).toBe(200)
}, 60_000)

it('plans a verb for what is ticked, takes it back by Undo, and cancels it from the calendar', async () => {
  await page.goto('/dashboard/post?keyword=Tides')
  await page.getByRole('row', { name: /Tides/ }).getByRole('checkbox').check()
  const plan = async () => {
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'At a moment…' }).click()
    await dialog().getByLabel('What is done').selectOption('deactivate')
    await dialog().getByLabel('When').fill('2029-05-20T18:00')
    await dialog().getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('Scheduled for').waitFor()
  }
  const waiting = async () => (await inSpan()).filter((one: { state: string }) => one.state === 'waiting').length
  await plan()
  await expect.poll(waiting).toBe(2)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(waiting).toBe(1)
  await page.getByRole('row', { name: /Tides/ }).getByRole('checkbox').check()
  await plan()
  await page.goto(`${calendar}&state=waiting`)
  await entry('Deactivate').click()
  await dialog().getByRole('button', { name: 'Cancel it…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel it' }).click()
  await expect.poll(waiting).toBe(1)
  await expect.poll(() => entry('Deactivate').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await entry('Deactivate').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(waiting).toBe(1)
}, 60_000)

it('tells its author on the first screen what was refused at its moment, with why', async () => {
  const name = 'Planned and refused'
  const { id: one } = (await staff.call('POST', '/api/post', { name, excerpt: 'Of water.', category: group })).body.data
  const at = new Date(Date.now() + 1_500).toISOString()
  const plan = { resource: 'post', verb: 'edit', ids: [one], version: 1, sent: { excerpt: 'Later' }, at }
  expect((await staff.call('POST', '/api/schedule', plan)).status).toBe(200)
  await staff.call('PUT', `/api/post/${one}`, { excerpt: 'Meanwhile' })
  const refused = async () => (await staff.call('GET', `/api/schedule?${spanAround(at)}&state=failed`)).body.data
  await expect.poll(async () => (await refused()).length, { timeout: 20_000 }).toBe(1)
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Planned, but refused' }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Planned and refused: Save .* nothing was overwritten/ })
    .waitFor()
  await expectAccessible(page, 'the first screen with what was refused')
  await page.getByRole('link', { name: 'Planned and refused: Save' }).click()
  await dialog().getByText('nothing was overwritten').waitFor()
  await dialog().getByRole('button', { name: 'Open in the form' }).waitFor()
}, 60_000)

it('shows days on which something happens as a list on a narrow screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(calendar)
  await entry('Tides').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expect.poll(() => page.locator('.calendar .day:visible').count()).toBeLessThan(10)
  await page.setViewportSize({ width: 1280, height: 900 })
  await entry('Tides').first().focus()
  await page.keyboard.press('PageDown')
  await expect.poll(() => new URL(page.url()).search).toContain('2029-06')
}, 60_000)
