import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Answer, call, countMails, nextMail, signIn } from '../support/client.ts'
import { accountOf, administrator, employee } from '../support/sign-in-page.ts'
import { accountsOf, newDataDir, type RunningServer, startServer } from '../support/server.ts'

const packages = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))

const masterKey = '5ec2e7c0ffee'.padEnd(64, 'a')
const passphrase = 'a passphrase as a canary'
const data = newDataDir()
let server: RunningServer
beforeAll(async () => {
  const extra = { MASTER_KEY: masterKey, BACKUP_PASSPHRASE: passphrase, LOG_LEVEL: 'debug' }
  server = await startServer(data.dataDir, extra)
}, 60_000)
afterAll(async () => {
  await server.kill()
  await data.remove()
})

const line = z.looseObject({ level: z.int(), time: z.string(), msg: z.string(), requestId: z.string().optional() })

/** The lines of the log. Codes are printed beside it. */
const lines = () =>
  server
    .output()
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => line.parse(JSON.parse(text)))

const lineOf = async (requestId: string) => {
  await vi.waitUntil(() => lines().some((one) => one.requestId === requestId), { timeout: 5_000, interval: 20 })
  return lines().filter((one) => one.requestId === requestId)
}

const idOf = ({ headers }: Answer) => headers.get('x-request-id') ?? ''

it('has one line for each request, with the pattern of its route and the id of its person', async () => {
  const staff = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
  const { body, headers } = await staff.call('GET', '/api/post')
  const slug = z.array(z.object({ slug: z.string() })).parse(body.data)[0]?.slug
  const id = headers.get('x-request-id') ?? ''
  const [seen, ...more] = await lineOf(id)
  expect(more).toEqual([])
  expect(seen).toEqual({
    level: 30,
    time: expect.any(String),
    msg: 'answered',
    method: 'GET',
    route: '/api/post',
    requestId: id,
    status: 200,
    ms: expect.any(Number),
    person: expect.stringMatching(/^user-\d+$/),
  })
  // A second time it comes from what is kept, by a shorter way.
  const again = await staff.call('GET', '/api/post')
  expect(await lineOf(idOf(again))).toMatchObject([{ route: '/api/post', status: 200 }])
  const one = await staff.call('GET', `/api/post/${slug}`)
  expect(await lineOf(idOf(one))).toMatchObject([{ route: expect.stringMatching(/^\/api\/post\/:\w+$/) }])
  const page = await call(server.url, 'GET', '/auth/reset/0123456789abcdef')
  expect(await lineOf(idOf(page))).toMatchObject([{ route: 'page', status: 200 }])
  const nothing = await call(server.url, 'GET', '/api/nothing')
  expect(await lineOf(idOf(nothing))).toMatchObject([{ route: '/api/*', status: 404 }])
})

it('takes over an id and a trace that are well-formed, answers them, and names them in what follows', async () => {
  const staff = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
  const trace = randomUUID().replaceAll('-', '')
  const given = { 'x-request-id': `proxy-${randomUUID()}`, traceparent: `00-${trace}-00f067aa0ba902b7-01` }
  const name = `Traced ${randomUUID().slice(0, 8)}`
  const made = await staff.call('POST', '/api/category', { name }, given)
  expect([made.status, idOf(made), made.headers.get('traceparent')]).toEqual([
    200,
    given['x-request-id'],
    given.traceparent,
  ])
  expect(await lineOf(given['x-request-id'])).toMatchObject([{ traceId: trace }])
  const trail = await staff.call('GET', `/api/utility/activity_log?request_id=${trace}`)
  expect(trail.body.data).toMatchObject([{ requestId: trace, recordName: name }])
  const read = await staff.call('GET', '/api/post', undefined, given)
  expect([idOf(read), read.headers.get('traceparent')]).toEqual([given['x-request-id'], given.traceparent])
})

it.each([
  ['short', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'],
  ['with a space', '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01'],
  [`x${'y'.repeat(64)}`, 'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['somebody@example.org', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more'],
])('gives an id of its own in place of %s, and passes by the trace %s', async (id, traceparent) => {
  const answer = await call(server.url, 'GET', '/api/utility/portal', undefined, { 'x-request-id': id, traceparent })
  expect(idOf(answer)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  expect(answer.headers.get('traceparent')).toBeNull()
})

/** Whatever a run knows of people, and every secret of it. */
const canaries = (tokens: readonly string[], said: readonly string[]): readonly string[] => {
  const accounts = accountsOf(data.dataDir)
  const folder = join(data.dataDir, 'mail')
  const mails = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const texts = mails.map(
    (name) => z.object({ text: z.string() }).parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).text,
  )
  const codes = texts.flatMap((text) => /(?<!\d)\d{6}(?!\d)/.exec(text) ?? [])
  const database = readFileSync(join(data.dataDir, 'postgres', 'password'), 'utf8')
  const people = accounts.flatMap(({ email, password, userName }) => [email, password, ...(userName ? [userName] : [])])
  return [masterKey, passphrase, database, ...people, ...codes, ...tokens, ...said]
}

it('holds no secret and nothing personal of a run, at debug either', { timeout: 60_000 }, async () => {
  const [admin, worker] = [administrator, employee].map((fits) => accountOf(data.dataDir, fits))
  if (!admin || !worker) throw new Error('the demo company lacks an account')
  const staff = await signIn(server.url, data.dataDir, admin)
  const person = await signIn(server.url, data.dataDir, worker)
  const said = {
    phone: '+49 89 5550 173',
    keyword: 'Zacharias Canarybird',
    wrong: 'a wrong password as a canary',
    network: '203.0.113.77',
  }
  const device = { 'x-forwarded-for': said.network, 'user-agent': 'Canary/1.0 (of a person)' }
  await call(server.url, 'POST', '/api/auth/login', { userName: admin.userName, password: said.wrong }, device)
  const seen = countMails(data.dataDir, admin.email)
  await call(server.url, 'POST', '/api/auth/reset', { email: admin.email }, device)
  const mail = await nextMail(data.dataDir, admin.email, seen)
  const token = /\/(?:reset|change)\/([\w-]{16,})/.exec(mail.text)?.[1] ?? ''
  expect(token).not.toBe('')
  await call(server.url, 'GET', `/api/auth/change/${token}`)
  await staff.call('GET', `/api/employee?keyword=${encodeURIComponent(said.keyword)}`)
  const edited = await staff.call('PATCH', '/api/me', { phone: said.phone })
  expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  await call(server.url, 'GET', `/api/search?keyword=${encodeURIComponent(said.keyword)}`, undefined, {
    authorization: `Bearer ${person.token}`,
  })
  const last = await call(server.url, 'GET', `/auth/reset/${encodeURIComponent(admin.email)}`)
  await lineOf(idOf(last))
  const log = lines()
    .map((one) => JSON.stringify(one))
    .join('\n')
  const names = z
    .array(z.object({ fullname: z.string() }))
    .parse((await staff.call('GET', '/api/employee')).body.data)
    .map(({ fullname }) => fullname)
  const sought = canaries([staff.token, person.token, token], [...Object.values(said), device['user-agent'], ...names])
  expect(sought.length).toBeGreaterThan(20)
  expect(sought.filter((one) => log.includes(one))).toEqual([])
  // It looked: the lines are there, and this finds what is in one.
  expect(log).toContain('"msg":"answered"')
  expect([`"person":"user-`].filter((one) => log.includes(one))).toHaveLength(1)
})

it('tells of its start, its migrations and who writes the read models', () => {
  const messages = () => lines().map(({ msg }) => msg)
  expect(messages()).toEqual(
    expect.arrayContaining([
      'starting',
      'the tables were brought up to date',
      'this process writes the read models',
      'started',
    ]),
  )
  expect(lines().find(({ msg }) => msg === 'starting')).toMatchObject({ version: packages.version, role: 'all' })
})
