import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyAll } from '../../app/verify/all.ts'
import { passwordSeal } from '../../commands/identity/credentials/seal.ts'
import { passwordHasher } from '../../commands/identity/credentials/password-hash.ts'
import { user } from '../../domain/resources/user.ts'
import { inEnglish } from '../../domain/message.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { signIn } from '../support/client.ts'

let atrium: TestAtrium
let staff: Awaited<ReturnType<TestAtrium['asUser']>>
let other: Awaited<ReturnType<TestAtrium['asUser']>>

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('no role')
  other = await atrium.asUser('no role')
  await atrium.database.pool.query(
    'create schema kept; create table kept.credential as table auth.credential; create table kept.passkey as table auth.passkey',
  )
}, 60_000)
afterAll(() => atrium.close())
beforeEach(() =>
  ask(`truncate auth.credential, auth.passkey; insert into auth.credential select * from kept.credential;
    insert into auth.passkey select * from kept.passkey`),
)

const ask = (text: string, values?: unknown[]) => atrium.database.pool.query(text, values)
const found = async () => {
  const { problems, notes } = await verifyAll({ ...atrium.services, keyFor: atrium.keyFor })
  return [...problems, ...notes].map(inEnglish)
}
const setAt = async (id: number) =>
  (await atrium.services.log.store.read(`user-${id}`)).findLast(({ type }) => type === 'UserPasswordChanged')?.position

const changed = async (id: number) =>
  `Position ${await setAt(id)}: the password of user-${id} is not the one that was set there.`

it('finds nothing where passwords are as they were set, also once a hash was made anew with a higher cost', async () => {
  expect(await found()).toEqual([])
  const weak = await passwordHasher({ memoryCost: 512, timeCost: 1, parallelism: 1 }).make(staff.account.password)
  const position = String(await setAt(staff.id))
  const seal = passwordSeal(atrium.keyFor('sign-in'), { type: 'user', id: staff.id }, position, weak)
  await ask('update auth.credential set password_hash = $2, seal = $3 where person_id = $1', [staff.id, weak, seal])
  await signIn(atrium.url, atrium.dataDir, staff.account)
  const { rows } = await ask('select password_hash from auth.credential where person_id = $1', [staff.id])
  expect(rows[0]?.password_hash).not.toBe(weak)
  expect(await found()).toEqual([])
})

it('names where a password was set that was changed past the program, with whatever seal', async () => {
  const hash = await passwordHasher({ memoryCost: 512, timeCost: 1, parallelism: 1 }).make('somebody else’s words')
  const tamperings: readonly [string, unknown[]][] = [
    ['update auth.credential set password_hash = $2 where person_id = $1', [staff.id, hash]],
    [
      'update auth.credential set password_hash = $2, seal = null, position = null where person_id = $1',
      [staff.id, hash],
    ],
    [
      'update auth.credential as one set password_hash = other.password_hash, seal = other.seal, position = other.position from auth.credential as other where one.person_id = $1 and other.person_id = $2',
      [staff.id, other.id],
    ],
  ]
  for (const [text, values] of tamperings) {
    await ask(text, values)
    expect(await found()).toEqual([await changed(staff.id)])
  }
})

it('names a password that was put back to an older one', async () => {
  const { rows } = await ask('select * from auth.credential where person_id = $1', [other.id])
  const actor = { type: 'system', id: 'test' } as const
  const person = { type: 'user', id: other.id, status: 'active', name: other.email, email: other.email } as const
  const method = 'command-line' as const
  await atrium.signIn.setPassword({ person, password: 'another battery staple', method, actor, isQuiet: true })
  expect(await found()).toEqual([])
  await ask('update auth.credential set password_hash = $2, position = $3, seal = $4 where person_id = $1', [
    other.id,
    rows[0]?.password_hash,
    rows[0]?.position,
    rows[0]?.seal,
  ])
  expect(await found()).toContain(await changed(other.id))
})

it('names where a password was set whose row is gone, and notes a passkey that is, but neither of who was erased', async () => {
  const gone = await atrium.asUser('no role')
  await ask('delete from auth.credential where person_id = any($1)', [[staff.id, gone.id]])
  const missing = async (id: number) =>
    `Position ${await setAt(id)}: the password of user-${id} that was set there is missing.`
  const lost = (await found()).filter((one) => one.includes('missing'))
  expect(lost).toEqual([await missing(staff.id), await missing(gone.id)])
  const { log, projector } = atrium.services
  const origin = {
    commandId: randomUUID(),
    correlationId: '',
    now: new Date().toISOString(),
    actor: { type: 'user', id: gone.id },
  } as const
  const { head } = await log.read(`user-${staff.id}`)
  const { position } = await log.append(head, [{ type: 'UserPasskeyAdded', data: { isSealed: true } }], origin)
  await projector.waitFor(position, 15_000)
  expect(await found()).toContain(`Credentials: user-${staff.id} has fewer passkeys than they added.`)
  await ask('update keys.subject set wrapped = null, destroyed_at = now() where subject = any($1)', [
    [`user-${staff.id}`, `user-${gone.id}`],
  ])
  expect((await found()).filter((one) => /missing|fewer/.test(one))).toEqual([])
})

it('names invented passwords and passkeys', async () => {
  const names = { userName: 'nobody', firstName: 'No', lastName: 'Body', phone: '1', role: null }
  const { id } = await atrium.run(user, 'create', { ...names, email: 'nobody@example.org' })
  await ask(`insert into auth.credential (person_type, person_id, password_hash) values ('user', $1, 'x')`, [id])
  await ask(
    `insert into auth.passkey (person_type, person_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, name)
     values ('user', $1, 'forged', '\\x00', 0, '{}', '', false, 'Forged')`,
    [staff.id],
  )
  const problems = await found()
  expect(problems).toContain(`Credentials: user-${id} has a password that the log knows nothing of.`)
  expect(problems).toContain(`Credentials: user-${staff.id} has a passkey that was not added by them.`)
})
