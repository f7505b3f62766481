import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, type Client, codeIn, countMails, nextMail } from '../../support/client.ts'
import { accessCalls } from './calls-access.ts'

type Fields = Record<string, unknown>
/** One row: who sends what where (a form, as the specification says), and what the answer holds. */
type CallRow = {
  as: 'staff' | 'employee' | 'anyone'
  path: () => string
  send?: () => Fields | Promise<Fields>
  answers: object
  /** What of the answer later rows need. */
  keeps?: (data: any) => void | Promise<void>
}

let atrium: TestAtrium
const callers: Partial<Record<CallRow['as'], Client['call']>> = {}
const kept = { user: 0, role: 0, challenge: '', code: '', userToken: '', employeeToken: '' }
const name = `n${randomUUID().slice(0, 8)}`
const email = `${name}@example.org`
let boss: Awaited<ReturnType<TestAtrium['asUser']>>
let reader: Awaited<ReturnType<TestAtrium['asEmployee']>>
beforeAll(async () => {
  atrium = await openTestAtrium()
  boss = await atrium.asUser('all')
  reader = await atrium.asEmployee()
  callers.staff = boss.call
  callers.employee = reader.call
  callers.anyone = (method, path, body) => call(atrium.url, method, path, body)
}, 60_000)
afterAll(() => atrium.close())

const password = 'correct horse battery staple'
const any = expect.anything()
const text = expect.any(String)
const done = { type: 'success', name: text, message: text }
const made = { ...done, data: { id: expect.any(Number), version: expect.any(Number) } }
const meta = { total_page: expect.any(Number), total_item: expect.any(Number) }
const listOf = (row: Fields) => ({ data: expect.arrayContaining([expect.objectContaining(row)]), meta })
const challenge = { ...done, data: { data: text, email: expect.stringMatching(/\*+@/) } }
const entered = { ...done, data: { authToken: text, user: { type: 'user', email } } }

const row = (
  as: CallRow['as'],
  path: string | (() => string),
  answers: object,
  more: Partial<Pick<CallRow, 'send' | 'keeps'>> = {},
): CallRow => ({ as, path: typeof path === 'string' ? () => path : path, answers, ...more })

const linkOf = async (to: string, seen: number) =>
  /\/change\/([\w-]{43})/.exec((await nextMail(atrium.dataDir, to, seen)).text)?.[1] ?? 'none'

const linkTo = (to: string, keep: (token: string) => void) => {
  const state = { seen: 0 }
  return {
    send: () => {
      state.seen = countMails(atrium.dataDir, to)
      return { email: to }
    },
    keeps: async () => keep(await linkOf(to, state.seen)),
  }
}

const user = () => `/user/${kept.user}`
const role = () => `/role/${kept.role}`
const query = 'page=1&per_page=10&type=&keyword='
const newUser = { userName: name, firstName: 'Nora', lastName: 'Vale', email, phone_number: '1', password }

/** In this order: rows that need others come after them. */
const table: Record<string, CallRow> = {
  'GET /utility/getMenus': row('staff', '/utility/getMenus', {
    data: expect.arrayContaining([
      { title: 'Post', perms: expect.arrayContaining([{ name: 'c-post', label: 'Create' }]) },
    ]),
  }),
  'POST /role': row('staff', '/role', made, {
    send: () => ({ name: 'Writers', perms: 'c-post,r-post' }),
    keeps: ({ id }) => void (kept.role = id),
  }),
  'GET /role': row(
    'staff',
    `/role?page=1&per_page=10&keyword=writ`,
    listOf({ id: any, name: 'Writers', deletedAt: null }),
  ),
  'GET /role/{id}': row('staff', role, {
    data: {
      name: 'Writers',
      active: 'c-post,r-post',
      deletedAt: null,
      checker: expect.arrayContaining([
        { name: 'Post', perms: expect.arrayContaining([{ name: 'd-post', label: 'Delete' }]) },
      ]),
    },
  }),
  'PUT /role/{id}': row('staff', role, done, { send: () => ({ name: 'Authors', perms: 'c-post,r-post,u-post' }) }),
  'GET /utility/getRoles': row('staff', '/utility/getRoles', {
    data: expect.arrayContaining([{ value: any, label: 'Authors' }]),
  }),
  'POST /user': row('staff', '/user', made, {
    send: () => ({ ...newUser, role: String(kept.role) }),
    keeps: ({ id }) => void (kept.user = id),
  }),
  'GET /user': row(
    'staff',
    `/user?${query}${name}`,
    listOf({ id: any, userName: name, email, role: expect.objectContaining({ name: 'Authors' }), deletedAt: null }),
  ),
  'GET /user/{id}': row('staff', user, {
    data: {
      userName: name,
      firstName: 'Nora',
      lastName: 'Vale',
      email,
      phone: '1',
      role: { name: 'Authors' },
      deletedAt: null,
    },
  }),
  'PUT /user/{id}': row('staff', user, done, {
    send: () => ({ firstName: 'Nina', phone: '2', role: String(kept.role) }),
  }),
  'POST /user/{id}/deactivate': row('staff', () => `${user()}/deactivate`, done),
  'POST /user/{id}/activate': row('staff', () => `${user()}/activate`, done),
  'POST /auth/login': row('anyone', '/auth/login', challenge, {
    send: () => ({ userName: name, password }),
    keeps: ({ data }) => void (kept.challenge = data),
  }),
  'POST /auth/resend_otp': row('anyone', '/auth/resend_otp', challenge, {
    send: async () => {
      // A code follows half a minute after the last, in tests a moment.
      await expect.poll(() => countMails(atrium.dataDir, email)).toBeGreaterThanOrEqual(2)
      return { data: kept.challenge }
    },
  }),
  'POST /auth/verification_login': row('anyone', '/auth/verification_login', entered, {
    send: async () => ({ data: kept.challenge, otp: codeIn(await nextMail(atrium.dataDir, email, 2)) }),
  }),
  'POST /auth/login_employee': row('anyone', '/auth/login_employee', challenge, {
    send: () => ({ email: reader.email, password }),
  }),
  'GET /me': row('staff', '/me', {
    data: { type: 'user', perms: expect.arrayContaining(['u-role']), fullname: 'Some Body', pic: null },
  }),
  'GET /me/employee': row('employee', '/me/employee', {
    data: { type: 'employee', email: text, perms: [] },
  }),
  'PATCH /me': row('staff', '/me', done, { send: () => ({ firstName: 'Ada', bio: 'Sails.' }) }),
  'POST /auth/register': row(
    'anyone',
    '/auth/register',
    { ...done, data: { accessToken: null } },
    {
      send: () => ({ email: `r-${email}`, fullname: 'Rosa Lind', username: `r-${name}`, password }),
    },
  ),
  'POST /auth/reset': row(
    'anyone',
    '/auth/reset',
    done,
    linkTo(email, (token) => void (kept.userToken = token)),
  ),
  'GET /auth/change/{token}': row('anyone', () => `/auth/change/${kept.userToken}`, {
    ...done,
    data: { id: expect.any(Number) },
  }),
  'POST /auth/change/{token}': row('anyone', () => `/auth/change/${kept.userToken}`, done, {
    send: () => ({ password: 'quite another gull 7', id: String(kept.user) }),
  }),
  'POST /auth/reset/employee': row('anyone', '/auth/reset/employee', done, {
    send: () => linkTo(reader.email, () => undefined).send(),
    keeps: async () => {
      await expect
        .poll(async () => (kept.employeeToken = await linkOf(reader.email, 0)), { timeout: 10_000 })
        .not.toBe('none')
    },
  }),
  'GET /auth/change/{token}/employee': row('anyone', () => `/auth/change/${kept.employeeToken}/employee`, {
    ...done,
    data: { id: expect.any(Number) },
  }),
  'POST /auth/change/{token}/employee': row('anyone', () => `/auth/change/${kept.employeeToken}/employee`, done, {
    send: () => ({ password: 'quite another gull 7' }),
  }),
  'POST /role/{id}/deactivate': row('staff', () => `${role()}/deactivate`, done),
  'POST /role/{id}/activate': row('staff', () => `${role()}/activate`, done),
  'DELETE /user/{id}': row('staff', user, done),
  'DELETE /role/{id}': row('staff', role, done),
}

it('has each row of the specification once, and no other', () => {
  expect(accessCalls.length).toBeGreaterThan(25)
  expect(Object.keys(table).toSorted()).toEqual([...accessCalls].toSorted())
})

const asForm = (fields: Fields): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  return form
}

it.each(Object.entries(table))('%s', async (what, { as, path, send, answers, keeps }) => {
  const [method = ''] = what.split(' ')
  const sent = await send?.()
  const answer = await callers[as]?.(method, `/api${path()}`, sent && asForm(sent))
  expect(answer?.body).toMatchObject(answers)
  expect(answer?.status).toBe(200)
  await keeps?.(answer?.body.data)
})
