import type { Dispatch } from '../../command.ts'
import { type AccountDependencies, accounts } from '../registration/account.ts'
import { commandLineSignIn } from '../registration/command-line.ts'
import { credentials } from '../credentials/credential.ts'
import type { AccessSql, SignInDependencies } from './dependencies.ts'
import { endings } from '../sessions/ending.ts'
import { knownSources } from './known.ts'
import { ownLanguages } from './language.ts'
import { ownListPreferences } from './list-preferences.ts'
import { signInFlow } from './flow.ts'
import { ownChanges } from '../credentials/own.ts'
import { passwordHasher, type PasswordHasher } from '../credentials/password-hash.ts'
import { ownPasskeys } from '../passkeys/passkeys.ts'
import { recoveryCodes } from '../credentials/recovery.ts'
import { registrations, type RegistrationMode } from '../registration/register.ts'
import { resets } from '../credentials/reset.ts'
import { invitations } from '../credentials/invitation.ts'
import { ownSignIns, signInStateOf } from '../sessions/own-sign-ins.ts'
import { permissionFinder, readerFinder, sessionFinder, tokenHolder } from '../sessions/session.ts'
import { sweepTables } from './sweep.ts'
import { addressNames } from './addresses.ts'
import { attemptRecorder } from './attempts.ts'
import { throttle } from './throttle.ts'

export type SignInOptions = Omit<SignInDependencies, 'hasher' | 'throttle' | 'addresses'> &
  AccountDependencies & {
    dispatch: Dispatch
    access: AccessSql
    /** Seals the keys under which addresses have names: 32 bytes, for this purpose alone. */
    addressKey: Uint8Array
    registration: RegistrationMode
    /** Every permission there is: what the built-in role Administrator holds. */
    everything?: readonly string[]
    hasher?: PasswordHasher
  }

/** Everything about who somebody is: signing in and out, passwords, codes, registration. */
export const openSignIn = (options: SignInOptions) => {
  const { pool, access, secret, limitsFactor, registration } = options
  const dependencies: SignInDependencies = {
    ...options,
    hasher: options.hasher ?? passwordHasher(),
    throttle: throttle(pool, secret, limitsFactor),
    addresses: addressNames(pool, options.addressKey, options.now),
  }
  const { forgetOthers, deviceOf } = knownSources(pool, secret)
  const flow = signInFlow(dependencies)
  const made = accounts(options)
  const { signOut, signOutOf, endSignIns, endEarlier, recordEndings } = endings(dependencies)
  const recordAttempts = attemptRecorder(dependencies)
  const { checkPassword, setPassword } = credentials(dependencies)
  return {
    ...flow,
    ...resets(dependencies),
    ...ownChanges(dependencies, options.dispatch, flow),
    ...recoveryCodes(dependencies, flow),
    ...ownPasskeys(dependencies, flow),
    ...commandLineSignIn(dependencies, made),
    ...invitations(dependencies),
    findSession: sessionFinder(pool, access, options.everything),
    typeOfToken: tokenHolder(pool),
    readersOf: readerFinder(pool, access, options.everything),
    permissionsOf: permissionFinder(pool, access, options.everything),
    signOut,
    signOutOf,
    ownSignIns: ownSignIns(pool),
    signInState: signInStateOf(pool),
    forgetOthers,
    deviceOf,
    ...ownLanguages(pool),
    ...ownListPreferences(pool),
    endSignIns,
    endEarlier,
    checkPassword,
    setPassword,
    register: registrations(dependencies, registration, made),
    personById: options.people.byId,
    personByName: options.people.byName,
    /** For a job that runs every minute: ends what is too old, forgets what nobody needs, writes missing events of ends and of tries that failed. */
    sweep: async () => {
      await sweepTables(pool, access)
      await dependencies.addresses.sweep()
      await recordEndings()
      await recordAttempts()
    },
    recordAttempts,
    addressNamesOf: dependencies.addresses.namesOf,
  }
}

export type SignIn = ReturnType<typeof openSignIn>
