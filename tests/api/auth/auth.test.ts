import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, someName } from '../../commands/identity/sign-in/support.ts'
import { type AuthServer, openAuthServer, ownHost } from './auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await openAuthServer()
})
afterAll(() => server.close())

const cookieMode = { 'x-session-mode': 'cookie' }
const own = { origin: `https://${ownHost}` }
const login = (userName: unknown, password: unknown) => server.call('POST', '/auth/login', { userName, password })

describe('POST /auth/login', () => {
  it('answers a challenge and a masked address', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const { status, body, headers } = await login(person.name, goodPassword)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'success',
      name: 'login',
      data: { data: expect.stringMatching(/^[\w-]{43}$/), email: 'p***@example.org' },
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('refuses unknown and wrong with the same bytes and no 401', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const answers = [
      await login('nobody-here', goodPassword),
      await login(person.name, 'wrong-password-1'),
      await login('\u0000', 'x'),
      await login('\ud800', 'x'),
    ]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(422)
    expect(answers[0]?.body.message).toBe('The login detail is incorrect')
  })

  it.each([
    [null, 'x'],
    [[], {}],
    [0, true],
    ['', ''],
    [undefined, undefined],
    ['x'.repeat(2_000), 'x'],
  ])('refuses %j, %j with a sentence', async (userName, password) => {
    const { status, body } = await login(userName, password)
    expect(status).toBe(422)
    expect(body).toMatchObject({ type: 'error', status: 'Validation', errors: expect.any(Array) })
  })

  it('eleven wrong ones are 429 with Retry-After, whatever else is sent along', async () => {
    const strict = await openAuthServer(undefined, { limitsFactor: 1 })
    const name = someName()
    for (let count = 0; count < 10; count += 1)
      await strict.call('POST', '/auth/login', { userName: name, password: 'x' })
    for (const [body, headers] of [
      [{ userName: name, password: 'x' }, {}],
      [{ userName: name.toUpperCase(), password: 'x', email: 'other@example.org' }, {}],
      [{ userName: name, password: 'x' }, { 'x-forwarded-for': '198.51.100.9' }],
    ] as const) {
      const { status, headers: got } = await strict.call('POST', '/auth/login', body, headers)
      expect(status).toBe(429)
      expect(Number(got['retry-after'])).toBeGreaterThan(0)
    }
    await strict.close()
  })
})

describe('POST /auth/verification_login', () => {
  it('answers a bearer token and who it is', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const { status, body, cookies } = await server.enter(person)
    expect(status).toBe(200)
    expect(cookies).toEqual([])
    expect(body).toMatchObject({
      position: expect.stringMatching(/^\d+$/),
      data: {
        authToken: expect.stringMatching(/^[\w-]{43}$/),
        user: { type: 'user', id: person.id, fullname: 'Ada King', role: { id: 1 } },
      },
    })
    for (const authorization of [`Bearer ${body.data.authToken}`, body.data.authToken]) {
      expect((await server.call('GET', '/me', undefined, { authorization })).body.data.id).toBe(person.id)
    }
  })

  it('by X-Session-Mode: cookie answers no token and a cookie that no script reads [SES-4]', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const { body, cookies } = await server.enter(person, cookieMode)
    expect(body.data.authToken).toBeNull()
    expect(cookies).toEqual([
      expect.objectContaining({
        name: '__Host-atrium',
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        maxAge: 86_400,
      }),
      // How the device is known next time; signing out leaves it.
      expect.objectContaining({
        name: '__Host-atrium-device',
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        maxAge: 180 * 86_400,
      }),
    ])
  })

  it('gives a device its mark once, which is no sign-in, and none to whoever takes a token', async () => {
    const person = await server.addUser(someName(), goodPassword)
    expect((await server.enter(person)).cookies).toEqual([])
    const mark = (await server.enter(person, cookieMode)).cookies[1]?.value
    const again = await server.enter(person, { ...cookieMode, cookie: `__Host-atrium-device=${mark}` })
    expect(again.cookies[1]?.value).toBe(mark)
    const claims: Record<string, string>[] = [{ cookie: `__Host-atrium=${mark}` }, { authorization: `Bearer ${mark}` }]
    for (const headers of claims) expect((await server.call('GET', '/me', undefined, headers)).status).toBe(401)
    const cookie = `__Host-atrium=${again.cookies[0]?.value}; __Host-atrium-device=${mark}`
    const left = await server.call('POST', '/auth/logout', undefined, { cookie, ...own })
    expect(left.cookies.map(({ name }) => name)).toEqual(['__Host-atrium'])
  })

  it('without https the cookie has another name', async () => {
    const plain = await openAuthServer('http://127.0.0.1:3000')
    const { cookies } = await plain.enter(await plain.addUser(someName(), goodPassword), cookieMode)
    expect(cookies).toMatchObject(
      ['atrium', 'atrium-device'].map((name) => ({ name, httpOnly: true, sameSite: 'Lax' })),
    )
    expect(cookies.map(({ secure }) => secure)).toEqual([undefined, undefined])
    await plain.close()
  })

  it.each([null, '', [], {}, 0, true, undefined, '12345', 'x'.repeat(100)])(
    'fails closed for the code %j, with flags or without',
    async (otp) => {
      const person = await server.addUser(someName(), goodPassword)
      const { body } = await login(person.name, goodPassword)
      const answer = await server.call('POST', '/auth/verification_login', {
        data: body.data.data,
        otp,
        verified: true,
        skipEmailVerification: true,
      })
      expect(answer.status).toBe(422)
      expect((await server.pool.query('select 1 from auth.sign_in where person_id = $1', [person.id])).rowCount).toBe(0)
    },
  )

  it('a challenge opens nothing [OTP-4]', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const { body } = await login(person.name, goodPassword)
    for (const [name, value] of [
      ['authorization', `Bearer ${body.data.data}`],
      ['cookie', `__Host-atrium=${body.data.data}`],
    ] as const) {
      expect((await server.call('GET', '/me', undefined, { [name]: value })).status).toBe(401)
    }
  })
})

describe('a cookie and a token', () => {
  let cookie: string
  let token: string
  let id: number
  beforeAll(async () => {
    const person = await server.addUser(someName(), goodPassword)
    id = person.id
    cookie = (await server.enter(person, cookieMode)).cookies[0]?.value ?? ''
    token = (await server.enter(person)).body.data.authToken
  })

  it('do not stand in for each other', async () => {
    expect((await server.call('GET', '/me', undefined, { authorization: `Bearer ${cookie}` })).status).toBe(401)
    expect((await server.call('GET', '/me', undefined, { cookie: `__Host-atrium=${token}` })).status).toBe(401)
    expect((await server.call('GET', '/me', undefined, { cookie: `atrium=${cookie}` })).status).toBe(401)
    expect((await server.call('GET', '/me', undefined, { cookie: `__Host-atrium=${cookie}` })).body.data.id).toBe(id)
    expect(
      (
        await server.call('GET', '/me', undefined, {
          authorization: 'Bearer nonsense',
          cookie: `__Host-atrium=${cookie}`,
        })
      ).status,
    ).toBe(401)
    expect((await server.call('GET', `/me?token=${token}`)).status).toBe(401)
  })

  it.each([
    [200, { 'sec-fetch-site': 'same-origin' }],
    [200, own],
    [200, { origin: `http://${ownHost}` }],
    [403, {}],
    [403, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'null' }],
    [403, { origin: `https://${ownHost}.evil.example` }],
  ])('an unsafe call by cookie is %i with %j', async (status, headers) => {
    expect(
      (await server.call('POST', '/test/guarded', {}, { cookie: `__Host-atrium=${cookie}`, ...headers })).status,
    ).toBe(status)
  })

  it('a safe call by cookie and any by token need no origin', async () => {
    expect((await server.call('GET', '/test/guarded', undefined, { cookie: `__Host-atrium=${cookie}` })).status).toBe(
      200,
    )
    expect((await server.call('POST', '/test/guarded', {}, { authorization: token })).status).toBe(200)
    expect(
      (await server.call('POST', '/test/guarded', {}, { authorization: token, origin: 'https://evil.example' })).status,
    ).toBe(200)
  })

  it('a foreign page signs nobody in', async () => {
    const answer = await server.call(
      'POST',
      '/auth/login',
      { userName: 'x', password: 'y' },
      { origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(403)
  })
})

it('tells browsers to come by https only, where people come by https', async () => {
  const { headers } = await server.call('GET', '/me')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

describe('POST /auth/logout', () => {
  it('ends the sign-in, takes the cookie back and clears what the browser keeps [SES-5]', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const cookie = `__Host-atrium=${(await server.enter(person, cookieMode)).cookies[0]?.value}`
    const { status, headers, cookies, body } = await server.call('POST', '/auth/logout', undefined, { cookie, ...own })
    expect([status, body.data]).toEqual([200, { type: person.type }])
    expect(headers['clear-site-data']).toBe('"cache", "storage"')
    expect(cookies).toMatchObject([{ name: '__Host-atrium', value: '' }])
    expect((await server.call('GET', '/me', undefined, { cookie })).status).toBe(401)
    // Whoever comes late is led to where they sign in.
    const again = await server.call('POST', '/auth/logout', undefined, { cookie, ...own })
    expect([again.status, again.body.data]).toEqual([200, { type: person.type }])
  })

  it('says so too when there is none', async () => {
    const { status, body } = await server.call('POST', '/auth/logout')
    expect([status, body.data]).toEqual([200, { type: null }])
  })

  it('has nothing forgotten for a foreign page', async () => {
    const { status, headers, cookies } = await server.call('POST', '/auth/logout', undefined, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect([status, headers['clear-site-data'], cookies]).toEqual([403, undefined, []])
  })
})
