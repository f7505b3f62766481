import type { Actor } from '../../../domain/event.ts'
import { administratorRole } from '../../../domain/resources/role.ts'
import type { accounts, NewAccount } from './account.ts'
import type { SignInDependencies } from '../sign-in/dependencies.ts'
import { keepPersonalCode } from '../credentials/recovery.ts'
import { changeLink, makeResetToken } from '../credentials/reset.ts'
import { newCode } from '../sign-in/tokens.ts'

const commandLine: Actor = { type: 'system', id: 'command-line' }

/** What who runs the server may do without signing in (A3, AUTHN-6). */
export const commandLineSignIn = (
  dependencies: Pick<SignInDependencies, 'pool' | 'log' | 'now' | 'people' | 'publicUrl' | 'secret'>,
  { createUser }: ReturnType<typeof accounts>,
) => {
  const { pool, people, publicUrl, secret } = dependencies

  /** A user who holds every permission, and a link that sets the password within an hour. @throws Rejected validation, taken */
  const createAdministrator = async (account: Omit<NewAccount, 'role'>): Promise<{ id: number; link: string }> => {
    const { id } = await createUser({ ...account, role: administratorRole }, true, commandLine)
    const token = await makeResetToken(pool, { type: 'user', id })
    return { id, link: changeLink(publicUrl(), 'user', token) }
  }

  /** A code that answers any challenge of an active user once within ten minutes, for when no mail arrives; null without the user. */
  const printCode = async (name: string): Promise<string | null> => {
    const person = await people.byName('user', name)
    if (person?.status !== 'active') return null
    const code = newCode()
    await pool.query(
      `delete from auth.recovery_code where person_type = $1 and person_id = $2 and kind = 'command-line'`,
      [person.type, person.id],
    )
    await keepPersonalCode(pool, secret, person, 'command-line', code)
    return code
  }

  return { createAdministrator, printCode }
}
