import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword, someName } from '../../commands/identity/sign-in/support.ts'
import { type AuthServer, openAuthServer, ownHost } from './auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await openAuthServer()
})
afterAll(() => server.close())

const login = (userName: unknown, password: unknown) => server.call('POST', '/auth/login', { userName, password })

describe('password reset', () => {
  it('by form or JSON answers alike for known and unknown', async () => {
    const person = await server.addUser(someName(), goodPassword)
    const [known, unknown] = [
      await server.call('POST', '/auth/reset', { email: person.email }),
      await server.call('POST', '/auth/reset', { email: 'nobody@example.org' }),
    ]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(known.status).toBe(200)
    const form = new FormData()
    form.set('email', person.email)
    const sent = new Request('http://x', { method: 'POST', body: form })
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/reset',
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    expect(answer.body).toBe(known.text)
  })

  it('the link is built from PUBLIC_URL, whatever the request says of its host [RST-2]', async () => {
    const person = await server.addUser(someName(), goodPassword)
    await server.call(
      'POST',
      '/auth/reset',
      { email: person.email },
      {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        referer: 'https://evil.example',
      },
    )
    expect((await server.mails(person.email)).at(-1)?.text).toContain(`https://${ownHost}/change/`)
  })

  it('looks, sets, and is over; nobody is signed in by it', async () => {
    const person = await server.addUser(someName(), goodPassword)
    await server.call('POST', '/auth/reset', { email: person.email })
    const token = /\/change\/([\w-]{43})/.exec((await server.mails(person.email)).at(-1)?.text ?? '')?.[1]
    const path = `/auth/change/${token}`
    expect((await server.call('HEAD', path)).status).toBe(200)
    const looked = await server.call('GET', path)
    expect(looked.body).toMatchObject({ data: { id: person.id }, message: expect.any(String) })
    expect(looked.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect((await server.call('POST', path, { password: 'short1' })).status).toBe(422)
    expect((await server.call('POST', path, { password: 'another4lamp-over', id: person.id + 1 })).status).toBe(422)
    const changed = await server.call('POST', path, { password: 'another4lamp-over', id: String(person.id) })
    expect(changed.status).toBe(200)
    expect(changed.cookies).toEqual([])
    const dead = await server.call('GET', path)
    expect([dead.status, dead.body.message]).toEqual([404, 'This account does not exist.'])
    expect((await server.call('GET', `${path}/employee`)).status).toBe(404)
  })
})

describe('POST /auth/register', () => {
  it('answers no token', async () => {
    const name = someName()
    const { status, body } = await server.call('POST', '/auth/register', {
      email: `${name}@example.org`,
      fullname: 'Ada King',
      username: name,
      password: goodPassword,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: expect.stringMatching(/approve/), data: { accessToken: null } })
    expect((await login(name, goodPassword)).status).toBe(422)
  })

  it('takes no address that mail programs read as another', async () => {
    const { status, body } = await server.call('POST', '/auth/register', {
      email: '=?utf-8?q?ada?=@example.org',
      fullname: 'Ada King',
      username: someName(),
      password: goodPassword,
    })
    expect([status, body.errors?.[0]?.property]).toEqual([422, 'email'])
  })

  it('closed is 403', async () => {
    const closed = await openAuthServer(undefined, { registration: 'closed' })
    expect(
      (
        await closed.call('POST', '/auth/register', {
          email: 'a@example.org',
          fullname: 'A B',
          username: 'abc',
          password: goodPassword,
        })
      ).status,
    ).toBe(403)
    await closed.close()
  })
})
