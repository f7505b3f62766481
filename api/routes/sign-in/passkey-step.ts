import { z } from 'zod'
import { readFields, word } from '../../body/fields.ts'
import { passkeyAnswer } from '../../wire/adapters/passkey-answers.ts'
import { type Route, route } from '../../server/route.ts'
import { enterBy, enteredSchema, type SignInServices } from './entered.ts'

const passkeySchema = z.object({ data: word('The sign-in'), response: passkeyAnswer })
const questionSchema = passkeySchema.pick({ data: true })

/** A passkey in place of the mailed code. */
export const passkeyStepRoutes = (services: SignInServices): Route[] => [
  route({
    method: 'POST',
    url: '/auth/passkey/options',
    audience: 'anyone',
    summary: 'What the browser asks a passkey by, for an open challenge',
    sends: questionSchema,
    paced: 'apart',
    response: z.object({ data: z.looseObject({ challenge: z.string() }) }),
    handler: async ({ request }) => {
      const { data } = await readFields(request, questionSchema)
      return { data: await services.signIn.askForPasskey(data) }
    },
  }),
  route({
    method: 'POST',
    url: '/auth/passkey',
    audience: 'anyone',
    summary: 'Second step: a passkey signs in, instead of the mailed code',
    sends: passkeySchema,
    paced: 'apart',
    response: enteredSchema,
    handler: async (call) => {
      const { data, response } = await readFields(call.request, passkeySchema)
      return enterBy(services, call, (means) => services.signIn.verifyPasskey({ challenge: data, response, ...means }))
    },
  }),
]
