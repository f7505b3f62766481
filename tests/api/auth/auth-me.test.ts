import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, someName, wrongCodeFor } from '../../commands/identity/sign-in/support.ts'
import { type AuthServer, openAuthServer } from './auth-server.ts'
import { expectRefusal } from '../probe.ts'

let server: AuthServer
beforeAll(async () => {
  server = await openAuthServer()
})
afterAll(() => server.close())

const signedInUser = async () => {
  const person = await server.addUser(someName(), goodPassword)
  const { body } = await server.enter(person)
  return { person, headers: { authorization: `Bearer ${body.data.authToken}` } }
}
const typesOf = async (id: number) => (await server.log.read(`user-${id}`)).events.map(({ type }) => type)

describe('GET /me', () => {
  it('tells who is signed in, with permissions and version', async () => {
    const { person, headers } = await signedInUser()
    const { status, body, headers: got } = await server.call('GET', '/me', undefined, headers)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      type: 'user',
      id: person.id,
      userName: person.name,
      fullname: 'Ada King',
      firstName: 'Ada',
      lastName: 'King',
      email: person.email,
      phone: '+62 812',
      phone_number: '+62 812',
      pic: null,
      role: { id: 1, name: 'Administrator' },
      perms: expect.arrayContaining(['u-user', 'd-post']),
    })
    expect(got.etag).toBe(`"${body.data.version}"`)
  })

  it('is 401 without a sign-in, and /me/employee is 403 for users', async () => {
    expect((await server.call('GET', '/me')).status).toBe(401)
    const { headers } = await signedInUser()
    expect((await server.call('GET', '/me/employee', undefined, headers)).status).toBe(403)
    expect((await server.call('GET', '/test/employees', undefined, headers)).status).toBe(403)
  })
})

it('keeps the language that somebody reads in, for mails too', async () => {
  const { person, headers } = await signedInUser()
  const languageOf = async () => (await server.call('GET', '/me', undefined, headers)).body.data.language
  expect(await languageOf()).toBeNull()
  const unknown = await server.call('PUT', '/me/language', { language: 'tlh' }, headers)
  expectRefusal(unknown.status, unknown.body, 'PUT /me/language')
  const kept = await server.call('PUT', '/me/language', { language: 'ja' }, headers)
  expect(kept).toMatchObject({ status: 200, body: { id: 'Your language was saved.' } })
  expect(await languageOf()).toBe('ja')
  expect((await server.enter(person)).body.data.user.language).toBe('ja')
})

it('keeps how somebody wants to see a list, for them alone', async () => {
  const { headers } = await signedInUser()
  const other = await signedInUser()
  const lookOf = async (who: typeof headers) => (await server.call('GET', '/me/lists/post', undefined, who)).body.data
  expect(await lookOf(headers)).toBeNull()
  const look = { hidden: ['category'], isDense: true, views: [{ name: 'Oldest', search: 'sort=id' }] }
  for (const next of [{ ...look, isDense: false }, look])
    expect((await server.call('PUT', '/me/lists/post', next, headers)).status).toBe(200)
  expect(await lookOf(headers)).toEqual(look)
  expect(await lookOf(other.headers)).toBeNull()
  const wrong = await server.call('PUT', '/me/lists/post', { ...look, views: Array(51).fill(look.views[0]) }, headers)
  expectRefusal(wrong.status, wrong.body, 'PUT /me/lists/:list')
  expect((await server.call('GET', '/me/lists/nothing', undefined, headers)).status).toBe(404)
  expect((await server.call('PUT', '/me/lists/nothing', look, headers)).status).toBe(404)
})

it('keeps the columns of views that somebody saved, as far as the list has them', async () => {
  const { person, headers } = await signedInUser()
  const look = (search: string) => ({ hidden: [], isDense: false, views: [{ name: 'Mine', search }] })
  const put = (list: string, search: string) => server.call('PUT', `/me/lists/${list}`, look(search), headers)
  const searchOf = async (list: string) =>
    (await server.call('GET', `/me/lists/${list}`, undefined, headers)).body.data.views[0].search
  for (const [list, columns] of [
    ['post', 'id.name.published_at'],
    ['file', 'name.thumbnail'],
    ['role', 'name.users'],
  ] as const) {
    expect((await put(list, `columns=${columns}`)).status, list).toBe(200)
    expect(await searchOf(list)).toBe(`columns=${columns}`)
  }
  for (const list of ['post', 'activity_trail']) expect((await put(list, 'columns=nothing')).status, list).toBe(422)
  await server.pool.query(
    `update auth.list_preferences set preferences = jsonb_set(preferences, '{views,0,search}', '"columns=name.gone"')
     where person_id = $1 and list = 'post'`,
    [person.id],
  )
  expect(await searchOf('post')).toBe('columns=name')
})

describe('PATCH /me', () => {
  it('changes the own profile and nothing that was not sent', async () => {
    const { person, headers } = await signedInUser()
    const { status, body } = await server.call(
      'PATCH',
      '/me',
      { firstName: 'Grace', phone_number: '0815', email: person.email },
      headers,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'success', data: { id: person.id } })
    expect((await server.call('GET', '/me', undefined, headers)).body.data).toMatchObject({
      fullname: 'Grace King',
      phone: '0815',
    })
    const last = (await server.log.read(`user-${person.id}`)).events.at(-1)
    expect(last).toMatchObject({
      type: 'UserEdited',
      data: { firstName: 'Grace', phone: '0815' },
      actor: { type: 'user', id: person.id },
    })
  })

  it('needs no permission for it', async () => {
    const { person, headers } = await signedInUser()
    await server.pool.query('update "user" set role = null where id = $1', [person.id])
    expect((await server.call('PATCH', '/me', { lastName: 'Hopper' }, headers)).status).toBe(200)
  })

  it.each([{ role: 1 }, { perms: 'u-user' }, { status: 'active' }, { id: 1 }, { deletedAt: null }, { type: 'user' }])(
    'refuses %j',
    async (body) => {
      const { person, headers } = await signedInUser()
      const before = await typesOf(person.id)
      expect((await server.call('PATCH', '/me', { firstName: 'Grace', ...body }, headers)).status).toBe(422)
      expect(await typesOf(person.id)).toEqual(before)
    },
  )

  it.each([1, '1'])('takes no file of the house by its number for a picture: %j', async (pic) => {
    const { person, headers } = await signedInUser()
    const { status, body } = await server.call('PATCH', '/me', { firstName: 'Grace', pic }, headers)
    expect([status, body.errors[0].property]).toEqual([422, 'pic'])
    expect(await typesOf(person.id)).not.toContain('UserEdited')
    expect((await server.call('PATCH', '/me', { pic: '' }, headers)).status).toBe(200)
  })

  it('refuses a required field that is empty, and a stale version', async () => {
    const { headers } = await signedInUser()
    const empty = await server.call('PATCH', '/me', { firstName: ' ' }, headers)
    expect([empty.status, empty.body.errors[0].property]).toEqual([422, 'firstName'])
    expect((await server.call('PATCH', '/me', { firstName: 'Grace' }, { ...headers, 'if-match': '"1"' })).status).toBe(
      412,
    )
  })

  it('changes the password by its three fields, ends the sign-in, and takes either kind of fields only', async () => {
    const { headers } = await signedInUser()
    const fields = {
      oldPassword: goodPassword,
      newPassword: 'another4lamp-over',
      newPasswordConfirm: 'another4lamp-over',
    }
    expect((await server.call('PATCH', '/me', { ...fields, firstName: 'Grace' }, headers)).status).toBe(422)
    expect((await server.call('PATCH', '/me', { oldPassword: goodPassword }, headers)).status).toBe(422)
    const wrong = await server.call('PATCH', '/me', { ...fields, oldPassword: 'wrong-password-1' }, headers)
    expect([wrong.status, wrong.body.errors[0].property]).toEqual([422, 'oldPassword'])
    expect((await server.call('PATCH', '/me', fields, headers)).status).toBe(200)
    expect((await server.call('GET', '/me', undefined, headers)).status).toBe(401)
  })

  it('refuses another e-mail address until it is confirmed with password and code', async () => {
    const { person, headers } = await signedInUser()
    const email = `${someName()}@example.org`
    expect((await server.call('PATCH', '/me', { email }, headers)).status).toBe(409)
    const asked = await server.call('POST', '/me/email', { email, password: goodPassword }, headers)
    expect(asked.status).toBe(200)
    const done = await server.call(
      'POST',
      '/me/email/verify',
      { data: asked.body.data.data, otp: await server.codeFor(email) },
      headers,
    )
    expect(done.status).toBe(200)
    expect((await server.log.read(`user-${person.id}`)).events.at(-1)).toMatchObject({
      type: 'UserEdited',
      data: { email },
    })
  })
})

describe('POST /me/email', () => {
  it('names the field of each refusal', async () => {
    const { person, headers } = await signedInUser()
    const { person: other } = await signedInUser()
    const email = `${someName()}@example.org`
    const refusals = [
      [{ email: 'nobody', password: goodPassword }, 422, 'email'],
      [{ email: person.email, password: goodPassword }, 422, 'email'],
      [{ email: other.email, password: goodPassword }, 409, 'email'],
      [{ email, password: '' }, 422, 'password'],
      [{ email, password: 'wrong-password-1' }, 422, 'password'],
    ] as const
    for (const [fields, status, property] of refusals) {
      const refused = await server.call('POST', '/me/email', fields, headers)
      expect([refused.status, refused.body.errors.map((one: { property: string }) => one.property)]).toEqual([
        status,
        [property],
      ])
    }
    const asked = await server.call('POST', '/me/email', { email, password: goodPassword }, headers)
    const otp = wrongCodeFor(await server.codeFor(email))
    const wrong = await server.call('POST', '/me/email/verify', { data: asked.body.data.data, otp }, headers)
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [
        {
          property: 'otp',
          constraints: { wrong: 'This code is not right.' },
          id: 'This code is not right.',
          values: {},
        },
      ],
    ])
  })
})

it.each([
  ['POST', '/me/email', {}],
  ['POST', '/me/email', { email: ['x'], password: 'x'.repeat(2_000) }],
  ['POST', '/me/email/verify', { data: null, otp: 123456 }],
  ['POST', '/me/email/verify', { data: 'x'.repeat(2_000), otp: 'x'.repeat(65) }],
  ['POST', '/me/recovery_codes', { password: 'x'.repeat(2_000) }],
  ['PATCH', '/me', { oldPassword: 'x'.repeat(2_000), newPassword: 5, newPasswordConfirm: 'x'.repeat(2_000) }],
] as const)('says in words what is wrong with %s %s %j', async (method, url, fields) => {
  const { headers } = await signedInUser()
  const { status, body } = await server.call(method, url, fields, headers)
  expect(status).toBe(422)
  expectRefusal(status, body, url)
})

describe('/me/recovery_codes', () => {
  it('makes ten for the password, once, and signs in with one of them', async () => {
    const { person, headers } = await signedInUser()
    const none = await server.call('GET', '/me/recovery_codes', undefined, headers)
    expect(none.body).toEqual({ data: { left: 0, madeAt: null } })
    const wrong = await server.call('POST', '/me/recovery_codes', { password: 'wrong-password-1' }, headers)
    expect([wrong.status, wrong.body.errors[0].property]).toEqual([422, 'password'])
    const made = await server.call('POST', '/me/recovery_codes', { password: goodPassword }, headers)
    expect([made.status, made.headers['cache-control'], made.body.data.codes.length]).toEqual([200, 'no-store', 10])
    const login = { userName: person.name, password: goodPassword }
    const first = await server.call('POST', '/auth/login', login)
    const [otp] = made.body.data.codes
    const entered = await server.call('POST', '/auth/verification_login', { data: first.body.data.data, otp })
    expect([entered.status, entered.body.data.user.id]).toEqual([200, person.id])
    const { body } = await server.call('GET', '/me/recovery_codes', undefined, headers)
    expect(body).toEqual({ data: { left: 9, madeAt: made.body.data.madeAt } })
  })
})
