import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Client, countMails, nextMail, signIn } from '../support/client.ts'
import { whileCutOff } from '../support/cut-off.ts'
import { openTwoServers, type TwoServers } from '../support/two-servers.ts'

let two: TwoServers
let urlB: string
beforeAll(async () => {
  two = await openTwoServers()
  urlB = two.urlB
}, 60_000)
afterAll(() => two.close())

const password = 'a harbour full of gulls'
const newName = () => `n${randomUUID().slice(0, 8)}`
const personOf = (name: string) => ({
  userName: name,
  firstName: 'Nora',
  lastName: 'Vale',
  email: `${name}@example.org`,
  phone_number: '1',
})
const onServer =
  (url: string, token: string): Client['call'] =>
  (method, path, body, headers) =>
    call(url, method, path, body, { authorization: `Bearer ${token}`, ...headers })
const head = () => two.atrium.services.log.store.head()
const linkIn = ({ text }: { text: string }) => /\/change\/([\w-]{43})/.exec(text)?.[1] ?? 'no link'

/** Somebody whom the administrator of A makes by the API, and who has set a password by the mailed link. */
const newcomer = async (perms: readonly string[]) => {
  const name = newName()
  const made = await two.onA.call('POST', '/api/role', { name: `Role ${name}`, perms: perms.join(',') })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const roleId: number = made.body.data.id
  const sent = personOf(name)
  const { status, body } = await two.onA.call('POST', '/api/user', { ...sent, role: roleId })
  expect(status, JSON.stringify(body)).toBe(200)
  const mail = await nextMail(two.atrium.dataDir, sent.email, 0)
  expect(mail.text).toContain(`You sign in with ${name}.`)
  const set = await call(urlB, 'POST', `/api/auth/change/${linkIn(mail)}`, { password })
  expect(set.status).toBe(200)
  await nextMail(two.atrium.dataDir, sent.email, 1)
  const account = { type: 'user' as const, userName: name, email: sent.email, password }
  return { id: body.data.id as number, roleId, account, enter: () => signIn(urlB, two.atrium.dataDir, account) }
}

describe('somebody whom staff make', () => {
  it('is invited, signs in with a mailed code, and each click obeys the role on both servers [SES-3]', async () => {
    const { id, roleId, enter } = await newcomer(['r-category', 'u-category'])
    const client = await enter()
    expect((await client.call('GET', '/api/category')).status).toBe(200)
    await two.onA.call('PUT', `/api/role/${roleId}`, { perms: 'r-page' })
    for (const url of [two.atrium.url, urlB]) {
      const ask = onServer(url, client.token)
      expect((await ask('GET', '/api/category')).status).toBe(403)
      expect((await ask('GET', '/api/page')).status).toBe(200)
    }
    await two.onA.call('POST', `/api/role/${roleId}/deactivate`)
    expect((await client.call('GET', '/api/page')).status).toBe(403)
    await two.onA.call('PUT', `/api/user/${id}`, { role: '' })
    expect((await client.call('GET', '/api/me')).body.data).toMatchObject({ role: null, perms: [] })
  })

  it('is signed out at once when put away, however soon they are back [SES-3]', async () => {
    const { id, enter } = await newcomer(['r-post'])
    for (const [away, method, path, back] of [
      ['deactivate', 'POST', '/deactivate', '/activate'],
      ['delete', 'DELETE', '', '/restore'],
    ] as const) {
      const client = await enter()
      const before = await head()
      expect((await two.onA.call(method, `/api/user/${id}${path}`)).status).toBe(200)
      expect((await two.onA.call('POST', `/api/user/${id}${back}`)).status).toBe(200)
      expect((await client.call('GET', '/api/me')).status, away).toBe(401)
      expect((await call(two.atrium.url, 'GET', '/api/me', undefined, { authorization: client.token })).status).toBe(
        401,
      )
      const ends = (await two.atrium.services.log.store.readAll(before, 100)).filter(
        ({ type }) => type === 'SignInEnded',
      )
      expect(ends.map(({ data, meta }) => [data.personId, data.reason, meta.actor.type])).toEqual([
        [id, away === 'delete' ? 'deleted' : 'deactivated', 'user'],
      ])
    }
    await enter()
  })

  it('is signed out by what follows the log, when whoever put them away died before they could', async () => {
    const { id, enter } = await newcomer([])
    const client = await enter()
    const { log } = two.atrium.services
    const commandId = randomUUID()
    const about = {
      commandId,
      correlationId: commandId,
      now: new Date().toISOString(),
      actor: { type: 'user', id: 1 } as const,
    }
    await log.append((await log.read(`user-${id}`)).head, [{ type: 'UserDeactivated', data: {} }], about)
    expect((await two.onA.call('POST', `/api/user/${id}/activate`)).status).toBe(200)
    await expect.poll(async () => (await client.call('GET', '/api/me')).status, { timeout: 20_000 }).toBe(401)
  })

  it('gets a password from staff, which ends what they had; nobody gives themselves one here [RST-6]', async () => {
    const { id, account, enter } = await newcomer(['u-user', 'r-user'])
    const client = await enter()
    const refused = await two.onA.call('PUT', `/api/user/${id}`, { password: 'password1', phone: '99' })
    expect([refused.status, refused.body.errors[0].property]).toEqual([422, 'password'])
    const twice = await two.onA.call('PUT', `/api/user/${id}`, {
      password: 'password1',
      email: 'nobody',
      firstName: '',
    })
    expect(twice.body.errors.map(({ property }: { property: string }) => property)).toEqual([
      'firstName',
      'email',
      'password',
    ])
    expect((await two.onA.call('GET', `/api/user/${id}`)).body.data).toMatchObject({ phone: '1', phone_number: '1' })
    const own = await client.call('PUT', `/api/user/${id}`, { password: 'quite another gull 7' })
    expect([own.status, own.body.message]).toEqual([422, 'Change your own password on your profile'])
    const ownMail = await client.call('PUT', `/api/user/${id}`, { email: 'elsewhere@example.org' })
    expect([ownMail.status, ownMail.body.errors[0].property]).toEqual([422, 'email'])
    const given = 'quite another gull 7'
    const seen = countMails(two.atrium.dataDir, account.email)
    expect((await two.onA.call('PUT', `/api/user/${id}`, { password: given })).status).toBe(200)
    expect((await client.call('GET', '/api/me')).status).toBe(401)
    expect((await nextMail(two.atrium.dataDir, account.email, seen)).subject).toBe('Your password was changed')
    await signIn(urlB, two.atrium.dataDir, { ...account, password: given })
    const events = await two.atrium.services.log.store.read(`user-${id}`)
    expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/argon2|gull/)
  })

  it('is told at the old address of a new one, and what was mailed there opens nothing [SES-6]', async () => {
    const { id, account } = await newcomer([])
    const seen = countMails(two.atrium.dataDir, account.email)
    await two.onA.call('POST', `/api/user/${id}/invite`)
    const link = linkIn(await nextMail(two.atrium.dataDir, account.email, seen))
    await two.onA.call('PUT', `/api/user/${id}`, { email: `new-${account.email}` })
    expect((await nextMail(two.atrium.dataDir, account.email, seen + 1)).subject).toBe(
      'Your e-mail address was changed',
    )
    expect((await call(urlB, 'GET', `/api/auth/change/${link}`)).status).toBe(404)
  })

  it('is told there also where the call was cut off behind the change, and is sent again [SES-6]', async () => {
    const { id, account } = await newcomer([])
    const seen = countMails(two.atrium.dataDir, account.email)
    await two.onA.call('POST', `/api/user/${id}/invite`)
    const link = linkIn(await nextMail(two.atrium.dataDir, account.email, seen))
    const key = { 'idempotency-key': randomUUID() }
    const move = () => two.onA.call('PUT', `/api/user/${id}`, { email: `moved-${account.email}` }, key)
    const cutOff = async () => expect((await move()).status).toBe(503)
    await whileCutOff(two.atrium.services.pool, cutOff, 'insert on mail.outbox for each row')
    expect((await move()).status).toBe(200)
    expect((await nextMail(two.atrium.dataDir, account.email, seen + 1)).subject).toBe(
      'Your e-mail address was changed',
    )
    expect((await call(urlB, 'GET', `/api/auth/change/${link}`)).status).toBe(404)
  })
})

describe('what staff do about the way in of others', () => {
  it('shows the last sign-in, ends sign-ins, and sends the invitation again [SES-6]', async () => {
    const { id, account, enter } = await newcomer([])
    const none = await two.onA.call('GET', `/api/user/${id}/sign_ins`)
    expect(none.body.data).toEqual({ lastSignIn: null, hasPassword: true, signIns: [] })
    const client = await enter()
    const { body } = await two.onA.call('GET', `/api/user/${id}/sign_ins`)
    expect(body.data).toMatchObject({ lastSignIn: expect.stringMatching(/Z$/), signIns: [{ device: null }] })
    expect((await two.onA.call('DELETE', `/api/user/${id}/sign_ins`)).body.message).toBe('Sign-ins that were ended: 1.')
    expect((await client.call('GET', '/api/me')).status).toBe(401)
    const seen = countMails(two.atrium.dataDir, account.email)
    const links: string[] = []
    for (const more of [0, 1]) {
      expect((await two.onA.call('POST', `/api/user/${id}/invite`)).status).toBe(200)
      links.push(linkIn(await nextMail(two.atrium.dataDir, account.email, seen + more)))
    }
    const statuses = links.map(async (link) => (await call(urlB, 'GET', `/api/auth/change/${link}`)).status)
    expect(await Promise.all(statuses)).toEqual([404, 200])
    const history = (await two.onA.call('GET', `/api/user/${id}/history`)).body.data
    expect(history[0]).toMatchObject({ action: 'UserInvited', actor: { id: two.onA.id } })
    await two.onA.call('POST', `/api/user/${id}/deactivate`)
    expect((await two.onA.call('POST', `/api/user/${id}/invite`)).status).toBe(409)
  })

  it('touches nobody who holds more [AZ-5]', async () => {
    const { enter } = await newcomer(['u-user', 'r-user', 'd-user'])
    const { call: ask } = await enter()
    const before = await head()
    const boss = `/api/user/${two.onA.id}`
    for (const [method, path, body] of [
      ['PUT', boss, { password }],
      ['PUT', boss, { phone: '7' }],
      ['DELETE', `${boss}/sign_ins`],
      ['POST', `${boss}/invite`],
      ['POST', `${boss}/deactivate`],
      ['DELETE', boss],
    ] as const)
      expect((await ask(method, path, body)).status, `${method} ${path}`).toBe(403)
    expect(await head()).toBe(before)
    expect((await two.onA.call('GET', '/api/me')).status).toBe(200)
  })
})

describe('roles', () => {
  it('hold comma-joined names, and answer them with all that there is', async () => {
    const made = await two.onA.call('POST', '/api/role', { name: newName(), perms: 'r-post,u-post' })
    const { data } = (await two.onA.call('GET', `/api/role/${made.body.data.id}`)).body
    expect(data).toMatchObject({ perms: ['r-post', 'u-post'], active: 'r-post,u-post', deletedAt: null })
    const menus = (await two.onA.call('GET', '/api/utility/getMenus')).body.data
    expect(data.checker).toEqual(
      menus.map(({ title, perms }: { title: string; perms: object[] }) => ({ name: title, perms })),
    )
    expect(menus.flatMap(({ perms }: { perms: { name: string }[] }) => perms.map(({ name }) => name))).toContain(
      'd-user',
    )
    const builtIn = (await two.onA.call('GET', '/api/role/1')).body.data
    expect(builtIn.active.split(',')).toContain('d-personal_data')
    for (const [method, path, sent] of [
      ['PUT', '/api/role/1', { name: 'Mine' }],
      ['DELETE', '/api/role/1', undefined],
      ['POST', '/api/role/1/deactivate', undefined],
    ] as const)
      expect((await two.onA.call(method, path, sent)).status).toBe(409)
  })

  it('with members are deleted only when these are to be without one (X23)', async () => {
    const { id, roleId } = await newcomer(['r-post'])
    const refused = await two.onA.call('DELETE', `/api/role/${roleId}`)
    expect([refused.status, refused.body.data.members]).toEqual([409, 1])
    const path = `/api/role/${roleId}?unassign=true`
    expect((await two.onA.call('DELETE', path, { foo: 1 })).status).toBe(422)
    const deleted = await two.onA.call('DELETE', path)
    // The other server may have taken the job, and a busy one answers that it goes on.
    expect([200, 207]).toContain(deleted.status)
    await expect.poll(async () => (await two.onA.call('GET', `/api/role/${roleId}`)).status).toBe(404)
    expect((await two.onA.call('GET', `/api/user/${id}`)).body.data.role).toBeNull()
    expect((await two.onA.call('DELETE', '/api/role/99999?unassign=true')).status).toBe(404)
  })

  it('of people who hold more stay as they are, by whichever way they are emptied [AZ-5]', async () => {
    const { roleId } = await newcomer(['r-post', 'u-post'])
    const other = await newcomer(['r-post', 'u-post'])
    const { call: ask, id } = await two.atrium.asUser(['r-role', 'u-role', 'd-role', 'r-user', 'u-user', 'r-post'])
    const { data: before } = (await two.onA.call('GET', `/api/role/${roleId}`)).body
    for (const [method, path, body] of [
      ['PUT', `/${roleId}`, { perms: '' }],
      ['PUT', `/${roleId}`, { perms: 'r-post' }],
      ['POST', `/${roleId}/deactivate`, undefined],
      ['DELETE', `/${roleId}`, undefined],
      ['DELETE', `/${roleId}?unassign=true`, undefined],
    ] as const)
      expect((await ask(method, `/api/role${path}`, body)).status, `${method} ${path}`).toBe(403)
    const bulk = await ask('POST', `/api/role/${roleId},${other.roleId}/deactivate`)
    expect([bulk.status, bulk.body.results.map(({ ok }: { ok: boolean }) => ok)]).toEqual([207, [false, false]])
    const query = `keyword=${encodeURIComponent(before.name)}`
    for (const [verb, sent] of [
      ['edit', { perms: [] }],
      ['deactivate', undefined],
    ] as const) {
      const { body } = await ask('POST', `/api/role/matching/${verb}?${query}`, { expected: 1, ...(sent && { sent }) })
      const ended = async () => (await ask('GET', `/api/job/${body.data.job}`)).body.data
      await expect.poll(async () => (await ended()).finishedAt).not.toBeNull()
      expect(await ended(), verb).toMatchObject({ done: 0, failed: 1 })
    }
    expect((await two.onA.call('GET', `/api/role/${roleId}`)).body.data).toEqual(before)
    // One administrator less for the tests that count them.
    await two.onA.call('DELETE', `/api/user/${id}`)
  })

  it('who may delete roles and not edit users takes no role away from anybody', async () => {
    const { roleId } = await newcomer([])
    const { call: ask } = await two.atrium.asUser(['d-role', 'r-role'])
    const before = await head()
    expect((await ask('DELETE', `/api/role/${roleId}?unassign=true`)).status).toBe(403)
    expect(await head()).toBe(before)
  })
})

it('two administrators who demote each other on two servers: one is left [AZ-5]', async () => {
  const name = newName()
  const { body } = await two.onA.call('POST', '/api/user', { ...personOf(name), role: 1, password })
  const rival = { type: 'user' as const, userName: name, email: `${name}@example.org`, password }
  await nextMail(two.atrium.dataDir, rival.email, 0)
  const other = await signIn(urlB, two.atrium.dataDir, rival)
  const tries = await Promise.all([
    two.onA.call('PUT', `/api/user/${body.data.id}`, { role: '' }),
    other.call('PUT', `/api/user/${two.onA.id}`, { role: '' }),
  ])
  // The later one holds nothing any more, or is the last who does.
  expect(tries.map(({ status }) => status).toSorted()).toEqual([
    200,
    tries.some(({ status }) => status === 409) ? 409 : 403,
  ])
  const left = tries[0]?.status === 200 ? two.onA : other
  expect((await left.call('GET', '/api/me')).body.data.perms).toContain('u-role')
})
