import { z } from 'zod'
import { frequencies } from '../../../commands/digest/digests.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { category } from '../../../domain/resources/category.ts'
import { done, doneSchema, fieldsBy, readFields } from '../../body/fields.ts'
import { readIfSent } from '../../body/sent.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { isOn } from '../discussion/switched.ts'

const wrong = '{name} holds up to 100 ids.'
const choiceSchema = z.object({
  frequency: z.enum(frequencies, '{name} is never, daily or weekly.'),
  categories: z.array(z.int(wrong).min(1, wrong).max(2_147_483_647, wrong), wrong).max(100, wrong),
})
// What mail programs send that end a list by one press (RFC 8058).
const oneClick = z.object({ 'List-Unsubscribe': z.string().optional() })
const tokenParams = z.object({ token: z.string().max(100) })

/** @throws Rejected missing for a category that nobody reads */
const checkKnown = async ({ records }: Pick<Services, 'records'>, ids: readonly number[]): Promise<void> => {
  const known = await records.labels(category, ids)
  if (ids.some((id) => !known.has(id))) throw new Rejected('There is no such category.', 'missing')
}

/** What an employee is told of new posts by mail, and how that ends without a sign-in (docs/decisions/content/0202). */
export const digestRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/me/digest',
    audience: 'employee',
    summary: 'How often one is told of new posts by mail, and of which categories; of all where there is none',
    response: z.object({ data: choiceSchema }),
    handler: async (call) => {
      const { frequency, categories } = await services.digests.of(signedIn(call).actor)
      return { data: { frequency, categories: [...categories] } }
    },
  }),
  route({
    method: 'PUT',
    url: '/me/digest',
    audience: 'employee',
    summary: 'Says how often one is told of new posts by mail, and of which categories',
    sends: choiceSchema,
    response: doneSchema,
    handler: async (call) => {
      const choice = await readFields(call.request, choiceSchema)
      if (!(await isOn(services, 'digests')))
        throw new Rejected('Mails about new posts are switched off in the configuration.')
      const categories = [...new Set(choice.categories)]
      await checkKnown(services, categories)
      await services.digests.keep(signedIn(call).actor, { ...choice, categories })
      return done('profile', 'It is kept what you are told by mail.')
    },
  }),
  route({
    method: 'POST',
    url: '/digest/unsubscribe/:token',
    audience: 'anyone',
    summary: 'Ends the mails about new posts of whoever has the link, without a sign-in',
    params: tokenParams,
    sends: oneClick,
    response: doneSchema,
    handler: async (call) => {
      fieldsBy(oneClick, (await readIfSent(call.request)).fields)
      const person = services.digests.unsubscribedBy(call.params.token)
      if (!person) throw new Rejected('This link ends no mails.', 'missing')
      await services.digests.stop(person)
      return done('profile', 'You are not told of new posts by mail any more.')
    },
  }),
]
