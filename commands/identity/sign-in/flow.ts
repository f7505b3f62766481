import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { PersonActor, PersonType } from '../../../domain/person.ts'
import { streamOf } from '../../../domain/event.ts'
import type { SignInEvent } from '../../../domain/sign-in.ts'
import { isStorable } from '../../../domain/fields/plain-text.ts'
import type { Language } from '../../../domain/texts/languages.ts'
import { comparableName } from '../../../domain/comparable.ts'
import { fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { maskAddress } from '../../../platform/mail/address.ts'
import { type Admitted, admissions } from './admission.ts'
import { noteAttempt } from './attempts.ts'
import { codeOver, codeRefused, noMoreCodes } from './code-refusal.ts'
import { challenges } from './challenge.ts'
import type { Person, SignInDependencies } from './dependencies.ts'
import { codeMail, mailTo, newAddressMail, recoveryUsedMail } from './mails.ts'
import { passkeyStep } from '../passkeys/second-step.ts'
import { signedInTurn } from '../credentials/password-hash.ts'
import { recoveryStateOf } from '../credentials/recovery.ts'
import { passwordSeal } from '../credentials/seal.ts'
import type { SignInMode } from '../sessions/session.ts'
import { signInGate } from './gate.ts'
import { type OwnPassword, knownSources, type Source } from './known.ts'
import { tooMany } from './throttle.ts'
import { newToken, tokenHash } from './tokens.ts'

export type FirstStep = Source & {
  personType: PersonType
  name: string
  password: string
  /** The language in which the sign-in is asked for; the person's own goes before it. */
  asked?: Language
}
/** `device` is shown to the person, such as "Firefox, Linux"; null when nobody knows. */
export type SecondStep = Source & { challenge: string; otp: string; mode: SignInMode; device?: string | null }
/** The same with what the browser answers for a passkey in place of a code. */
export type PasskeyStep = Omit<SecondStep, 'otp'> & { response: AuthenticationResponseJSON }
/** `hasPasskey`: one can stand in for the mailed code. */
export type Opened = { challenge: string; maskedEmail: string; hasPasskey: boolean }
type Credential = { password_hash: string; changed_at: string; position: string | null; seal: Buffer | null }
/** `mark`: what the browser keeps, to be known by (docs/decisions/people/0014). */
export type SignedIn = { token: string; signInId: string; person: Person; position: bigint; mark: string | null }

/** The sentences of a refused first step, the same for every reason (docs/specification/sign-in.md#screens). */
export const wrongPassword: Readonly<Record<PersonType, string>> = {
  user: 'The login detail is incorrect',
  employee: 'Incorrect Email or Password',
}

/** Sign-in in two steps for both populations: the password, then the mailed code (A2, A8). */
export const signInFlow = (dependencies: SignInDependencies) => {
  const { pool, log, people, hasher, throttle, secret, queueMail, now, addresses } = dependencies
  const sources = knownSources(pool, secret)
  const gate = signInGate(sources)
  const admit = admissions(dependencies)
  const opening = challenges(dependencies)
  const { open, find, resend, answer } = opening
  const { askForPasskey, answerPasskey, mayUsePasskey } = passkeyStep(dependencies, opening)

  const credentialOf = async (type: PersonType, id: number): Promise<Credential | null> => {
    const { rows } = await pool.query<Credential>({
      name: 'auth-credential',
      text: 'select password_hash, changed_at::text, position, seal from auth.credential where person_type = $1 and person_id = $2',
      values: [type, id],
    })
    return rows[0] ?? null
  }

  /** Looks whether a password is right; when nobody has time to look, that was no failure. @throws Busy */
  const compare = async (
    { turn, takeBack }: Pick<Admitted, 'turn' | 'takeBack'>,
    hash: string | undefined,
    password: string,
  ) => {
    try {
      return await hasher.matches(hash ?? null, password, turn)
    } catch (error) {
      await takeBack()
      throw error
    }
  }

  const renewHash = async (person: Person, known: Credential, password: string): Promise<void> => {
    const better = await hasher.make(password)
    const { password_hash: hash, position, seal } = known
    // What was changed past the program stays without a seal that fits.
    const isSealed = position !== null && seal?.equals(passwordSeal(secret, person, position, hash))
    await pool.query(
      `update auth.credential set password_hash = $4, seal = $5
       where person_type = $1 and person_id = $2 and password_hash = $3`,
      [person.type, person.id, hash, better, isSealed ? passwordSeal(secret, person, position, better) : seal],
    )
  }

  /** An unknown name, a wrong password and an inactive person take the same way and time. @throws Rejected validation, throttled; Busy */
  const lookAt = async ({ personType: type, password, ...source }: FirstStep, folded: string) => {
    const person = folded.length <= 300 && isStorable(folded) ? await people.byName(type, folded) : null
    const known = await sources.knownOf({ type, id: person?.id ?? 0 }, source)
    const credential = await credentialOf(type, person?.id ?? 0)
    const admitted = await admit({ type, account: `${type}|${folded}`, person, known, source })
    const { isRight, needsNew } = await compare(admitted, credential?.password_hash, password)
    if (person && credential && isRight && person.status === 'active' && admitted.isWelcome) {
      await admitted.succeed()
      return { person, known, credential, needsNew }
    }
    const reason = isRight && !admitted.isWelcome ? 'throttled' : 'password'
    await noteAttempt(pool, addresses, { type, id: person?.id ?? 0, reason, address: source.address })
    throw admitted.wait > 0 ? tooMany(admitted.wait) : new Rejected(wrongPassword[type], 'validation')
  }

  /** The first step. @throws Rejected validation, throttled; Busy */
  const startSignIn = async (step: FirstStep): Promise<Opened> => {
    const folded = comparableName(step.name)
    return gate(step, `${step.personType}|${folded}`, async () => {
      const { person, credential, needsNew } = await lookAt(step, folded)
      if (needsNew) await renewHash(person, credential, step.password)
      const mailOf = (code: string) => codeMail(mailTo(person, step.asked), code)
      const opened = await open(
        { person, purpose: 'sign-in', source: step, credentialOf: credential.changed_at },
        mailOf,
      )
      if ('seconds' in opened) throw tooMany(opened.seconds)
      const hasPasskey = await mayUsePasskey(person.type, person.id)
      return { challenge: opened.token, maskedEmail: maskAddress(person.email), hasPasskey }
    })
  }

  const enter = async (
    person: Person,
    { mode, device = null, ...source }: Omit<SecondStep, 'challenge' | 'otp'>,
    credentialOf: string | null,
  ): Promise<SignedIn> => {
    const [token, signInId] = [newToken(), randomUUID()]
    // The event first: there is no sign-in that the log does not know of.
    const { position } = await log.append(
      { stream: streamOf('signin', signInId), expected: 'none', lastHash: '' },
      [{ type: 'SignedIn' satisfies SignInEvent, data: { personType: person.type, personId: person.id } }],
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
    const mark = await sources.remember(person, source, { isMarked: mode === 'cookie', device })
    return { token, signInId, person, position, mark }
  }

  const tellRecovery = async (person: Person): Promise<void> => {
    const { left } = await recoveryStateOf(pool, person)
    await inTransaction(pool, (client) => queueMail(client, recoveryUsedMail(mailTo(person), left)))
  }

  const activePerson = async ({ type, id }: PersonActor): Promise<Person> => {
    const person = await people.byId(type, id)
    if (person?.status !== 'active') throw codeOver('sign-in')
    return person
  }

  /** The second step. @throws Rejected validation for a wrong or dead code, throttled */
  const verifySignIn = async ({ challenge, otp, ...means }: SecondStep): Promise<SignedIn> => {
    const answered = await answer(challenge, 'sign-in', { typed: otp, source: means })
    if (answered.kind !== 'right') throw codeRefused(answered, 'sign-in')
    const person = await activePerson(answered)
    if (answered.by === 'recovery') await tellRecovery(person)
    return enter(person, means, answered.credentialOf)
  }

  /** The same by a passkey instead of a code. @throws Rejected validation, throttled */
  const verifyPasskey = async ({ challenge, response, ...means }: PasskeyStep): Promise<SignedIn> => {
    const answered = await answerPasskey(challenge, response, means)
    const person = await activePerson(answered)
    return enter(person, means, answered.credentialOf)
  }

  const resendCode = async (challenge: string, source: Source, asked?: Language): Promise<Opened> => {
    const found = await find(challenge)
    const person = found ? await people.byId(found.type, found.id) : null
    if (!found || person?.status !== 'active') throw codeOver('sign-in')
    const to = found.email ?? person.email
    const outcome = await resend(challenge, source, (code) =>
      found.email === null
        ? codeMail(mailTo(person, asked), code)
        : newAddressMail({ ...mailTo(person, asked), to }, code),
    )
    if (outcome.kind === 'throttled') throw tooMany(outcome.seconds)
    if (outcome.kind !== 'sent') throw noMoreCodes(found.purpose)
    return { challenge, maskedEmail: maskAddress(to), hasPasskey: await mayUsePasskey(person.type, person.id) }
  }

  /** Asks a signed-in person for the password. @throws Rejected validation by `problem`, throttled; Busy */
  const checkOwnPassword = async (
    person: Person,
    { password, address }: OwnPassword,
    problem = fieldProblem('password', 'wrong', 'The password is not right'),
  ): Promise<void> => {
    const account = `${person.type}|own|${person.id}`
    const seconds = await throttle.take('password', account)
    if (seconds > 0) {
      await noteAttempt(pool, addresses, { type: person.type, id: 0, reason: 'throttled', address })
      throw tooMany(seconds)
    }
    const known = await credentialOf(person.type, person.id)
    const takeBack = () => throttle.giveBack('password', account)
    const { isRight } = await compare({ turn: signedInTurn, takeBack }, known?.password_hash, password)
    if (!isRight) {
      await noteAttempt(pool, addresses, { type: person.type, id: person.id, reason: 'password', address })
      rejectFields([problem])
    }
    await throttle.forget('password', account)
  }

  return { startSignIn, verifySignIn, askForPasskey, verifyPasskey, resendCode, checkOwnPassword }
}

export type SignInFlow = ReturnType<typeof signInFlow>
