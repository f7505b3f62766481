import type { Actor } from '../../domain/event.ts'
import { administratorRole } from '../../domain/resources/role.ts'
import type { accounts, NewAccount } from './account.ts'
import { credentials } from '../credentials/credential.ts'
import type { PersonType, SignInDependencies } from '../sign-in/dependencies.ts'
import { keepPersonalCode } from '../credentials/recovery.ts'
import { changeLink, makeResetToken } from '../credentials/reset.ts'
import { newCode } from '../sign-in/tokens.ts'

const commandLine: Actor = { type: 'system', id: 'command-line' }

export type NewAdministrator = Omit<NewAccount, 'role'> & { password?: string }

/** What who runs the server may do without signing in (spec/decisions A3, reference/reliability AUTHN-6). */
export const commandLineSignIn = (
  dependencies: SignInDependencies,
  { createUser, ensureAdministratorRole }: ReturnType<typeof accounts>,
) => {
  const { pool, people, publicUrl, secret } = dependencies
  const { checkPassword, setPassword } = credentials(dependencies)

  /** A user who holds every permission; without a password, a link that sets one within an hour. @throws Rejected validation, taken */
  const createAdministrator = async ({
    password,
    ...account
  }: NewAdministrator): Promise<{ id: number; link: string | null; position: bigint }> => {
    if (password !== undefined) await checkPassword([account.userName, account.email], password)
    await ensureAdministratorRole(commandLine)
    const { id, position } = await createUser({ ...account, role: administratorRole }, true, commandLine)
    if (password === undefined) {
      const token = await makeResetToken(pool, { type: 'user', id })
      return { id, position, link: changeLink(publicUrl(), 'user', token) }
    }
    const person = { type: 'user' as const, id, status: 'active', name: account.userName, email: account.email }
    return {
      id,
      link: null,
      position: await setPassword({ person, password, method: 'command-line', actor: commandLine, isQuiet: true }),
    }
  }

  /** A code that answers any challenge of an active user once within ten minutes, for when no mail arrives; null without the user. */
  const printCode = async (name: string, type: PersonType = 'user'): Promise<string | null> => {
    const person = await people.byName(type, name)
    if (person?.status !== 'active') return null
    const code = newCode()
    await pool.query(
      `delete from auth.recovery_code where person_type = $1 and person_id = $2 and kind = 'command-line'`,
      [type, person.id],
    )
    await keepPersonalCode(pool, secret, person, 'command-line', code)
    return code
  }

  return { createAdministrator, printCode }
}
