import { hash, randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Route } from '../../api/server/route.ts'
import { routesOf } from '../../api/routes/all.ts'
import { buildServer } from '../../api/server/server.ts'
import { beside } from '../../commands/jobs/beside.ts'
import { banner } from '../../domain/resources/banner.ts'
import { category } from '../../domain/resources/category.ts'
import { flash } from '../../domain/resources/flash.ts'
import { popup } from '../../domain/resources/popup.ts'
import { stationery } from '../../domain/resources/stationery.ts'
import { resources } from '../../domain/catalog.ts'
import { post } from '../../domain/resources/post.ts'
import { accessDenied } from '../../domain/rejected.ts'
import { auditor, role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { uploadRoom } from '../../platform/files/uploads.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { type Answer, call, type Client } from '../support/client.ts'
import type { Fields } from '../support/sent.ts'
import { siteNotice } from '../support/site-notice.ts'
import { tender } from '../support/tender.ts'
import { walk } from '../support/walk.ts'
import { besidesOf, type Caller, matrix, openersOf, tenderCalls, verdict, wordsOf } from './matrix.ts'
import { raw } from './probe.ts'
import { usual } from './usual.ts'

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

let atrium: TestAtrium
let routes: Route[]
let employee: Client
let staff: Client & { id: number }
let administrator: Client & { id: number }
let roleId: number
let real: Record<string, string>
const tenders: number[] = []
const missing = { key: '999999', ids: '999999', id: '999999', token: 'x' }
beforeAll(async () => {
  atrium = await openTestAtrium({ resources: [...resources, tender, siteNotice] })
  routes = routesOf(atrium.services, atrium.signIn)
  employee = await atrium.asEmployee()
  // Somebody has to be left who may edit users and roles.
  administrator = await atrium.asUser('all')
  staff = await atrium.asUser('no role')
  roleId = (await atrium.run(role, 'create', { name: 'Matrix', perms: [] })).id
  const { id } = await atrium.run(category, 'create', { name: 'Ropes' })
  const made = await atrium.run(post, 'create', { name: 'Knots', excerpt: 'How to', category: id })
  real = { key: String(made.id), ids: String(made.id), id: String(made.id), version: '1', token: 'x' }
  for (const name of ['Ferry', 'Pier']) {
    const sent = { name, number: 1, type: 'goods', chapters: [{ id: 'new_1', title: 'One', url: '', children: [] }] }
    tenders.push((await atrium.run(tender, 'create', sent)).id)
  }
}, 60_000)
afterAll(() => atrium.close())

const foreignSentence = 'This request did not come from the pages of this site.'

const keyOf = ({ method, url }: Route) => `${method} ${url}`

const noId = '00000000-0000-4000-8000-000000000000'
const pathOf = ({ url }: Route, params: Readonly<Record<string, string>>) => {
  const filled = /^\/(?:job|evidence|schedule|take_back\/job)\//.test(url) ? url.replace(':id', noId) : url
  return `/api${filled.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name)}`
}

// What would be written if the call were let in: a denied call is sent with it, one that is let in without.
const tempting: Readonly<Record<string, unknown>> = {
  name: 'Sneaked in',
  excerpt: 'Nothing',
  category: 1,
  id: 1,
  expected: 1,
  siteTitle: 'Mine',
} satisfies Readonly<Partial<Record<'id' | 'expected' | keyof Fields<'post'> | keyof Fields<'configuration'>, unknown>>>

// More of them make a busy machine answer that it is busy.
const atOnce = 16

const sentences = { 401: 'Please sign in.', 403: accessDenied }

// A read that stands in the trail is asked for what it refuses, so that it shows only whom it lets in.
const leavesTrace: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...resources, tender].flatMap(({ name, sheets }) => (sheets ? [[`GET /${name}/bulk`, '?status=nothing']] : [])),
  ),
  'GET /request/export': '?status=nothing',
  'GET /utility/activity_log/export': '?format=nothing',
  'GET /job_application/export': '?status=nothing',
}

// Whose it is, is checked behind the audience, and what is not there is refused like what is another's (content/submissions.test.ts, reading.test.ts).
const ofAuthors = [
  ...['request', 'job_application'].flatMap((name) =>
    ['withdraw', 'resubmit'].map((verb) => `POST /${name}/:ids/${verb}`),
  ),
  ...['reword', 'take_back', 'say_again'].map((verb) => `POST /comment/:ids/${verb}`),
  'DELETE /reaction/:id',
  'DELETE /receipt/:id',
  'POST /receipt/:id/undo',
]

// Dead sign-ins are ended whatever is called; what an operator orders takes no input that could be refused, and stands in the trail.
const unasked = ['SignInEnded']
const ordered = ['RebuildOrdered', 'DeadLettersReplayed']

/** What was written since, without what whoever has `perms` was let in to order. */
const writtenSince = async (head: bigint, perms: readonly string[] = []) => {
  const allowed = perms.includes('u-operations') ? [...unasked, ...ordered] : unasked
  return (await atrium.services.log.store.readAll(head, 100))
    .map(({ type }) => type)
    .filter((type) => !allowed.includes(type))
}

const checkRoute = async (route: Route, caller: Caller, ask: Ask) => {
  const expected = verdict(keyOf(route), caller)
  const what = `${caller.name}: ${keyOf(route)}`
  // Signing out would end the caller; that anyone may is shown by the anonymous one.
  if (route.url === '/auth/logout' && caller.type !== 'anonymous') return
  if (caller.type === 'employee' && ofAuthors.includes(keyOf(route))) return
  const isRead = route.method === 'GET'
  if (expected === 'in') {
    const path = pathOf(route, missing) + (leavesTrace[keyOf(route)] ?? '')
    const answer = await ask(route.method, path, isRead ? undefined : {})
    expect([401, 403], `${what} ${JSON.stringify(answer.body)}`).not.toContain(answer.status)
    expect(answer.status, `${what} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
    return
  }
  const answer = await ask(route.method, pathOf(route, real), isRead ? undefined : tempting)
  expect({ status: answer.status, message: answer.body.message }, what).toEqual({
    status: expected,
    message: sentences[expected],
  })
}

const permissionsUsed = () =>
  [...new Set(Object.values(matrix).flatMap((words) => words.split(' ')))].filter((word) => /^[crudp]-/.test(word))

const checkAll = async (caller: Caller, ask: Ask, called = routes) => {
  const head = await atrium.services.log.store.head()
  await beside(called, atOnce, (route) => checkRoute(route, caller, ask))
  expect(await writtenSince(head, caller.perms), caller.name).toEqual([])
}

it('lists every route with its audience in the matrix, and nothing else [AZ-1]', () => {
  expect(routes.length).toBeGreaterThan(50)
  const sorted = (words: string) => words.split(' ').toSorted().join(' ')
  const table = Object.fromEntries(routes.map((route) => [keyOf(route), sorted(wordsOf(route.audience))]))
  expect(table).toEqual(Object.fromEntries(Object.entries(matrix).map(([route, words]) => [route, sorted(words)])))
})

it.each([banner, flash, popup, stationery, tender])('says by rule of $name what is written by hand', (resource) => {
  const own = Object.entries(usual(resource)).filter(([route]) => route in matrix)
  expect(own.length).toBeGreaterThan(10)
  for (const [route, words] of own) expect(new Set(words.split(' ')), route).toEqual(new Set(matrix[route]?.split(' ')))
  const ofIts = Object.keys(matrix).filter((route) => new RegExp(`^[A-Z]+ /${resource.name}(/|$)`).test(route))
  expect(ofIts.filter((route) => !(route in usual(resource)) && !route.endsWith('/move'))).toEqual([])
})

it('refuses to start with a route of the API that names no audience', async () => {
  const building = buildServer({
    logger: atrium.app?.log ?? expect.fail('no server'),
    routes: [],
    sessionOf: async () => null,
    deviceOf: () => null,
    waitFor: async () => true,
    onFailure: () => undefined,
    addOthers: async (app) => void app.get('/api/open', async () => 'open to all'),
    uploads: uploadRoom(join(atrium.dataDir, 'uploads')),
    limitsFactor: 1,
    publicUrl: 'http://127.0.0.1',
    trustedProxies: [],
  })
  await expect(building).rejects.toThrow('/api/open has no audience')
})

it('lets nobody in without a sign-in, except where anyone may', async () => {
  await checkAll({ name: 'anonymous', type: 'anonymous', perms: [] }, (method, path, body) =>
    call(atrium.url, method, path, body),
  )
})

it('takes a token that never was for no sign-in', async () => {
  await checkAll({ name: 'forger', type: 'anonymous', perms: [] }, (method, path, body) =>
    call(atrium.url, method, path, body, { authorization: `Bearer ${'A'.repeat(43)}` }),
  )
})

it('lets employees into what is theirs', async () => {
  await checkAll({ name: 'employee', type: 'employee', perms: [] }, employee.call)
})

it('gives a user without a role the profile and the shell only', async () => {
  await checkAll({ name: 'no role', type: 'user', perms: [] }, staff.call)
})

// Whoever holds everything else is refused, and whoever holds nothing else is let in: so no other permission opens a route,
// which trying each permission on each route would say too.
it('opens a route with each permission that it names, and with no other, from the next request on [AZ-2] [AZ-3]', async () => {
  await atrium.run(user, 'edit', { role: roleId }, staff.id)
  const permissions = permissionsUsed()
  expect(permissions.length).toBeGreaterThan(20)
  const check = async (name: string, perms: string[], called: Route[]) => {
    await atrium.run(role, 'edit', { perms }, roleId)
    await checkAll({ name, type: 'user', perms }, staff.call, called)
  }
  const wordsOfAll = new Set(routes.map((route) => openersOf(keyOf(route)).join(' ')).filter(Boolean))
  expect(wordsOfAll.size).toBeGreaterThan(20)
  for (const openers of wordsOfAll) {
    const others = permissions.filter((permission) => !openers.split(' ').includes(permission))
    const called = routes.filter((route) => openersOf(keyOf(route)).join(' ') === openers)
    await check(`all but ${openers}`, others, called)
  }
  for (const permission of permissions) {
    const opened = routes.filter((route) => openersOf(keyOf(route)).includes(permission))
    await check(permission, [permission], opened)
    const besides = [...new Set(opened.flatMap((route) => besidesOf(keyOf(route))))]
    const together = opened.filter((route) => besidesOf(keyOf(route)).length > 0)
    if (together.length > 0) await check(`${permission} ${besides.join(' ')}`, [permission, ...besides], together)
  }
})

it('refuses a parameter that a read does not know, and names it (X24)', async () => {
  const callers = [
    [{ name: 'administrator', type: 'user', perms: permissionsUsed() }, administrator.call],
    [{ name: 'employee', type: 'employee', perms: [] }, employee.call],
    [{ name: 'anonymous', type: 'anonymous', perms: [] }, (...asked) => call(atrium.url, ...asked)],
  ] as const satisfies readonly (readonly [Caller, Ask])[]
  const asked = new Set<string>()
  for (const [caller, ask] of callers) {
    const reads = routes.filter((route) => route.method === 'GET' && verdict(keyOf(route), caller) === 'in')
    await beside(reads, atOnce, async (route) => {
      const answer = await ask('GET', `${pathOf(route, { ...real, check: noId })}?then_of=2026-01-01`)
      expect([answer.status, answer.body.errors], keyOf(route)).toMatchObject([400, [{ property: 'then_of' }]])
      expect(answer.body.message, keyOf(route)).toBe('This address takes no parameter then_of.')
      asked.add(keyOf(route))
    })
  }
  expect([...asked].toSorted()).toEqual(
    routes
      .filter(({ method }) => method === 'GET')
      .map(keyOf)
      .toSorted(),
  )
  // What clients send anywhere has no effect where it means nothing.
  const spread = await employee.call('GET', '/api/me?type=&keyword=&page=1&per_page=10')
  expect(spread.status).toBe(200)
  // Also of what is answered from memory, and of a write that chooses its records by a query.
  await employee.call('GET', '/api/utility/portal')
  expect((await employee.call('GET', '/api/utility/portal?then_of=1')).status).toBe(400)
  expect((await administrator.call('POST', '/api/category/matching/delete?keyward=x', { expected: 1 })).status).toBe(
    400,
  )
})

const checkTenders = async (caller: Caller, ask: Ask) => {
  const head = await atrium.services.log.store.head()
  await beside(tenderCalls, atOnce, async (callOf) => {
    const isIn = caller.type === 'user' && callOf([]).needs.every((permission) => caller.perms.includes(permission))
    // Whoever is let in finds nothing there, so that nothing is written by anybody.
    const { method, path, sent } = callOf(isIn ? [999_998, 999_999] : tenders)
    const isNew = JSON.stringify(sent)?.includes('"create"') ?? false
    const { status, body } = await ask(method, `/api${path}`, isIn && isNew ? undefined : sent)
    const what = `${caller.name}: ${method} ${path} ${JSON.stringify(sent)} ${status} ${JSON.stringify(body)}`
    if (isIn) expect([401, 403], what).not.toContain(status)
    else expect(status, what).toBe(caller.type === 'anonymous' ? 401 : 403)
  })
  expect(await writtenSince(head, caller.perms), caller.name).toEqual([])
}

it('asks for the permissions of parts, of each of many, of Trash, and of each command of a job [AZ-8]', async () => {
  await checkTenders({ name: 'anonymous', type: 'anonymous', perms: [] }, (...asked) => call(atrium.url, ...asked))
  await checkTenders({ name: 'employee', type: 'employee', perms: [] }, employee.call)
  await checkTenders({ name: 'no role', type: 'user', perms: [] }, (await atrium.asUser('no role')).call)
  const used = [...new Set(tenderCalls.flatMap((callOf) => callOf([]).needs))]
  expect(used).toHaveLength(4)
  const someone = await atrium.asUser([])
  await atrium.run(user, 'edit', { role: roleId }, someone.id)
  for (const perms of [...used.map((permission) => [permission]), used]) {
    await atrium.run(role, 'edit', { perms }, roleId)
    await checkTenders({ name: perms.join(' '), type: 'user', perms }, someone.call)
  }
  for (const id of tenders) expect(await atrium.services.log.store.read(`tender-${id}`)).toHaveLength(1)
})

it('opens every staff route to an administrator, but not what is for employees alone', async () => {
  await checkAll({ name: 'administrator', type: 'user', perms: permissionsUsed() }, administrator.call)
})

it('opens to the role Auditor what there is to read of the trail and of records, and no write of anybody else’s [AZ-2]', async () => {
  const client = await atrium.asUser(auditor.perms)
  await checkAll({ name: 'auditor', type: 'user', perms: auditor.perms }, client.call)
  const anybody: Caller = { name: 'no role', type: 'user', perms: [] }
  const opened = routes.filter(
    (route) =>
      verdict(keyOf(route), { ...anybody, perms: auditor.perms }) === 'in' && verdict(keyOf(route), anybody) !== 'in',
  )
  expect(opened.length).toBeGreaterThan(50)
  // What they begin changes no record.
  expect(opened.filter(({ method }) => method !== 'GET').map(keyOf)).toEqual([
    'POST /checkpoint/verification',
    'POST /evidence',
    'POST /evidence/:id/cancel',
  ])
})

it('ends at the next request when the person is deactivated', async () => {
  const leaving = await atrium.asUser(['r-post'])
  expect((await leaving.call('GET', '/api/post')).status).toBe(200)
  await atrium.run(user, 'deactivate', {}, leaving.id)
  await checkAll({ name: 'inactive', type: 'anonymous', perms: [] }, leaving.call)
})

const variantsOf = (path: string): string[] => [
  `${path}/`,
  `/${path}`,
  path.replace('/api/', '/api//'),
  path.replace('/api/', '/API/'),
  path.toUpperCase(),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api%2f'),
  path.replace('/api/', '/api/./'),
  path.replace('/api/', '/x/../api/'),
  path.replace('/api/', '/api;x/'),
  path.replace('/api/', '\\api\\'),
  `${path};x`,
  `${path}%2f`,
  `${path}%00`,
  `${path}?token=x`,
  `http://elsewhere.example${path}`,
  `http://127.0.0.1/%61pi/${path.slice(5)}`,
]

const config = '/api/utility/config'
const overrides = { 'x-http-method-override': 'GET', 'x-original-url': config, 'x-method-override': 'GET' }

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

const checkVariants = async (route: Route, who: string, headers: Record<string, string>) => {
  const path = pathOf(route, real)
  const isRead = route.method === 'GET'
  const ways = (isRead ? ['GET', 'HEAD'] : [route.method]).flatMap((method) =>
    [path, ...variantsOf(path)].map((variant) => ({ method, path: variant })),
  )
  const answers = ways.map(async (way) => {
    const { status } = await raw(atrium.url, {
      ...way,
      agent,
      headers: { ...headers, ...overrides, ...(isRead ? {} : { 'content-type': 'application/json' }) },
      ...(isRead ? {} : { body: JSON.stringify(tempting) }),
    })
    expect(status, `${who}: ${way.method} ${way.path}`).toBeGreaterThanOrEqual(400)
    expect(status, `${who}: ${way.method} ${way.path}`).toBeLessThan(500)
  })
  await Promise.all(answers)
}

it.each(['anonymous', 'employee', 'user'] as const)(
  'decides the same for every way to write an address, %s [AZ-4]',
  async (type) => {
    const { token } = await atrium.asUser('no role')
    const head = await atrium.services.log.store.head()
    const tokens = { anonymous: 'x', employee: employee.token, user: token }
    const denied = routes.filter((route) => verdict(keyOf(route), { name: type, type, perms: [] }) !== 'in')
    expect(denied.length).toBeGreaterThan(30)
    // Addresses are read before routes are: what a variant does on a few, it does on all.
    for (const route of walk(denied, 12)) await checkVariants(route, type, { authorization: `Bearer ${tokens[type]}` })
    expect(await writtenSince(head)).toEqual([])
  },
)

it('lets no page of another site call what changes anything, open or not', async () => {
  const unsafe = routes.filter(({ method }) => method !== 'GET')
  const open = unsafe.filter(({ audience }) => audience === 'anyone')
  expect(open.length).toBeGreaterThan(8)
  const { pool } = atrium.services
  const [token, head] = [randomBytes(32).toString('base64url'), await atrium.services.log.store.head()]
  const { rowCount } = await pool.query(
    `insert into auth.sign_in (token_hash, sign_in_id, mode, person_type, person_id) values ($1, gen_random_uuid(), 'cookie', 'user', $2)`,
    [hash('sha256', token, 'buffer'), administrator.id],
  )
  const mine = { cookie: `atrium=${token}` }
  const own = { ...mine, 'sec-fetch-site': 'same-origin' }
  expect([rowCount, (await call(atrium.url, 'GET', '/api/me', undefined, own)).status]).toEqual([1, 200])
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const answers = [
      ...open.map((route) => ({ route, headers })),
      ...unsafe.map((route) => ({ route, headers: { ...mine, ...headers } })),
    ].map(async ({ route, headers: sent }) => {
      const answer = await call(atrium.url, route.method, pathOf(route, real), tempting, sent)
      const said = `${keyOf(route)} ${JSON.stringify(sent)}`
      expect([answer.status, answer.body.message], said).toEqual([403, foreignSentence])
      expect([answer.headers.get('clear-site-data'), answer.headers.get('set-cookie')], said).toEqual([null, null])
    })
    await Promise.all(answers)
  }
  expect(await writtenSince(head)).toEqual([])
})
