import { z } from 'zod'
import { staff } from '../../../domain/person.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { plain } from '../../wire/wire.ts'
import type { MeRooms } from './own-sign-in.ts'

const wrong = 'A list is kept with up to 60 hidden columns and 50 views.'
const view = z.object({ name: plain(60).min(1, wrong), search: plain(2_000) }, wrong)
const preferencesSchema = z.object({
  hidden: z.array(plain(60), wrong).max(60, wrong),
  isDense: z.boolean(wrong),
  views: z.array(view, wrong).max(50, wrong),
})
const params = z.object({ list: plain(60) })

// What is listed and is no resource.
const trail = 'activity_trail'

const known = ({ resources }: MeRooms, list: string): string => {
  if (list !== trail && !resources.some(({ name }) => name === list))
    throw new Rejected('There is no such list.', 'missing')
  return list
}

/** How somebody wants to see the lists of the back office: columns left out, density, named views of filters and order. */
export const ownListRoutes = (services: MeRooms): Route[] => [
  route({
    method: 'GET',
    url: '/me/lists/:list',
    audience: staff,
    summary: 'How one wants to see a list, or null',
    params,
    response: z.object({ data: preferencesSchema.nullable() }),
    handler: async ({ params: { list }, session }) => {
      const kept = await services.signIn.listPreferencesOf(signedIn({ session }).actor, known(services, list))
      return { data: preferencesSchema.nullable().parse(kept) }
    },
  }),
  route({
    method: 'PUT',
    url: '/me/lists/:list',
    audience: staff,
    summary: 'Keeps how one wants to see a list',
    params,
    sends: preferencesSchema,
    response: doneSchema,
    handler: async (call) => {
      const preferences = await readFields(call.request, preferencesSchema)
      await services.signIn.keepListPreferences(signedIn(call).actor, known(services, call.params.list), preferences)
      return done('profile', 'The list was kept as you want it.')
    },
  }),
]
