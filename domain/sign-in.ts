import { personTypes } from './person.ts'
import * as z from 'zod/mini'
import { type EventTypes, plainEvent } from './event.ts'

/** Why a sign-in ended without its owner signing out. */
export const endReasons = ['password-changed', 'deactivated', 'deleted', 'ended-by-staff', 'expired'] as const

const who = { personType: z.enum(personTypes), personId: z.number() }

/** Each sign-in is a stream of its own, `signin-<uuid>` (spec/decisions L1b). No address, no token, no name. */
export const signInEvents: EventTypes = {
  SignedIn: plainEvent(who),
  SignedOut: plainEvent(who),
  SignInEnded: plainEvent({ ...who, reason: z.enum(endReasons) }),
}

/** Facts about a person's credentials, in the person's own stream; never the secret itself. */
export const credentialEvents: EventTypes = {
  UserPasswordChanged: plainEvent({ method: z.enum(['reset', 'own', 'staff', 'command-line']) }),
  EmployeePasswordChanged: plainEvent({ method: z.enum(['reset', 'own', 'staff', 'command-line']) }),
}
