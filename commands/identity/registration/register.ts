import type { Language } from '../../../domain/texts/languages.ts'
import { comparableName } from '../../../domain/comparable.ts'
import { checkAll, fieldProblem, Rejected, rejectFields, type FieldProblem } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { networkOf } from '../../../platform/network.ts'
import type { accounts } from './account.ts'
import { credentials } from '../credentials/credential.ts'
import type { Recipient, SignInDependencies } from '../sign-in/dependencies.ts'
import { evenly } from '../sign-in/evenly.ts'
import { alreadyRegisteredMail, userNameTakenMail } from '../sign-in/mails.ts'
import { strangersTurn } from '../sign-in/admission.ts'
import { tooMany } from '../sign-in/throttle.ts'

export type Registration = {
  email: string
  fullname: string
  username: string
  password: string
  address: string
  asked?: Language | undefined
}
export type RegistrationMode = 'open' | 'pending' | 'closed'

const sentences: Readonly<Record<'open' | 'pending', string>> = {
  open: 'Your account has been successfully registered.',
  pending: 'Your account has been successfully registered. An administrator has to approve it before you can sign in.',
}

const clientName: Readonly<Record<string, string>> = {
  userName: 'username',
  firstName: 'fullname',
  lastName: 'fullname',
}

// Mail to ada+news@ arrives at ada@ with most providers, so a mailbox cannot be flooded by tags.
const mailboxOf = (email: string): string => comparableName(email).replace(/\+[^@]*(?=@)/, '')

/** The refusal with the names that the registration form has for its fields. */
const inClientNames = (error: Rejected): Rejected => {
  const problems: FieldProblem[] = error.problems.map((problem) => ({
    ...problem,
    property: clientName[problem.property] ?? problem.property,
  }))
  return new Rejected(error.id, error.kind, { values: error.values, problems, data: error.data })
}

/** Registration: an inactive user without a role. A taken name gets the same answer, its owner a mail (A4, X23). */
export const registrations = (
  dependencies: SignInDependencies,
  mode: RegistrationMode,
  { createUser, checkAccount }: ReturnType<typeof accounts>,
) => {
  const { pool, throttle, hasher, queueMail, publicUrl } = dependencies
  const { checkPassword, keepHash } = credentials(dependencies)

  const tellTaken = (recipient: Recipient, { problems }: Rejected): Promise<void> => {
    const mail = problems.some(({ property }) => property === 'email')
      ? alreadyRegisteredMail(recipient, `${publicUrl()}/auth/forgot-password`)
      : userNameTakenMail(recipient, `${publicUrl()}/auth/registration`)
    return inTransaction(pool, (client) => queueMail(client, mail))
  }

  const accountOf = ({ email, fullname, username }: Registration) => {
    const [firstName = '', ...rest] = fullname.trim().split(/\s+/u)
    return { email, userName: username, firstName, lastName: rest.join(' ') }
  }

  // A full name that is missing has its own sentence.
  const check = (registration: Registration): void => {
    try {
      checkAccount({ ...accountOf(registration), firstName: accountOf(registration).firstName || 'A' })
    } catch (error) {
      throw error instanceof Rejected ? inClientNames(error) : error
    }
  }

  const create = async (registration: Registration, isActive: boolean) => {
    const { email, asked } = registration
    try {
      return await createUser(accountOf(registration), isActive, { type: 'system', id: 'registration' })
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      if (error.kind !== 'taken') throw inClientNames(error)
      await tellTaken({ to: comparableName(email), asked }, error)
      return null
    }
  }

  const keep = async (registration: Registration, hash: string): Promise<void> => {
    const { email, username } = registration
    if ((await throttle.take('registration-mail', mailboxOf(email))) > 0) return
    const created = await create(registration, mode === 'open')
    if (!created) return
    const person = { type: 'user' as const, id: created.id, status: 'inactive', name: username, email }
    await keepHash({ person, method: 'own', actor: { type: 'system', id: 'registration' }, isQuiet: true }, hash)
  }

  const carryOut = async (registration: Registration, hash: string): Promise<void> => {
    const network = networkOf(registration.address)
    const seconds = await throttle.take('registration', network)
    if (seconds > 0) throw tooMany(seconds)
    try {
      await keep(registration, hash)
    } catch (error) {
      await throttle.giveBack('registration', network)
      throw error
    }
  }

  /** Answers the message for the person. @throws Rejected forbidden when closed, validation, throttled; Busy */
  return async (registration: Registration): Promise<string> => {
    if (mode === 'closed')
      throw new Rejected('Registration is closed. Please ask an administrator for an account.', 'forbidden')
    const seconds = await throttle.take('request', `registration|${networkOf(registration.address)}`)
    if (seconds > 0) throw tooMany(seconds)
    const { email, username, password, fullname } = registration
    await checkAll([
      () => fullname.trim() === '' && rejectFields([fieldProblem('fullname', 'required', 'Fullname is required')]),
      () => check(registration),
      () => checkPassword([username, email], password),
    ])
    await evenly(200, carryOut(registration, await hasher.make(password, strangersTurn(registration.address))))
    return sentences[mode]
  }
}
