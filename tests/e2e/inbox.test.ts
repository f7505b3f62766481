import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible, openPage, type Watched } from '../support/browser.ts'
import { mailSink } from '../platform/mail/sink.ts'
import { type Client, signIn } from '../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../support/sign-in-page.ts'
import { expectSeen } from '../support/seen.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage({ MAIL_HOSTS_ALLOWED: '127.0.0.1' })
let sender: Client
let staff: Watched
let page: Page
let application: number

const drawer = () => page.getByRole('dialog').first()

beforeAll(async () => {
  sender = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, employee))
  const items = (await sender.call('GET', '/api/utility/stationery_items')).body.data
  const content = items.slice(0, 2).map(({ value }: { value: number }) => ({ value, quantity: 4, remarks: 'Soon' }))
  await sender.call('POST', '/api/utility/request_stationery', { content })
  await sender.call('POST', '/api/utility/request_stationery', { content })
  await sender.call('POST', '/api/utility/iso_submit', { subject: 'Ramp', message: 'It is steep.' })
  const job = (await sender.call('GET', '/api/page/job_index')).body.data[0]
  const sent = await sender.call('POST', '/api/utility/job_apply', { job_id: job.id, reason: 'I like knots.' })
  application = sent.body.data.id
  staff = await openPage(stage.browser, stage.server.url)
  page = staff.page
  await signInPage(page, stage.dataDir, administrator)
  await page
    .getByRole('link', { name: /Stationery Requests/ })
    .first()
    .waitFor()
}, 120_000)

it('opens what came in beside its list, takes it through its steps with a note, and counts what is unread', async () => {
  const entry = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: /Stationery Requests/ })
  await entry.getByText('2').waitFor()
  await entry.click()
  await page.getByRole('heading', { level: 1, name: 'Stationery Requests' }).waitFor()
  await page.getByLabel('Stage').selectOption({ label: 'Submitted' })
  await page.getByRole('link', { name: /REQ-\d{4}-0001/ }).click()
  await page.waitForURL(/requests\/1\?stage=submitted/)
  await drawer().getByText('Soon').first().waitFor()
  const { title } = (await sender.call('GET', '/api/me')).body.data
  await drawer().getByText(title.title_name, { exact: true }).waitFor()
  await entry.getByText('1').waitFor()
  await drawer().getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog', { name: /Approve/ })
  await dialog.getByLabel('Note').fill('On its way.')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await drawer().getByText('On its way.').waitFor()
  await drawer().getByRole('button', { name: 'Fulfil in part…' }).click()
  const part = page.getByRole('dialog', { name: /Fulfil in part/ })
  await part.getByLabel('Delivered').first().fill('3')
  await part.getByRole('button', { name: 'Fulfil in part' }).click()
  await drawer().getByText('Partly fulfilled').first().waitFor()
  await drawer().getByRole('cell', { name: '3', exact: true }).waitFor()
  await expectAccessible(page, 'a request beside its list')

  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?stage=submitted')
  await expect.poll(() => page.getByRole('link', { name: /REQ-/ }).count()).toBe(1)
  const { data } = (await sender.call('GET', '/api/request/mine')).body
  expect(data.find(({ id }: { id: number }) => id === 1)).toMatchObject({ stage: 'partly_fulfilled' })
  expect(staff.faults).toEqual([])
}, 90_000)

it('shows messages and applications on lists of their own, by keyboard and on a telephone', async () => {
  await page.goto('/dashboard/messages')
  await page.getByRole('link', { name: /REQ-\d{4}-0003/ }).focus()
  await page.keyboard.press('Enter')
  await drawer().getByText('It is steep.').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/dashboard\/messages$/)
  await expect.poll(() => page.getByRole('link', { name: /REQ-/ }).count()).toBe(1)
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`/dashboard/job_application/${application}`)
    await drawer().getByText('I like knots.').waitFor()
    await expectAccessible(page, `an application at ${width}`)
    await page.goto('/dashboard/requests')
    await page.getByRole('link', { name: /REQ-\d{4}-0002/ }).waitFor()
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(wide, { message: `the list at ${width}` }).toBeLessThanOrEqual(0)
    await expectAccessible(page, `the list at ${width}`)
    await page.goto('/dashboard/requests/1')
    await drawer().getByText('On its way.').waitFor()
  }
  await page.goto('/dashboard/request')
  await page.waitForURL('**/error**')
  expect(staff.faults.filter((fault) => !fault.includes('404'))).toEqual([])
}, 90_000)

it('shows mails that were refused, on the dashboard too, and sends them again', async () => {
  staff.faults.length = 0
  let isRefusing = true
  const held: (() => void)[] = []
  const refusal = Object.assign(new Error('No such person here'), { responseCode: 550 })
  const server = await mailSink({
    onRcptTo: ({ address }, _session, done) => {
      if (address === accountOf(stage.dataDir, administrator).email) return done()
      if (isRefusing) return done(refusal)
      held.push(done)
    },
  })
  const settings = { email_name: 'portal@example.org', email_host: '127.0.0.1', email_port_smtp: server.port }
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([to, sent]) =>
        (await fetch(`/api${to}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent }))
          .status,
      [path, JSON.stringify(body)] as const,
    )
  expect([await post('/utility/config', settings), await post('/configuration/test_mail', settings)]).toEqual([
    200, 200,
  ])
  for (const subject of ['Door', 'Lift'])
    await sender.call('POST', '/api/utility/iso_submit', { subject, message: 'It is slow.' })

  const noted = page.getByRole('link', { name: 'Mails that were not delivered 2' })
  await expect
    .poll(async () => {
      await page.goto('/dashboard')
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
      return noted.count()
    })
    .toBe(1)
  await noted.click()
  await page.getByRole('heading', { level: 1, name: 'Undelivered Mail' }).waitFor()
  await page.getByText('The mail server does not take mail for this recipient.').first().waitFor()
  await expectSeen(page, 'undelivered mail')

  isRefusing = false
  await page.getByLabel('Status').selectOption('')
  await page.getByRole('button', { name: 'Send again', exact: true }).first().click()
  await page.getByRole('cell', { name: /^Waiting/ }).waitFor()
  await page.getByRole('button', { name: 'Send all again' }).click()
  await expect.poll(() => page.getByRole('cell', { name: /^Waiting/ }).count()).toBe(2)
  await expect.poll(() => held.length).toBe(2)
  const all = page.getByRole('button', { name: 'Send all again' })
  await expect.poll(() => all.count()).toBe(0)
  for (const go of held) go()
  await page.getByText('No Data Found').waitFor()
  expect(await all.count()).toBe(0)
  expect(server.received.filter(({ to }) => to[0] === accountOf(stage.dataDir, employee).email)).toHaveLength(2)
  await server.close()
  expect(staff.faults).toEqual([])
}, 90_000)
