import { accessSql } from '../../../../projections/people/access-sql.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions } from '../../../../domain/permission.ts'
import { address, openTestSignIn, refusalOf, someName, type TestSignIn } from '../sign-in/support.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await openTestSignIn({ limitsFactor: 1000 })
})
afterAll(() => test.close())

const find = (token: string, mode: 'cookie' | 'bearer' = 'bearer') => test.signIn.findSession(token, mode)
const older = (signInId: string, column: string, interval: string) =>
  test.pool.query(`update auth.sign_in set ${column} = ${column} - $2::interval where sign_in_id = $1`, [
    signInId,
    interval,
  ])
const eventsOf = async (signInId: string) =>
  (await test.log.read(`signin-${signInId}`)).events.map(({ type, data }) => ({ type, reason: data.reason }))

describe('a sign-in', () => {
  it('by cookie is none in Authorization, and the reverse', async () => {
    const person = await test.add('user', someName())
    const [cookie, bearer] = [await test.enter(person, 'cookie'), await test.enter(person, 'bearer')]
    expect(await find(cookie.token, 'bearer')).toBeNull()
    expect(await find(bearer.token, 'cookie')).toBeNull()
    expect(await find(cookie.token, 'cookie')).not.toBeNull()
    expect(await find(bearer.token, 'bearer')).not.toBeNull()
  })

  it('is over after two idle hours [SES-1]', async () => {
    const { token, signInId } = await test.enter(await test.add('user', someName()))
    await older(signInId, 'last_seen_at', '1 hour 59 minutes')
    expect(await find(token)).not.toBeNull()
    await older(signInId, 'last_seen_at', '2 hours 1 second')
    expect(await find(token)).toBeNull()
  })

  it('is over after a day, however busy', async () => {
    const { token, signInId } = await test.enter(await test.add('user', someName()))
    await older(signInId, 'expires_at', '24 hours 1 second')
    expect(await find(token)).toBeNull()
  })

  it('that began after its person was let in again outlives whoever learns late that they were put away', async () => {
    const person = await test.add('user', someName())
    const [before, linkBefore] = [await test.enter(person), await test.challengeOf(person)]
    // A moment is whole milliseconds here, and what began in the same one would not be before it.
    await test.pool.query(`select pg_sleep(0.002)`)
    const { rows } = await test.pool.query('select clock_timestamp() as at')
    const at: string = rows[0].at.toISOString()
    await test.pool.query(`select pg_sleep(0.01)`)
    const [after, challenge] = [await test.enter(person), await test.challengeOf(person)]
    const otp = await test.codeFor(person.email)
    await test.signIn.endEarlier(person, { at, reason: 'deactivated' }, test.pool)
    expect(await find(before.token)).toBeNull()
    expect(await find(after.token)).not.toBeNull()
    const verify = (data: string) => test.signIn.verifySignIn({ challenge: data, otp, mode: 'bearer', address })
    expect((await refusalOf(verify(linkBefore))).message).toMatch(/no longer valid/)
    await expect(verify(challenge)).resolves.toBeDefined()
  })

  it('is touched once a minute, by what somebody does', async () => {
    const { token, signInId } = await test.enter(await test.add('user', someName()))
    const seen = async () =>
      (
        await test.pool.query('select last_seen_at from auth.sign_in where sign_in_id = $1', [signInId])
      ).rows[0].last_seen_at.getTime()
    const first = await seen()
    await find(token)
    expect(await seen()).toBe(first)
    await older(signInId, 'last_seen_at', '61 seconds')
    const idle = await seen()
    await test.signIn.findSession(token, 'bearer', false)
    expect(await seen()).toBe(idle)
    await Promise.all([test.signIn.findSession(token, 'bearer', false), find(token)])
    expect(await seen()).toBeGreaterThanOrEqual(first)
  })

  it('ends at once on another process, and the end is in the log once [SES-2]', async () => {
    const { token, signInId } = await test.enter(await test.add('user', someName()))
    const other = await test.another()
    await Promise.all([test.signIn.signOut(signInId), other.signIn.signOut(signInId)])
    expect(await other.signIn.findSession(token, 'bearer')).toBeNull()
    expect(await eventsOf(signInId)).toEqual([{ type: 'SignedIn' }, { type: 'SignedOut' }])
  })

  it('of somebody deactivated or deleted is none from the next request on', async () => {
    const person = await test.add('user', someName())
    const { token } = await test.enter(person)
    for (const status of ['inactive', 'deleted']) {
      await test.pool.query('update "user" set status = $2 where id = $1', [person.id, status])
      expect(await find(token)).toBeNull()
    }
  })

  it('of somebody deactivated does not come back with them', async () => {
    const person = await test.add('user', someName())
    const { token, signInId } = await test.enter(person)
    await test.pool.query(`update "user" set status = 'inactive' where id = $1`, [person.id])
    await test.signIn.sweep()
    await test.pool.query(`update "user" set status = 'active' where id = $1`, [person.id])
    expect(await find(token)).toBeNull()
    expect(await eventsOf(signInId)).toEqual([{ type: 'SignedIn' }, { type: 'SignInEnded', reason: 'deactivated' }])
  })

  it('follows the role: changed permissions count from the next request on and end nothing', async () => {
    const person = await test.add('user', someName(), 'active', 1)
    const { token } = await test.enter(person)
    expect((await find(token))?.perms).toEqual(allPermissions)
    await test.pool.query('update "user" set role = 2 where id = $1', [person.id])
    expect((await find(token))?.perms).toEqual(['r-post', 'u-post'])
    await test.pool.query('update "user" set role = null where id = $1', [person.id])
    expect(await find(token)).toMatchObject({ role: null, perms: [] })
  })

  it('with an inactive role holds nothing', async () => {
    await test.pool.query(`insert into role values (9, 'inactive', 'Gone', '["r-post"]') on conflict do nothing`)
    const { token } = await test.enter(await test.add('user', someName(), 'active', 9))
    expect((await find(token))?.perms).toEqual([])
  })

  it('that is too old is ended by the sweep, with its reason in the log', async () => {
    const { signInId } = await test.enter(await test.add('user', someName()))
    await older(signInId, 'last_seen_at', '3 hours')
    await test.signIn.sweep()
    expect(await eventsOf(signInId)).toEqual([{ type: 'SignedIn' }, { type: 'SignInEnded', reason: 'expired' }])
  })

  it('whose end lost its event in a crash gets it later, once', async () => {
    const { signInId } = await test.enter(await test.add('user', someName()))
    await test.pool.query(
      `update auth.sign_in set ended_at = clock_timestamp(), end_reason = 'signed-out' where sign_in_id = $1`,
      [signInId],
    )
    await test.signIn.sweep()
    await test.pool.query('update auth.sign_in set is_recorded = false where sign_in_id = $1', [signInId])
    await test.signIn.sweep()
    expect(await eventsOf(signInId)).toEqual([{ type: 'SignedIn' }, { type: 'SignedOut' }])
  })

  it('ends with all others of the person', async () => {
    const [person, bystander] = [await test.add('user', someName()), await test.add('user', someName())]
    const mine = [await test.enter(person), await test.enter(person, 'cookie')]
    const theirs = await test.enter(bystander)
    const challenge = await test.challengeOf(person)
    expect(await test.signIn.endSignIns('user', person.id, 'ended-by-staff')).toBe(2)
    for (const { token, signInId } of mine) {
      expect(await find(token)).toBeNull()
      expect(await eventsOf(signInId)).toHaveLength(2)
    }
    expect(await find(theirs.token)).not.toBeNull()
    const otp = await test.codeFor(person.email)
    await expect(test.signIn.verifySignIn({ challenge, otp, mode: 'bearer', address: '::1' })).rejects.toThrow(
      /no longer valid/,
    )
  })

  it('is found by index in one statement', async () => {
    const { token } = await test.enter(await test.add('user', someName()))
    let statements = 0
    const query = test.pool.query.bind(test.pool)
    const counted = new Proxy(test.pool, {
      get: (target, name) =>
        name === 'query'
          ? (...given: Parameters<typeof query>) => ((statements += 1), query(...given))
          : Reflect.get(target, name),
    })
    const { sessionFinder } = await import('../../../../commands/identity/sessions/session.ts')
    expect(await sessionFinder(counted, accessSql, allPermissions)(token, 'bearer')).not.toBeNull()
    expect(statements).toBe(1)
  })

  it.each(['', 'undefined', 'a'.repeat(43), `${'a'.repeat(42)}=`, '\u0000'.repeat(43), 'ü'.repeat(43)])(
    '%j is none',
    async (token) => {
      expect(await find(token)).toBeNull()
    },
  )
})
