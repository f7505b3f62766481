import { z } from 'zod'
import type { Opened } from '../../commands/identity/sign-in/flow.ts'
import { askedLanguage } from '../server/language.ts'
import { personTypes, type PersonType } from '../../domain/person.ts'
import { sourceOf } from '../server/device-mark.ts'
import { done, doneSchema, readFields, word } from '../body/fields.ts'
import { enterBy, enteredSchema, type SignInServices } from './sign-in/entered.ts'
import { passkeyStepRoutes } from './sign-in/passkey-step.ts'
import { type Route, route } from '../server/route.ts'
import { plain } from '../wire/wire.ts'
import { clearSignInCookie, signInCookie } from '../server/sign-in-cookie.ts'

const challengeSchema = doneSchema.extend({
  data: z.object({ data: z.string(), email: z.string(), passkey: z.boolean() }),
})

const challengeAnswer = (message: string, opened: Opened) => ({
  ...done('login', message),
  data: { data: opened.challenge, email: opened.maskedEmail, passkey: opened.hasPasskey },
})

const sent = 'A code is on its way to your e-mail address.'

const loginRoute = ({ signIn, config }: SignInServices, personType: PersonType): Route => {
  const isUser = personType === 'user'
  const schema = isUser
    ? z
        .object({ userName: word('Username'), password: word('Password') })
        .transform(({ userName, password }) => ({ name: userName, password }))
    : z
        .object({ email: word('Email'), password: word('Password') })
        .transform(({ email, password }) => ({ name: email, password }))
  return route({
    method: 'POST',
    url: isUser ? '/auth/login' : '/auth/login_employee',
    audience: 'anyone',
    summary: `First step of the sign-in of ${isUser ? 'users' : 'employees'}: answers a challenge and mails a code`,
    sends: schema,
    response: challengeSchema,
    paced: 'by itself',
    handler: async ({ request }) => {
      const { name, password } = await readFields(request, schema)
      const source = sourceOf(request, config.publicUrl)
      const asked = askedLanguage(request)
      return challengeAnswer(sent, await signIn.startSignIn({ personType, name, password, asked, ...source }))
    },
  })
}

const codeSchema = z.object({ data: word('The sign-in'), otp: word('Code', 64) })

const resendSchema = codeSchema.pick({ data: true })

const verifyRoute = (services: SignInServices): Route =>
  route({
    method: 'POST',
    url: '/auth/verification_login',
    audience: 'anyone',
    summary: 'Second step: the mailed code signs in',
    sends: codeSchema,
    response: enteredSchema,
    paced: 'apart',
    handler: async (call) => {
      const { data, otp } = await readFields(call.request, codeSchema)
      return enterBy(services, call, (means) => services.signIn.verifySignIn({ challenge: data, otp, ...means }))
    },
  })

const resendRoute = ({ signIn, config }: SignInServices): Route =>
  route({
    method: 'POST',
    url: '/auth/resend_otp',
    audience: 'anyone',
    summary: 'Mails another code for an open challenge',
    sends: resendSchema,
    response: challengeSchema,
    paced: 'apart',
    handler: async ({ request }) => {
      const { data } = await readFields(request, resendSchema)
      const source = sourceOf(request, config.publicUrl)
      return challengeAnswer(sent, await signIn.resendCode(data, source, askedLanguage(request)))
    },
  })

const logoutRoute = ({ signIn, config }: SignInServices): Route =>
  route({
    method: 'POST',
    url: '/auth/logout',
    audience: 'anyone',
    summary: 'Signs out',
    response: doneSchema.extend({
      position: z.string().nullable(),
      /** Whose sign-in it was, also one that is over; null when it is not known. */
      data: z.object({ type: z.enum(personTypes).nullable() }),
    }),
    handler: async ({ request, session, reply }) => {
      const position = session ? await signIn.signOut(session.signInId) : null
      const token = request.cookies[signInCookie(config.publicUrl)] ?? ''
      const type = session?.actor.type ?? (await signIn.typeOfToken(token))
      clearSignInCookie(reply, config.publicUrl)
      // Not "cookies": that would reach other services under the same domain.
      reply.header('clear-site-data', '"cache", "storage"')
      const answer = { ...done('logout', 'You are signed out.'), data: { type } }
      return { ...answer, position: position === null ? null : String(position) }
    },
  })

const registerSchema = z.object({
  email: word('Email'),
  fullname: word('Fullname'),
  username: word('Username'),
  password: word('Password'),
})

const registerRoute = ({ signIn }: SignInServices): Route =>
  route({
    method: 'POST',
    url: '/auth/register',
    audience: 'anyone',
    summary: 'Asks for an account of the back office',
    sends: registerSchema,
    response: doneSchema.extend({ data: z.object({ accessToken: z.null() }) }),
    handler: async ({ request }) => {
      const fields = await readFields(request, registerSchema)
      return {
        ...done('register', await signIn.register({ ...fields, address: request.ip, asked: askedLanguage(request) })),
        data: { accessToken: null },
      }
    },
  })

const requested = 'If this address belongs to an account, a mail with a link to set a new password is on its way.'

const resetSchema = z.object({ email: word('Email') })
const changeSchema = z.object({
  password: word('Password'),
  id: z.union([z.string(), z.number()], 'The id is a number').optional(),
})

const resetRoutes = ({ signIn, config }: SignInServices, personType: PersonType): Route[] => {
  const suffix = personType === 'employee' ? '/employee' : ''
  const url = `/auth/change/:token${suffix}`
  const params = z.object({ token: plain(300) })
  return [
    route({
      method: 'POST',
      url: `/auth/reset${suffix}`,
      audience: 'anyone',
      summary: 'Asks for a mail with a link to set a new password',
      sends: resetSchema,
      response: doneSchema,
      handler: async ({ request }) => {
        const { email } = await readFields(request, resetSchema)
        await signIn.requestReset(personType, email, sourceOf(request, config.publicUrl), askedLanguage(request))
        return done('reset', requested)
      },
    }),
    route({
      method: 'GET',
      url,
      audience: 'anyone',
      summary: 'Whose link it is; looking does not use it up',
      params,
      response: doneSchema.extend({ data: z.object({ id: z.number() }) }),
      handler: async ({ params: { token } }) => ({
        ...done('change', 'You may set a new password.'),
        data: await signIn.findResetToken(personType, token),
      }),
    }),
    route({
      method: 'POST',
      url,
      audience: 'anyone',
      summary: 'Sets a new password by the link',
      params,
      sends: changeSchema,
      response: doneSchema,
      handler: async ({ request, params: { token } }) => {
        const fields = await readFields(request, changeSchema)
        const id = fields.id === undefined ? {} : { id: String(fields.id) }
        const source = sourceOf(request, config.publicUrl)
        await signIn.changeWithToken(personType, token, fields.password, { ...id, source })
        return done('change', 'Your account has been successfully reset. Please sign in with the new password.')
      },
    }),
  ]
}

/** Signing in and out, registration and password reset (docs/specification/wire.md#calls, A1–A8). */
export const authRoutes = (services: SignInServices): Route[] => [
  loginRoute(services, 'user'),
  loginRoute(services, 'employee'),
  verifyRoute(services),
  ...passkeyStepRoutes(services),
  resendRoute(services),
  logoutRoute(services),
  registerRoute(services),
  ...resetRoutes(services, 'user'),
  ...resetRoutes(services, 'employee'),
]
