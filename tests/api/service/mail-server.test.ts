import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailSink, scriptedServer, type Sink } from '../../platform/mail/sink.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { type Client, call, countMails } from '../../support/client.ts'
import type { Fields } from '../../support/sent.ts'

let atrium: TestAtrium
let sink: Sink
let staff: Client & { email: string }

beforeAll(async () => {
  sink = await mailSink()
  atrium = await openTestAtrium({ environment: { MAIL_HOSTS_ALLOWED: '127.0.0.1' } })
  staff = await atrium.asUser(['r-configuration', 'u-configuration'])
})
afterAll(async () => {
  await atrium.close()
  await sink.close()
})

const site = {
  siteTitle: 'Quay',
  footer: 'Quay',
  popup_timer: 0,
  email_job: 'jobs@example.org',
  email_stationary: 'desk@example.org',
  email_iso: 'iso@example.org',
}
const settings = (port: number, host = '127.0.0.1') => ({
  email_name: 'portal@example.org',
  email_host: host,
  email_port_smtp: port,
})
const patient = { timeout: 20_000 }

const test = (body: Record<string, unknown>) => staff.call('POST', '/api/configuration/test_mail', body)
const save = async (body: Fields<'configuration'>) =>
  expect((await staff.call('POST', '/api/utility/config', body)).status).toBe(200)

/** Where the news of what somebody sends goes: to the mail server of the configuration, or to the folder. */
const wayOfMail = async (person: Client) => {
  const to = site.email_iso
  const toReceiver = () => sink.received.filter((mail) => mail.to.includes(to)).length
  const before = { sink: toReceiver(), folder: countMails(atrium.dataDir, to) }
  const sent = await person.call('POST', '/api/utility/iso_submit', { subject: 'Ramp', message: 'It is steep.' })
  expect(sent.status).toBe(200)
  return vi.waitUntil(() => {
    if (toReceiver() > before.sink) return 'server'
    return countMails(atrium.dataDir, to) > before.folder ? 'folder' : null
  }, patient)
}

it('uses a mail server only once a test mail went out with exactly its settings, and never when it fails', async () => {
  const person = await atrium.asEmployee()
  await save({ ...site, ...settings(sink.port) })
  expect(await wayOfMail(person), 'saved and never tried').toBe('folder')

  const tried = await test(settings(sink.port))
  expect(tried.status, JSON.stringify(tried.body)).toBe(200)
  expect(tried.body.data).toMatchObject({ to: staff.email, answer: expect.stringMatching(/^250 /), isInForce: true })
  expect(sink.received.at(-1)).toMatchObject({ from: 'portal@example.org', to: [staff.email] })
  expect(await wayOfMail(person), 'tried').toBe('server')

  await save({ email_name: 'other@example.org' })
  expect(await wayOfMail(person), 'another sender was never tried').toBe('folder')
  await save({ email_name: 'portal@example.org' })
  expect(await wayOfMail(person)).toBe('server')
  await save({ email_password: 'not-to-be-told' })
  expect(await wayOfMail(person), 'another password was never tried').toBe('folder')
  // Whoever may change the settings must not have the password sent to a host of theirs.
  const elsewhere = { ...settings(sink.port, 'mail.example.com') }
  for (const path of ['configuration/test_mail', 'utility/config'])
    expect((await staff.call('POST', `/api/${path}`, elsewhere)).body.errors, path).toMatchObject([
      { property: 'email_password' },
    ])
  await save({ email_password: null })

  const port = sink.port
  await sink.close()
  expect(await wayOfMail(person), 'the server is away').toBe('folder')
  expect((await test(settings(port))).body.message).toMatch(/cannot be reached/)
  sink = await mailSink()
})

it('tries what stands in the form before it is saved', async () => {
  const tried = await test(settings(sink.port))
  expect(tried.body.data).toMatchObject({ isInForce: false, answer: expect.stringMatching(/^250 /) })
})

it('says what the server answered, or why it was not asked', async () => {
  const server = await scriptedServer(['220 here', '250 hello', '250 sender', '550 5.1.1 No such person here'], 'hang')
  const refused = await test(settings(Number(new URL(server.url).port)))
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'The mail server answered: 550 5.1.1 No such person here',
  ])
  server.close()
  for (const host of ['localhost', '10.0.0.5', '169.254.169.254', '[::1]', 'mail.invalid']) {
    const answer = await test(settings(sink.port, host))
    expect([answer.status, answer.body.message], host).toEqual([422, expect.stringMatching(/private network/)])
  }
  const empty = await test({ email_host: '127.0.0.1' })
  expect([empty.status, empty.body.errors.map(({ property }: { property: string }) => property)]).toEqual([
    422,
    ['email_name', 'email_port_smtp'],
  ])
  const reader = await atrium.asUser(['r-configuration'])
  expect((await reader.call('POST', '/api/configuration/test_mail', settings(sink.port))).status).toBe(403)
})

it('shows what was refused for good without what is in it, and sends it again when staff say so', async () => {
  const looksAfter = ['r-operations', 'u-operations']
  const desk = await atrium.asUser(looksAfter)
  const seesPeople = await atrium.asUser([...looksAfter, 'r-user', 'r-employee', 'r-activity_trail'])
  const sender = await atrium.asEmployee()
  const approver = await atrium.asUser('all')
  let isRefusing = false
  const refuse = () => Object.assign(new Error('No such person here'), { responseCode: 550 })
  const server = await mailSink({ onRcptTo: (_to, _session, done) => done(isRefusing ? refuse() : null) })
  await save(settings(server.port))
  expect((await test(settings(server.port))).status).toBe(200)
  const { password: own } = approver.account
  const approved = await approver.call('POST', '/api/configuration/mail_server/approve', { password: own })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  isRefusing = true
  server.received.length = 0
  const list = async (client: Client, state = '') =>
    (await client.call('GET', `/api/utility/mail?per_page=100&state=${state}`)).body
  const resend = (client: Client, id?: string) => client.call('POST', '/api/utility/mail/resend', id ? { id } : {})

  await sender.call('POST', '/api/utility/iso_submit', { subject: 'Ramp', message: 'It is steep.' })
  await call(atrium.url, 'POST', '/api/auth/reset', { email: desk.email })
  const { userName, password } = desk.account
  await call(atrium.url, 'POST', '/api/auth/login', { userName, password })
  const refused = await vi.waitUntil(async () => {
    const body = await list(seesPeople)
    return body.meta.total_item === 4 && body.data.every(({ state }: { state: string }) => state !== 'waiting') && body
  }, patient)
  expect(JSON.stringify(refused)).not.toMatch(/steep|Ramp|change\/|(?<![\w-])\d{6}(?![\w-])/)
  const of = (kind: string) => refused.data.find((mail: { kind: string }) => mail.kind === kind)
  const said = { id: 'The mail server does not take mail for this recipient.', values: {} }
  const failed = { state: 'failed', tries: 1, failure: said, isResendable: true, nextTryAt: null }
  expect(of('step')).toMatchObject({ ...failed, to: sender.email })
  expect(of('notice')).toMatchObject({ ...failed, to: desk.email })
  expect(of('code')).toMatchObject({ state: 'lost', to: null, isResendable: false })
  const masked = (await list(desk, 'failed')).data.map(({ to }: { to: string }) => to).sort()
  expect(masked).toEqual(['e***@example.org', 'i***@example.org', 'u***@example.org'])

  expect((await list(desk, 'lost')).meta).toMatchObject({ total_item: 1, resendable: 3 })

  isRefusing = false
  expect((await resend(desk, of('code').id)).status).toBe(409)
  expect((await resend(desk, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await resend(desk, of('step').id)).body.data).toEqual({ count: 1 })
  await vi.waitUntil(() => server.received.length === 1, patient)
  expect(server.received[0]).toMatchObject({ to: [sender.email], messageId: expect.stringContaining(of('step').id) })
  expect((await resend(desk)).body.data).toEqual({ count: 2 })
  await vi.waitUntil(async () => (await list(desk)).meta.total_item === 1, patient)
  expect(server.received.flatMap(({ to }) => to).sort()).toEqual([sender.email, 'iso@example.org', desk.email].sort())
  expect((await list(desk)).meta.resendable).toBe(0)
  expect((await resend(desk)).body.data).toEqual({ count: 0 })
  const trail = await seesPeople.call('GET', `/api/utility/activity_log?type=Update&actor=user-${desk.id}`)
  expect(trail.body.data.map(({ says }: { says: { id: string } }) => says.id)).toEqual([
    'Mails that were not delivered: {count} sent again',
    'Mails that were not delivered: {count} sent again',
  ])
  await server.close()
})
