import { z } from 'zod'
import { refusePasswordElsewhere } from '../../../commands/configuration/mail-password-rule.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import type { JsonObject } from '../../../domain/event.ts'
import { readInput } from '../../../domain/read-input.ts'
import { fieldProblem, rejectFields } from '../../../domain/rejected.ts'
import type { StoredServer } from '../../../platform/mail/stored-server.ts'
import { readSent } from '../../body/sent.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { type Route, route } from '../../server/route.ts'
import { mailApprovalRoutes } from './mail-approval.ts'
import { type MeRooms, ownPerson } from '../sign-in/own-sign-in.ts'

const sends = z.object({
  email_name: z.string(),
  email_host: z.string(),
  email_port_smtp: z.union([z.string(), z.number()]),
  /** Left out or empty: the one that is kept. Null: none. */
  email_password: z.string().nullable().optional(),
})

const serverOf = (values: JsonObject, kept: StoredServer | null): StoredServer => {
  const { email_name: address, email_host: host, email_port_smtp: port, email_password: password } = values
  if (typeof address !== 'string' || typeof host !== 'string' || typeof port !== 'number') {
    const missing = (['email_name', 'email_host', 'email_port_smtp'] as const).filter((name) => !values[name])
    return rejectFields(
      missing.map((name) =>
        fieldProblem(name, 'required', '{label} is required', { label: configuration.fields[name].label }),
      ),
    )
  }
  if (password === null) return { address, host, port, password: '' }
  if (typeof password === 'string' && password !== '') return { address, host, port, password }
  const { password: known = '' } = kept ?? {}
  if (known !== '' && kept?.host !== host) refusePasswordElsewhere()
  return { address, host, port, password: known }
}

/** Tries the mail settings of the configuration screen, saved or not (A3). */
export const mailServerRoutes = (services: MeRooms): Route[] => [
  ...mailApprovalRoutes(services),
  route({
    method: 'POST',
    url: '/configuration/test_mail',
    audience: { anyOf: ['u-configuration'] },
    summary: 'Sends a test mail to who asks, with these settings, and answers what the mail server said',
    perMinute: 6,
    sends,
    response: doneSchema.extend({ data: z.object({ to: z.string(), answer: z.string(), isInForce: z.boolean() }) }),
    handler: async (call) => {
      const { fields } = await readSent(call.request)
      const { mail } = services
      const server = serverOf(readInput(configuration, 'edit', fields), await mail.current())
      const { email: to, id } = await ownPerson(services, call)
      const subject = 'Test mail'
      const text = 'This mail shows that the mail settings of the site work.'
      const answer = await mail.test(server, { to, subject, text }, id)
      const data = { to, answer, isInForce: await mail.isInForce(server) }
      return { ...done('configuration', 'The test mail was sent.'), data }
    },
  }),
]
