import { afterAll, beforeAll, expect, it } from 'vitest'
import { employee } from '../../../domain/resources/employee.ts'
import { role } from '../../../domain/resources/role.ts'
import { user } from '../../../domain/resources/user.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

const password = 'correct horse battery staple'
const system = { type: 'system', id: 'test' } as const
const sent = (userName: string, mailName: string) => ({
  userName,
  firstName: 'Some',
  lastName: 'Body',
  email: `${mailName}@example.org`,
  phone: '1',
})

const setPassword = (id: number, name: string, email: string) =>
  atrium.signIn.setPassword({
    person: { type: 'user', id, status: 'active', name, email },
    password,
    method: 'staff',
    actor: system,
    isQuiet: true,
  })

/** A user as the log kept one while names were only trimmed. */
const addOldUser = async (id: number, values: Record<string, string>) => {
  const data = { ...sent('', ''), website: '', facebook: '', twitter: '', bio: '', pic: null, role: null, ...values }
  const { position } = await atrium.services.log.append(
    { stream: `user-${id}`, expected: 'none', lastHash: '' },
    [{ type: 'UserCreated', data }],
    {
      commandId: crypto.randomUUID(),
      now: new Date().toISOString(),
      actor: system,
      correlationId: crypto.randomUUID(),
    },
  )
  await atrium.services.projector.waitFor(position, 15_000)
}

const opens = async (name: string) => {
  const started = atrium.signIn.startSignIn({ personType: 'user', name, password, address: '203.0.113.7' })
  await expect(started, JSON.stringify(name)).resolves.toMatchObject({ maskedEmail: expect.any(String) })
}

it('a name signs in however its letters are put together', async () => {
  const decomposed = 'Jose\u0301'
  const { id } = await atrium.run(user, 'create', sent(decomposed, 'jose'))
  await setPassword(id, decomposed, 'jose@example.org')
  for (const name of ['José', decomposed, 'JOSÉ', ' jose\u0301 ']) await opens(name)
  expect((await atrium.signIn.personById('user', id))?.name).toBe('José')
})

it('so does one that was stored before names were folded', async () => {
  await addOldUser(900_001, { userName: '\ufb01ona', email: 'fiona@example.org' })
  await setPassword(900_001, '\ufb01ona', 'fiona@example.org')
  for (const name of ['\ufb01ona', 'fiona', 'FIONA', 'ｆｉｏｎａ']) await opens(name)
})

it('a name that can be taken for another is refused to staff too, and kept where it stands', async () => {
  const wish = atrium.run(user, 'create', sent('\u0430nna', 'anna'))
  await expect(wish).rejects.toMatchObject({ kind: 'validation', problems: [{ property: 'userName' }] })
  await addOldUser(900_002, { userName: 'b\u200bob', email: 'bob@example.org' })
  const edited = { ...sent('b\u200bob', 'bob'), lastName: 'Other' }
  expect((await atrium.run(user, 'edit', edited, 900_002)).state.values.lastName).toBe('Other')
  await expect(atrium.run(user, 'edit', { userName: 'b\u200bobby' }, 900_002)).rejects.toThrow('one script')
})

it('so is a role that can be taken for another, and what it is called is folded', async () => {
  const made = (name: string) => atrium.run(role, 'create', { name, perms: [] })
  for (const name of ['\u0410dministrator', 'Administrator\u200b', 'Admin  istrator', 'Administr\u0430tor'])
    await expect(made(name), name).rejects.toMatchObject({ kind: 'validation', problems: [{ property: 'name' }] })
  const { id, state } = await made('\uff25ditors')
  expect(state.values.name).toBe('Editors')
  await expect(atrium.run(role, 'edit', { name: 'Edit\u043ers' }, id)).rejects.toThrow('one script')
  for (const name of [
    'Redaktion (Aushilfe)',
    '\u7f16\u8f91',
    '\u0420\u0435\u0434\u0430\u043a\u0442\u043e\u0440\u044b',
    'R\u00e9daction 2',
  ])
    await made(name)
})

it('a number of an employee is kept in plain digits', async () => {
  const values = { employee_number: '００７', fullname: 'Ann Lee', display_name: 'Ann', email: 'ann@example.org' }
  expect((await atrium.run(employee, 'create', values)).state.values.employee_number).toBe('007')
})
