import { z } from 'zod'
import type { Message } from '../../../domain/message.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { maskAddress } from '../../../platform/mail/address.ts'
import { type Undelivered, undeliveredStates } from '../../../platform/mail/undelivered.ts'
import { done, doneSchema, messageSchema, readFields } from '../../body/fields.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { listMeta, metaSchema, whole } from '../../wire/wire.ts'

const said = (id: string, values: Message['values'] = {}): Message => ({ id, values })

// The first that fits. The sender keeps what the mail library says: `ECONNECTION at CONN`, `EENVELOPE at RCPT TO, answer 550`.
const words: readonly (readonly [RegExp, Message])[] = [
  [/^the mail could not be built/, said('The mail could not be put together.')],
  [/^the process/, said('The server stopped while it was sending the mail.')],
  [/^EAUTH|AUTH/, said('The mail server refused the user name or the password.')],
  [/at RCPT TO, answer 5/, said('The mail server does not take mail for this recipient.')],
  [/at MAIL FROM, answer 5/, said('The mail server does not take mail from this sender.')],
  [/answer 4/, said('The mail server put the mail off.')],
  [/answer 5/, said('The mail server refused the mail.')],
  [/^ETLS|at STARTTLS/, said('No secure connection to the mail server was possible.')],
  [/at (CONN|EHLO|HELO)|^(EDNS|the mail host)/, said('The mail server could not be reached.')],
]
const brokeOff = said('The connection to the mail server broke off.')
const tooLate = said('It could not be sent in time.')

const wordsOf = (failure: string | null): Message =>
  failure === null ? tooLate : (words.find(([pattern]) => pattern.test(failure))?.[1] ?? brokeOff)

const mailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string().nullable(),
  state: z.enum(undeliveredStates),
  tries: z.number(),
  /** Why, for people; `detail` is what the mail library said. */
  failure: messageSchema,
  detail: z.string().nullable(),
  createdAt: z.string(),
  nextTryAt: z.string().nullable(),
  isResendable: z.boolean(),
})

// A mail goes to staff as well as to employees: their addresses are for those who may read both.
const shownTo =
  ({ perms }: Session) =>
  ({ failure, to, ...mail }: Undelivered) => {
    const seesPeople = ['r-user', 'r-employee'].every((one) => perms.includes(one))
    return { ...mail, to: to === null || seesPeople ? to : maskAddress(to), failure: wordsOf(failure), detail: failure }
  }

const listRoute = ({ mail: { undelivered } }: Pick<Services, 'mail'>): Route =>
  route({
    method: 'GET',
    url: '/utility/mail',
    audience: { anyOf: ['r-operations'] },
    summary: 'Mails that did not go out, newest first, without what is in them',
    query: z.object({
      state: z.enum([...undeliveredStates, ''], '{name} is waiting, failed or lost.').default(''),
      page: whole(1, 1_000_000).default(1),
      per_page: whole(1, 1_000).default(20),
    }),
    response: z.object({ data: z.array(mailSchema), meta: metaSchema.extend({ resendable: z.number() }) }),
    handler: async (call) => {
      const { state, page, per_page: perPage } = call.query
      const { mails, total, resendable } = await undelivered.list({ state: state || null, page, perPage })
      return { data: mails.map(shownTo(signedIn(call))), meta: { ...listMeta(total, perPage), resendable } }
    },
  })

const resendSchema = z.object({ id: z.uuid('{name} is the id of a mail.').optional() })

const resendRoute = ({ mail: { undelivered }, audit }: Pick<Services, 'mail' | 'audit'>): Route =>
  route({
    method: 'POST',
    url: '/utility/mail/resend',
    audience: { anyOf: ['u-operations'] },
    summary: 'Sends again what did not go out: one mail, or all of them; codes never',
    perMinute: 30,
    sends: resendSchema,
    response: doneSchema.extend({ data: z.object({ count: z.number() }) }),
    handler: async (call) => {
      const { id = null } = await readFields(call.request, resendSchema)
      const ids = await undelivered.resendable(id)
      const state = id !== null && ids.length === 0 ? await undelivered.stateOf(id) : 'waiting'
      if (state === null) throw new Rejected('This mail does not exist.', 'missing')
      if (state !== 'waiting') throw new Rejected('The text of this mail is gone, so it cannot be sent again.', 'rule')
      if (ids.length > 0) {
        const data = { resource: 'mail', count: ids.length }
        await audit(
          { type: 'MailsResent', data },
          { actor: signedIn(call).actor, correlationId: correlationOf(call.request) },
        )
      }
      const count = await undelivered.resend(ids)
      return { ...done('mail', 'What was not delivered is being sent again.'), data: { count } }
    },
  })

/** Mails that could not be delivered, and another try. */
export const undeliveredRoutes = (services: Services): Route[] => [listRoute(services), resendRoute(services)]
