import { staff } from '../../../domain/person.ts'
import { z } from 'zod'
import type { Person } from '../../../commands/identity/sign-in/dependencies.ts'
import type { RecoveryState } from '../../../commands/identity/credentials/recovery.ts'
import type { SignIn } from '../../../commands/identity/sign-in/sign-in.ts'
import { isLanguage, languages } from '../../../domain/texts/languages.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { sourceOf } from '../../server/device-mark.ts'
import { done, doneSchema, readFields, word } from '../../body/fields.ts'
import type { Services } from '../../server/services.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'

export type MeRooms = Services & { signIn: SignIn }

/** The signed-in person as signing in knows them. @throws Rejected unauthenticated when they are gone */
export const ownPerson = async ({ signIn }: MeRooms, call: Pick<Call, 'session'>): Promise<Person> => {
  const { actor } = signedIn(call)
  const person = await signIn.personById(actor.type, actor.id)
  if (!person) throw new Rejected('Please sign in.', 'unauthenticated')
  return person
}

const passwordSchema = z.object({ password: word('The password') })
const emailSchema = passwordSchema.extend({ email: word('Email') })
const codeSchema = z.object({ data: word('The confirmation'), otp: word('Code', 64) })

const emailRoute = (services: MeRooms): Route =>
  route({
    method: 'POST',
    url: '/me/email',
    audience: 'signed-in',
    summary: 'Asks for another e-mail address: mails a code to it',
    sends: emailSchema,
    response: doneSchema.extend({ data: z.object({ data: z.string(), email: z.string() }) }),
    handler: async (call) => {
      const asked = await readFields(call.request, emailSchema)
      const person = await ownPerson(services, call)
      const opened = await services.signIn.startEmailChange(person, {
        ...asked,
        ...sourceOf(call.request, services.config.publicUrl),
      })
      return {
        ...done('profile', 'A code is on its way to the new address.'),
        data: { data: opened.challenge, email: opened.maskedEmail },
      }
    },
  })

const verifyEmailRoute = (services: MeRooms): Route =>
  route({
    method: 'POST',
    url: '/me/email/verify',
    audience: 'signed-in',
    summary: 'Confirms the new e-mail address by its code',
    sends: codeSchema,
    response: doneSchema.extend({ position: z.string().nullable() }),
    handler: async (call) => {
      const { data, otp } = await readFields(call.request, codeSchema)
      const position = await services.signIn.finishEmailChange(await ownPerson(services, call), {
        challenge: data,
        otp,
        ...sourceOf(call.request, services.config.publicUrl),
      })
      if (position !== null) await services.projector.waitFor(position, 2_000)
      return {
        ...done('profile', 'Your e-mail address was changed.'),
        position: position === null ? null : String(position),
      }
    },
  })

const stateSchema = z.object({ left: z.number(), madeAt: z.string().nullable() })
const stateOf = ({ left, madeAt }: RecoveryState) => ({ left, madeAt: madeAt?.toISOString() ?? null })

const recoveryRoutes = (services: MeRooms): Route[] => [
  route({
    method: 'GET',
    url: '/me/recovery_codes',
    audience: staff,
    summary: 'How many recovery codes are left, and since when there are any',
    response: z.object({ data: stateSchema }),
    handler: async ({ session }) => ({
      data: stateOf(await services.signIn.recoveryState(signedIn({ session }).actor)),
    }),
  }),
  route({
    method: 'POST',
    url: '/me/recovery_codes',
    audience: staff,
    summary: 'Makes ten recovery codes, each good once in place of a mailed code; the ones before no longer work',
    sends: passwordSchema,
    response: doneSchema.extend({ data: stateSchema.extend({ codes: z.array(z.string()) }) }),
    handler: async (call) => {
      const { password } = await readFields(call.request, passwordSchema)
      const person = await ownPerson(services, call)
      const asked = { password, address: call.request.ip }
      const { codes, state } = await services.signIn.renewOwnRecoveryCodes(person, asked)
      return { ...done('profile', 'New recovery codes were made.'), data: { codes, ...stateOf(state) } }
    },
  }),
]

const signInRoutes = (services: MeRooms): Route[] => [
  route({
    method: 'GET',
    url: '/me/sign_ins',
    audience: 'signed-in',
    summary: 'Where one is signed in: on what device, since when, and when it was last used',
    response: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          device: z.string().nullable(),
          createdAt: z.string(),
          lastSeenAt: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
    handler: async (call) => {
      const { actor, signInId } = signedIn(call)
      const found = await services.signIn.ownSignIns(actor)
      return {
        data: found.map(({ createdAt, lastSeenAt, ...one }) => ({
          ...one,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isThis: one.id === signInId,
        })),
      }
    },
  }),
  route({
    method: 'DELETE',
    url: '/me/sign_ins/:id',
    audience: 'signed-in',
    summary: 'Signs out of one device',
    params: z.object({ id: z.uuid('{name} is the number of a sign-in.') }),
    response: doneSchema,
    handler: async (call) => {
      const count = await services.signIn.signOutOf(signedIn(call).actor, { only: call.params.id })
      if (count === 0) throw new Rejected('This sign-in is over already.', 'missing')
      return done('profile', 'That device was signed out.')
    },
  }),
  route({
    method: 'DELETE',
    url: '/me/sign_ins',
    audience: 'signed-in',
    summary: 'Signs out of all devices but this one, and forgets where else one has signed in',
    response: doneSchema,
    handler: async (call) => {
      const { actor, signInId } = signedIn(call)
      await services.signIn.signOutOf(actor, { except: signInId })
      await services.signIn.forgetOthers(actor, sourceOf(call.request, services.config.publicUrl))
      return done('profile', 'All other devices were signed out.')
    },
  }),
]

const languageSchema = z.object({
  language: z.enum(Object.keys(languages).filter(isLanguage), '{name} is one of the languages there are.'),
})

const languageRoute = ({ signIn }: MeRooms): Route =>
  route({
    method: 'PUT',
    url: '/me/language',
    audience: 'signed-in',
    summary: 'Keeps the language that one reads in: of mails and exports too',
    sends: languageSchema,
    response: doneSchema,
    handler: async (call) => {
      const { language } = await readFields(call.request, languageSchema)
      await signIn.keepLanguage(signedIn(call).actor, language)
      return done('profile', 'Your language was saved.')
    },
  })

/** What signed-in people change about their way in, beside the password (A3, A14). */
export const ownSignInRoutes = (services: MeRooms): Route[] => [
  emailRoute(services),
  verifyEmailRoute(services),
  ...recoveryRoutes(services),
  ...signInRoutes(services),
  languageRoute(services),
]
