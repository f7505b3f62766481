import type { Actor } from '../../../domain/event.ts'
import { comparableName } from '../../../domain/comparable.ts'
import { normalisePassword, passwordProblems } from '../../../domain/password.ts'
import { fieldProblem, rejectFields } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { passwordStrength } from '../../../platform/passwords/password-strength.ts'
import type { Person, SignInDependencies } from '../sign-in/dependencies.ts'
import { endAll, endings } from '../sessions/ending.ts'
import { appendFact } from './fact.ts'
import { passwordSeal } from './seal.ts'
import { mailTo, passwordChangedMail } from '../sign-in/mails.ts'

export type PasswordMethod = 'reset' | 'own' | 'staff' | 'command-line'

export type PasswordChange = {
  person: Person
  password: string
  method: PasswordMethod
  actor: Actor
  field?: string
  isQuiet?: boolean
}

const product = 'Atrium'

type Parts = Pick<SignInDependencies, 'pool' | 'log' | 'now' | 'queueMail'> &
  Pick<SignInDependencies, 'hasher' | 'throttle' | 'secret' | 'companyNames'>

/** Checks and keeps passwords, with the event that says so. */
export const credentials = (dependencies: Parts) => {
  const { pool, hasher, queueMail, companyNames, secret } = dependencies
  const { recordEndings } = endings(dependencies)

  /** @throws Rejected validation that names `field` when the password may not be used by this person. */
  const checkPassword = async (names: readonly string[], password: string, field = 'password'): Promise<void> => {
    const company = [product, ...(await companyNames())]
    const strength = await passwordStrength(normalisePassword(password), [...names, ...company])
    const problems = passwordProblems(password, { names, company, strength })
    if (problems.length > 0) rejectFields(problems.map((problem) => fieldProblem(field, 'password', problem)))
  }

  /** Keeps a hash that `checkPassword` and the hasher have made; ends every sign-in and tells the owner. */
  const keepHash = async (
    { person, method, actor, isQuiet }: Omit<PasswordChange, 'password'>,
    hash: string,
  ): Promise<bigint> => {
    const position = await appendFact(dependencies, person, 'PasswordChanged', actor, { method, isSealed: true })
    await inTransaction(pool, async (client) => {
      await client.query(
        `insert into auth.credential (person_type, person_id, password_hash, position, seal) values ($1, $2, $3, $4, $5)
         on conflict (person_type, person_id) do update set password_hash = $3, position = $4, seal = $5,
           changed_at = clock_timestamp()`,
        [person.type, person.id, hash, String(position), passwordSeal(secret, person, String(position), hash)],
      )
      await endAll(client, { person, reason: 'password-changed' })
      if (!isQuiet) await queueMail(client, passwordChangedMail(mailTo(person)))
    })
    await dependencies.throttle.forget('password', `${person.type}|${comparableName(person.name)}`)
    await dependencies.throttle.forget('password', `${person.type}|own|${person.id}`)
    await recordEndings()
    return position
  }

  /** Checks, hashes and keeps a new password; all sign-ins and links end. `isQuiet` sends no mail. @throws Rejected validation; Busy */
  const setPassword = async (change: PasswordChange): Promise<bigint> => {
    const { person, password, field } = change
    await checkPassword([person.name, person.email], password, field)
    return keepHash(change, await hasher.make(password))
  }

  return { checkPassword, setPassword, keepHash }
}
