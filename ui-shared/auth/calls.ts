import * as z from 'zod/mini'
import { writtenSchema } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { meSchema, type Me } from '../session/me.ts'

/** Which of the two populations signs in (docs/specification/README.md#two-populations). */
export type Population = Me['type']

/** The first step is done: what the second needs, where the code went, and whether a passkey can stand in for it. */
export type Challenge = { data: string; email: string; passkey?: boolean | undefined }

const challengeSchema = z.object({
  data: z.object({ data: z.string(), email: z._default(z.string(), ''), passkey: z.optional(z.boolean()) }),
})
const verifiedSchema = z.object({ data: z.object({ user: meSchema }) })
const resentSchema = z.object({ data: z.union([z.string(), z.looseObject({ data: z.string() })]) })
const ownerSchema = z.object({ data: z.object({ id: z.union([z.number(), z.string()]) }) })

const form = (fields: Record<string, string>): FormData => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

/** First step: name (or e-mail) and password. */
export const signIn = async (population: Population, name: string, password: string): Promise<Challenge> => {
  const isEmployee = population === 'employee'
  const path = isEmployee ? '/auth/login_employee' : '/auth/login'
  const body = isEmployee ? { email: name, password } : { userName: name, password }
  return (await api.post(path, { body, as: challengeSchema })).data
}

/** Second step: the mailed code. The sign-in is then held by a cookie that no script can read (A8). */
export const verifyCode = async (challenge: string, otp: string): Promise<Me> => {
  const body = { data: challenge, otp }
  const answer = await api.post('/auth/verification_login', {
    body,
    as: verifiedSchema,
    headers: { 'X-Session-Mode': 'cookie' },
  })
  return answer.data.user
}

/** Asks for a new code; answers the challenge to use from now on. */
export const resendCode = async (challenge: string): Promise<string> => {
  const { data } = await api.post('/auth/resend_otp', { body: { data: challenge }, as: resentSchema })
  return typeof data === 'string' ? data : data.data
}

/** Asks for a registration; answers the server's message. */
export const register = async (fields: {
  email: string
  fullname: string
  username: string
  password: string
}): Promise<string> => (await api.post('/auth/register', { body: fields, as: writtenSchema })).message

const suffix = (population: Population) => (population === 'employee' ? '/employee' : '')

/** Asks for a mail to set a new password; answers the server's message. */
export const requestReset = async (population: Population, email: string): Promise<string> =>
  (await api.post(`/auth/reset${suffix(population)}`, { body: form({ email }), as: writtenSchema })).message

/** Whose token it is. @throws ApiError when it is unknown, used or too old. */
export const findToken = async (population: Population, token: string): Promise<string> => {
  const { data } = await api.get(`/auth/change/${encodeURIComponent(token)}${suffix(population)}`, { as: ownerSchema })
  return String(data.id)
}

/** Sets a new password; answers the server's message. */
export const changePassword = async (
  population: Population,
  token: string,
  id: string,
  password: string,
): Promise<string> => {
  const path = `/auth/change/${encodeURIComponent(token)}${suffix(population)}`
  return (await api.post(path, { body: form({ password, id }), as: writtenSchema })).message
}
