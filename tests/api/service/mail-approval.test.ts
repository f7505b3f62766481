import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { allPermissions } from '../../../domain/permission.ts'
import { role } from '../../../domain/resources/role.ts'
import { user } from '../../../domain/resources/user.ts'
import { mailSink, type Sink } from '../../platform/mail/sink.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { type Client, call, countMails, readMails } from '../../support/client.ts'
import type { Fields } from '../../support/sent.ts'

type Staff = Awaited<ReturnType<TestAtrium['asUser']>>

let atrium: TestAtrium
let sink: Sink
let editor: Staff
let first: Staff
let second: Staff

const site = {
  siteTitle: 'Quay',
  footer: 'Quay',
  popup_timer: 0,
  email_job: 'jobs@example.org',
  email_stationary: 'desk@example.org',
  email_iso: 'iso@example.org',
}
const settings = (port: number) => ({
  email_name: 'portal@example.org',
  email_host: '127.0.0.1',
  email_port_smtp: port,
})
const password = 'correct horse battery staple'
const patient = { timeout: 20_000 }

beforeAll(async () => {
  sink = await mailSink()
  atrium = await openTestAtrium({ environment: { MAIL_HOSTS_ALLOWED: '127.0.0.1' } })
  editor = await atrium.asUser(['r-configuration', 'u-configuration'])
  first = await atrium.asUser('all')
  second = await atrium.asUser('all')
  // Who holds every permission and is put away, or whose role is, approves nothing.
  const [away, held] = [await atrium.asUser('all'), await atrium.asUser(allPermissions)]
  const { data } = (await first.call('GET', `/api/user/${held.id}`)).body
  await atrium.run(user, 'deactivate', {}, away.id)
  await atrium.run(role, 'deactivate', {}, data.role.id)
}, 60_000)
afterAll(async () => {
  await atrium.close()
  await sink.close()
})

const save = async (who: Client, body: Fields<'configuration'>) => {
  const saved = await who.call('POST', '/api/utility/config', body)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}
const test = async (who: Client, body: Record<string, unknown>) => {
  const tested = await who.call('POST', '/api/configuration/test_mail', body)
  expect(tested.status, JSON.stringify(tested.body)).toBe(200)
}
const approve = (who: Client, more: Record<string, unknown> = {}) =>
  who.call('POST', '/api/configuration/mail_server/approve', { password, ...more })
const standing = async (who: Client = first) => (await who.call('GET', '/api/configuration/mail_server')).body.data

/** By which server a mail goes to somebody: that of the screen, or the one that the process has of its own. */
const wayOf = async (to: string, cause: () => Promise<unknown>) => {
  const inSink = () => sink.received.filter((mail) => mail.to.includes(to)).length
  const before = { sink: inSink(), folder: countMails(atrium.dataDir, to) }
  await cause()
  return vi.waitUntil(() => {
    if (inSink() > before.sink) return 'screen'
    return countMails(atrium.dataDir, to) > before.folder ? 'own' : null
  }, patient)
}
const reset = (email: string) => call(atrium.url, 'POST', '/api/auth/reset', { email })
const told = (subject: string, who: Staff) =>
  readMails(atrium.dataDir, who.email).filter((mail) => mail.subject === subject).length

it('sends no link of an administrator by a server that one editor of the configuration has set and tested', async () => {
  await save(editor, { ...site, ...settings(sink.port) })
  await test(editor, settings(sink.port))
  expect(await wayOf(first.email, () => reset(first.email))).toBe('own')
  const { userName } = first.account
  const code = () => call(atrium.url, 'POST', '/api/auth/login', { userName, password })
  expect(await wayOf(first.email, code)).toBe('own')
  const change = () => first.call('POST', '/api/me/email', { email: 'first.new@example.org', password })
  expect(await wayOf('first.new@example.org', change)).toBe('own')
  const invited = () => second.call('POST', '/api/user', newcomer('invited'))
  expect(await wayOf('invited@example.org', invited)).toBe('own')
  expect(await wayOf('iso@example.org', sendIso), 'news may').toBe('screen')
  expect(await standing()).toMatchObject({ state: 'tested', codes: 'folder', news: 'configuration', mayApprove: true })
})

const newcomer = (name: string) => ({
  userName: name,
  firstName: 'New',
  lastName: 'Comer',
  email: `${name}@example.org`,
  phone: '1',
})
const sendIso = async () => {
  const employee = await atrium.asEmployee()
  return employee.call('POST', '/api/utility/iso_submit', { subject: 'Ramp', message: 'It is steep.' })
}

it('is approved by a second holder of all permissions with their password, and by nobody else', async () => {
  await save(first, { email_name: 'quay@example.org' })
  const changed = { ...settings(sink.port), email_name: 'quay@example.org' }
  expect((await approve(second)).body.message, 'untested').toMatch(/Send a test mail/)
  await test(first, changed)
  expect((await approve(editor)).status, 'u-configuration is not enough').toBe(403)
  const most = await atrium.asUser(allPermissions.slice(1))
  expect((await approve(most)).status, 'all permissions but one').toBe(403)
  expect([(await approve(first)).status, (await approve(first)).body.message], 'the one who saved').toEqual([
    409,
    expect.stringMatching(/another administrator/),
  ])
  const wrong = await approve(second, { password: 'wrong horse battery staple' })
  expect([wrong.status, wrong.body.errors?.[0]?.property]).toEqual([422, 'password'])
  expect((await approve(second, { fingerprint: 'another' })).status, 'not what was looked at').toBe(409)
  expect(await wayOf(first.email, () => reset(first.email))).toBe('own')

  // Whoever approves may have tried it as well, as long as somebody else has too.
  await test(second, changed)
  expect((await standing(first)).mayApprove).toBe(false)
  const { fingerprint, mayApprove, others } = await standing(second)
  expect([mayApprove, others]).toEqual([true, 0])
  expect((await approve(second, { fingerprint })).status).toBe(200)
  const told = () => [first, second].map((who) => readMails(atrium.dataDir, who.email).at(-1)?.subject)
  const subject = 'A mail server was approved for codes and links'
  await vi.waitUntil(() => told().every((one) => one === subject), patient)
  expect(await wayOf(first.email, () => reset(first.email))).toBe('screen')
  expect(await standing()).toMatchObject({
    state: 'approved',
    codes: 'configuration',
    approvedBy: expect.stringMatching(/\w/),
    approvedAt: expect.stringMatching(/^\d{4}-/),
  })
  const again = await approve(second)
  expect([again.status, again.body.position]).toEqual([200, null])
  const trail = await first.call('GET', `/api/utility/activity_log?type=Approve&actor=user-${second.id}`)
  expect(trail.body.data.map(({ says }: { says: { id: string } }) => says.id)).toEqual([
    'Mail server of the configuration: {host} approved for codes and links',
  ])
})

it('is withdrawn by any change, also one that is taken back, and by the server until now everybody is told', async () => {
  const subject = 'The mail settings were changed'
  const before = sink.received.length
  await save(editor, { email_name: 'other@example.org' })
  await vi.waitUntil(
    () => [first, second].every(({ email }) => sink.received.slice(before).some(({ to }) => to.includes(email))),
    patient,
  )
  expect(sink.received.at(-1)?.from).toBe('quay@example.org')
  expect(told(subject, first)).toBe(0)
  await save(editor, { email_name: 'quay@example.org' })
  expect(await wayOf(first.email, () => reset(first.email))).toBe('own')
  expect((await standing(second)).state).toBe('tested')

  // Approved again by those who neither saved nor tested alone: the one before is the way that tells of it.
  const ways = await wayOf(first.email, async () => expect((await approve(second)).status).toBe(200))
  expect(ways).toBe('screen')
})

it('is written only while who approves holds all permissions', async () => {
  await save(first, { email_name: 'third@example.org' })
  await test(first, { ...settings(sink.port), email_name: 'third@example.org' })
  const leaving = await atrium.asUser('all')
  const both = await Promise.all([
    approve(leaving),
    atrium.run(user, 'edit', { role: null }, leaving.id).then(() => ({ status: 0 })),
  ])
  // Whichever came first: nothing is approved by somebody who lacks the permissions when it is written.
  expect([200, 401, 403]).toContain(both[0].status)
  expect((await standing()).state).toBe(both[0].status === 200 ? 'approved' : 'tested')
  expect((await approve(leaving)).status).toBe(403)
})
