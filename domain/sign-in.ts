import { personTypes } from './person.ts'
import * as z from 'zod/mini'
import { type EventTypes, plainEvent } from './event.ts'

/** Why a sign-in ended without its owner signing out. */
export const endReasons = ['password-changed', 'deactivated', 'deleted', 'ended-by-staff', 'expired'] as const

/** Why a sign-in was refused: the password or the code was wrong, or others were tried too often. */
export const attemptReasons = ['password', 'code', 'throttled'] as const
export type AttemptReason = (typeof attemptReasons)[number]

const who = { personType: z.enum(personTypes), personId: z.number() }

/** Each sign-in is a stream of its own, `signin-<uuid>` (L1b), and so is each minute of those that failed. No address, no token, no name. */
export const signInEvents = {
  SignedIn: plainEvent(who),
  SignedOut: plainEvent(who),
  SignInEnded: plainEvent({ ...who, reason: z.enum(endReasons) }),
  /** How often within a minute; `personId` is 0 where nobody is known by the name. `address` is a name that stands for it (L1b). */
  SignInFailed: plainEvent({
    ...who,
    reason: z.enum(attemptReasons),
    count: z.number(),
    address: z.nullable(z.string()),
  }),
} satisfies EventTypes

export type SignInEvent = keyof typeof signInEvents

// `isSealed`: what is kept of the password is bound to this event.
const passwordChanged = plainEvent({
  method: z.enum(['reset', 'own', 'staff', 'command-line']),
  isSealed: z.optional(z.boolean()),
})
const passkeyAdded = plainEvent({ isSealed: z.optional(z.boolean()) })

/** Facts about a person's credentials, in the person's own stream; never the secret itself. */
export const credentialEvents = {
  UserPasswordChanged: passwordChanged,
  EmployeePasswordChanged: passwordChanged,
  UserInvited: plainEvent({}),
  EmployeeInvited: plainEvent({}),
  UserPasskeyAdded: passkeyAdded,
  EmployeePasskeyAdded: passkeyAdded,
  UserPasskeyRemoved: plainEvent({}),
  EmployeePasskeyRemoved: plainEvent({}),
} satisfies EventTypes

type Fact<Event> = Event extends `${'User' | 'Employee'}${infer Of}` ? Of : never
export type CredentialFact = Fact<keyof typeof credentialEvents>

/** What a credential event says, for people, by the end of its name. */
export const credentialFacts: Readonly<Record<string, string>> = {
  PasswordChanged: 'password changed',
  Invited: 'invitation sent',
  PasskeyAdded: 'passkey added',
  PasskeyRemoved: 'passkey removed',
} satisfies Record<CredentialFact, string>
