import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { openPage, type Watched } from '../support/browser.ts'
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
// What the demo company's own employees sent is there before.
const sent = { first: 0, second: 0, message: 0 }
let unread: number
let submitted: number

const numbered = (id: number) => new RegExp(`REQ-\\d{4}-0*${id}(?!\\d)`)

const drawer = () => page.getByRole('dialog').first()

beforeAll(async () => {
  sender = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, employee))
  const items = (await sender.call('GET', '/api/utility/stationery_items')).body.data
  const content = items.slice(0, 2).map(({ value }: { value: number }) => ({ value, quantity: 4, remarks: 'Soon' }))
  const idOf = async (path: string, body: unknown) => (await sender.call('POST', path, body)).body.data.id
  sent.first = await idOf('/api/utility/request_stationery', { content })
  sent.second = await idOf('/api/utility/request_stationery', { content })
  sent.message = await idOf('/api/utility/iso_submit', { subject: 'Ramp', message: 'It is steep.' })
  const job = (await sender.call('GET', '/api/page/job_index')).body.data[0]
  application = await idOf('/api/utility/job_apply', { job_id: job.id, reason: 'I like knots.' })
  const asStaff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const totalOf = async (filter: string) =>
    (await asStaff.call('GET', `/api/request?type=stationery&${filter}`)).body.meta.total_item
  unread = await totalOf('unread=true')
  submitted = await totalOf('stage=submitted')
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
  await entry.getByText(String(unread)).waitFor()
  await entry.click()
  await page.getByRole('heading', { level: 1, name: 'Stationery Requests' }).waitFor()
  await page.getByLabel('Stage').selectOption({ label: 'Submitted' })
  const shown = page.getByRole('link', { name: /REQ-/ })
  await expect.poll(() => shown.count()).toBe(submitted)
  await page.getByRole('link', { name: numbered(sent.first) }).click()
  await page.waitForURL(`**/requests/${sent.first}?stage=submitted`)
  await drawer().getByText('Soon').first().waitFor()
  const { title } = (await sender.call('GET', '/api/me')).body.data
  await drawer().getByText(title.title_name, { exact: true }).waitFor()
  await entry.getByText(String(unread - 1)).waitFor()
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
  await drawer().getByRole('cell', { name: '3', exact: true }).first().waitFor()
  // A second part adds to the first, beside which it is asked for.
  await drawer().getByRole('button', { name: 'Fulfil in part…' }).click()
  await part.getByText('Delivered: 3').waitFor()
  expect(await part.getByLabel('Delivered now').first().inputValue()).toBe('')
  await part.getByLabel('Delivered now').first().fill('2')
  await part.getByRole('button', { name: 'Fulfil in part' }).click()
  const alert = page.getByRole('alertdialog', { name: 'ERROR' })
  await alert.getByText(/4 .* were asked for. Still to be delivered: 1/).waitFor()
  await alert.getByRole('button', { name: 'OK' }).click()
  await part.getByLabel('Delivered now').first().fill('1')
  await part.getByLabel('Note').fill('The last one.')
  await part.getByRole('button', { name: 'Fulfil in part' }).click()
  await drawer().getByText('The last one.').first().waitFor()
  await expectAccessible(page, 'a request beside its list')

  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?stage=submitted')
  await expect.poll(() => shown.count()).toBe(submitted - 1)
  const { data } = (await sender.call('GET', '/api/request/mine')).body
  expect(data.find(({ id }: { id: number }) => id === sent.first)).toMatchObject({ stage: 'partly_fulfilled' })
  expect(staff.faults).toEqual([])
}, 90_000)

it('shows messages and applications on lists of their own, by keyboard and on a telephone', async () => {
  await page.goto('/dashboard/messages')
  await page.getByRole('link', { name: numbered(sent.message) }).focus()
  await page.keyboard.press('Enter')
  await drawer().getByText('It is steep.').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/dashboard\/messages$/)
  await page.getByRole('link', { name: numbered(sent.message) }).waitFor()
  expect(await page.getByRole('link', { name: numbered(sent.second) }).count()).toBe(0)
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
    await page.getByRole('link', { name: numbered(sent.second) }).waitFor()
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(wide, { message: `the list at ${width}` }).toBeLessThanOrEqual(0)
    await expectAccessible(page, `the list at ${width}`)
    await page.goto(`/dashboard/requests/${sent.first}`)
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

it('says which mails go which way, and approves a mail server that somebody else has saved and tested', async () => {
  const server = await mailSink()
  const own = accountOf(stage.dataDir, administrator)
  const post = (path: string, body: object): Promise<{ data: { id: number } }> =>
    page.evaluate(
      async ([to, sent]) =>
        (
          await fetch(`/api${to}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent })
        ).json(),
      [path, JSON.stringify(body)] as const,
    )
  const role = await post('/role', { name: 'Site', perms: ['r-configuration', 'u-configuration'] })
  const account = { userName: 'siteeditor', email: 'site.editor@example.org', password: 'correct horse battery staple' }
  const named = { firstName: 'Site', lastName: 'Editor', phone: '1', role: role.data.id }
  await post('/user', { ...account, ...named })
  const editor = await signIn(stage.server.url, stage.dataDir, { type: 'user', ...account })
  const settings = { email_name: 'site@example.org', email_host: '127.0.0.1', email_port_smtp: server.port }
  expect((await editor.call('POST', '/api/utility/config', settings)).status).toBe(200)

  await page.goto('/dashboard/configuration')
  const ways = page.getByRole('region', { name: 'Which mails go which way' })
  await ways.getByText('The saved settings were not tested yet.').waitFor()
  expect((await editor.call('POST', '/api/configuration/test_mail', settings)).status).toBe(200)
  await page.reload()
  await ways.getByText('Tested. Awaits approval by another administrator.').waitFor()
  await ways.getByText('Into the mail folder of the server').waitFor()
  await ways.getByRole('button', { name: 'Approve for codes and links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve the mail server' })
  await dialog.getByText('127.0.0.1').waitFor()
  await expectAccessible(page, 'approving a mail server')
  await dialog.getByLabel('Your password').fill('not the right one')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByText('The password is not right').waitFor()
  await dialog.getByLabel('Your password').fill(own.password)
  await page.keyboard.press('Enter')
  await ways.getByText(/^Approved by .+ on .+\./).waitFor()
  expect(await ways.getByText('By the mail server of this screen').count()).toBe(2)
  await expectSeen(page, 'which mails go which way')
  await server.close()
}, 90_000)
