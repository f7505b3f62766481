import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { PersonActor } from '../../domain/person.ts'
import { streamOf } from '../../domain/event.ts'
import { isStorable } from '../../domain/fields/plain-text.ts'
import type { Language } from '../../domain/texts/languages.ts'
import { comparableName } from '../../domain/comparable.ts'
import { fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import { maskAddress } from '../../platform/mail/address.ts'
import { networkOf } from '../../platform/network.ts'
import { noteAttempt } from './attempts.ts'
import { codeOver, codeRefused, noMoreCodes } from './code-refusal.ts'
import { challenges } from './challenge.ts'
import type { Person, PersonType, SignInDependencies } from './dependencies.ts'
import { codeMail, mailTo, newAddressMail, recoveryUsedMail } from './mails.ts'
import { passkeyStep } from '../passkeys/second-step.ts'
import { recoveryStateOf } from '../credentials/recovery.ts'
import type { SignInMode } from '../sessions/session.ts'
import { tooMany } from './throttle.ts'
import { newToken, tokenHash } from './tokens.ts'

/** `address` is the socket's, never a header's. */
export type FirstStep = {
  personType: PersonType
  name: string
  password: string
  address: string
  /** The language in which the sign-in is asked for; the person's own goes before it. */
  asked?: Language
}
/** `device` is shown to the person, such as "Firefox, Linux"; null when nobody knows. */
export type SecondStep = { challenge: string; otp: string; mode: SignInMode; address: string; device?: string | null }
/** The same with what the browser answers for a passkey in place of a code. */
export type PasskeyStep = Omit<SecondStep, 'otp'> & { response: AuthenticationResponseJSON }
/** `hasPasskey`: one can stand in for the mailed code. */
export type Opened = { challenge: string; maskedEmail: string; hasPasskey: boolean }
type Credential = { password_hash: string; changed_at: string }
export type SignedIn = { token: string; signInId: string; person: Person; position: bigint }

/** The sentences of a refused first step, the same for every reason (spec/2 §8). */
export const wrongPassword: Readonly<Record<PersonType, string>> = {
  user: 'The login detail is incorrect',
  employee: 'Incorrect Email or Password',
}

/** Sign-in in two steps for both populations: the password, then the mailed code (spec/decisions A2, A8). */
export const signInFlow = (dependencies: SignInDependencies) => {
  const { pool, log, people, hasher, throttle, queueMail, now } = dependencies
  const opening = challenges(dependencies)
  const { open, find, resend, answer } = opening
  const { askForPasskey, answerPasskey, mayUsePasskey } = passkeyStep(dependencies, opening)

  const credentialOf = async (type: PersonType, id: number): Promise<Credential | null> => {
    const { rows } = await pool.query<Credential>({
      name: 'auth-credential',
      text: 'select password_hash, changed_at::text from auth.credential where person_type = $1 and person_id = $2',
      values: [type, id],
    })
    return rows[0] ?? null
  }

  const renewHash = async (person: Person, known: string, password: string): Promise<void> => {
    const better = await hasher.make(password)
    await pool.query(
      'update auth.credential set password_hash = $4 where person_type = $1 and person_id = $2 and password_hash = $3',
      [person.type, person.id, known, better],
    )
  }

  const takePassword = async (account: string, network: string, type: PersonType): Promise<void> => {
    const seconds = (await throttle.take('address', network)) || (await throttle.take('password', account))
    if (seconds === 0) return
    await noteAttempt(pool, type, 0, 'throttled')
    throw tooMany(seconds)
  }

  /** Looks whether a password is right; when nobody has time to look, that was no failure. @throws Busy */
  const compare = async (account: string, network: string, hash: string | undefined, password: string) => {
    try {
      return await hasher.matches(hash ?? null, password)
    } catch (error) {
      await throttle.giveBack('password', account)
      await throttle.giveBack('address', network)
      throw error
    }
  }

  /** An unknown name, a wrong password and an inactive person take the same way and time. @throws Rejected validation, throttled; Busy */
  const startSignIn = async ({ personType, name, password, address, asked }: FirstStep): Promise<Opened> => {
    const folded = comparableName(name)
    const [account, network] = [`${personType}|${folded}`, networkOf(address)]
    await takePassword(account, network, personType)
    const person = folded.length <= 300 && isStorable(folded) ? await people.byName(personType, folded) : null
    const known = await credentialOf(personType, person?.id ?? 0)
    const { isRight, needsNew } = await compare(account, network, known?.password_hash, password)
    if (!person || !known || !isRight || person.status !== 'active') {
      await noteAttempt(pool, personType, person?.id ?? 0, 'password')
      throw new Rejected(wrongPassword[personType], 'validation')
    }
    await throttle.forget('password', account)
    await throttle.giveBack('address', network)
    if (needsNew) await renewHash(person, known.password_hash, password)
    const opened = await open(person, 'sign-in', (code) => codeMail(mailTo(person, asked), code), {
      credentialOf: known.changed_at,
    })
    if ('seconds' in opened) throw tooMany(opened.seconds)
    const hasPasskey = await mayUsePasskey(person.type, person.id)
    return { challenge: opened.token, maskedEmail: maskAddress(person.email), hasPasskey }
  }

  const enter = async (
    person: Person,
    { mode, device = null }: Pick<SecondStep, 'mode' | 'device'>,
    credentialOf: string | null,
  ): Promise<SignedIn> => {
    const [token, signInId] = [newToken(), randomUUID()]
    // The event first: there is no sign-in that the log does not know of.
    const { position } = await log.append(
      { stream: streamOf('signin', signInId), expected: 'none', lastHash: '' },
      [{ type: 'SignedIn', data: { personType: person.type, personId: person.id } }],
      {
        commandId: signInId,
        now: now().toISOString(),
        actor: { type: person.type, id: person.id },
        correlationId: signInId,
      },
    )
    const { rowCount } = await pool.query(
      `with credential as (
         update auth.credential set signed_in_at = clock_timestamp()
         where person_type = $4 and person_id = $5 and changed_at = $6::timestamptz returning 1
       )
       insert into auth.sign_in (token_hash, sign_in_id, mode, person_type, person_id, device) select $1, $2, $3, $4, $5, $7 from credential`,
      [tokenHash(token), signInId, mode, person.type, person.id, credentialOf, device],
    )
    // The password was changed between the two steps.
    if (rowCount !== 1) throw codeOver('sign-in')
    return { token, signInId, person, position }
  }

  const tellRecovery = async (person: Person): Promise<void> => {
    const { left } = await recoveryStateOf(pool, person)
    await inTransaction(pool, (client) => queueMail(client, recoveryUsedMail(mailTo(person), left)))
  }

  const takeAddress = async (address: string): Promise<string> => {
    const network = networkOf(address)
    const seconds = await throttle.take('address', network)
    if (seconds > 0) throw tooMany(seconds)
    return network
  }

  const activePerson = async ({ type, id }: PersonActor): Promise<Person> => {
    const person = await people.byId(type, id)
    if (person?.status !== 'active') throw codeOver('sign-in')
    return person
  }

  /** The second step. @throws Rejected validation for a wrong or dead code, throttled */
  const verifySignIn = async ({ challenge, otp, address, ...means }: SecondStep): Promise<SignedIn> => {
    const network = await takeAddress(address)
    const answered = await answer(challenge, 'sign-in', otp)
    if (answered.kind !== 'right') throw codeRefused(answered, 'sign-in')
    const person = await activePerson(answered)
    await throttle.giveBack('address', network)
    if (answered.by === 'recovery') await tellRecovery(person)
    return enter(person, means, answered.credentialOf)
  }

  /** The same by a passkey instead of a code. @throws Rejected validation, throttled */
  const verifyPasskey = async ({ challenge, response, address, ...means }: PasskeyStep): Promise<SignedIn> => {
    const network = await takeAddress(address)
    const answered = await answerPasskey(challenge, response)
    const person = await activePerson(answered)
    await throttle.giveBack('address', network)
    return enter(person, means, answered.credentialOf)
  }

  const resendCode = async (challenge: string, asked?: Language): Promise<Opened> => {
    const found = await find(challenge)
    const person = found ? await people.byId(found.type, found.id) : null
    if (!found || person?.status !== 'active') throw codeOver('sign-in')
    const to = found.email ?? person.email
    const outcome = await resend(challenge, (code) =>
      found.email === null
        ? codeMail(mailTo(person, asked), code)
        : newAddressMail({ ...mailTo(person, asked), to }, code),
    )
    if (outcome.kind === 'throttled') throw tooMany(outcome.seconds)
    if (outcome.kind !== 'sent') throw noMoreCodes(found.purpose)
    return { challenge, maskedEmail: maskAddress(to), hasPasskey: await mayUsePasskey(person.type, person.id) }
  }

  /** Asks a signed-in person for the password; counted like a sign-in. @throws Rejected validation by `problem`, throttled; Busy */
  const checkOwnPassword = async (
    person: Person,
    { password, address }: Pick<FirstStep, 'password' | 'address'>,
    problem = fieldProblem('password', 'wrong', 'The password is not right'),
  ): Promise<void> => {
    const [account, network] = [`${person.type}|own|${person.id}`, networkOf(address)]
    await takePassword(account, network, person.type)
    const known = await credentialOf(person.type, person.id)
    const { isRight } = await compare(account, network, known?.password_hash, password)
    if (!isRight) {
      await noteAttempt(pool, person.type, person.id, 'password')
      rejectFields([problem])
    }
    await throttle.forget('password', account)
    await throttle.giveBack('address', network)
  }

  return { startSignIn, verifySignIn, askForPasskey, verifyPasskey, resendCode, checkOwnPassword }
}

export type SignInFlow = ReturnType<typeof signInFlow>
