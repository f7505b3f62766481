import { z } from 'zod'
import { staff } from '../../../domain/person.ts'
import type { Resource } from '../../../domain/resource.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { checkColumns, withKnownColumns } from '../../wire/view-columns.ts'
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

// The resource of a list; undefined for the trail.
const known = ({ resources }: MeRooms, list: string): Resource | undefined => {
  const found = resources.find(({ name }) => name === list)
  if (list !== trail && !found) throw new Rejected('There is no such list.', 'missing')
  return found
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
      const resource = known(services, list)
      const kept = await services.signIn.listPreferencesOf(signedIn({ session }).actor, list)
      const data = preferencesSchema.nullable().parse(kept)
      if (!data) return { data }
      const views = data.views.map((one) => ({ ...one, search: withKnownColumns(services, resource, one.search) }))
      return { data: { ...data, views } }
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
      const { list } = call.params
      checkColumns(
        services,
        known(services, list),
        preferences.views.map(({ search }) => search),
      )
      await services.signIn.keepListPreferences(signedIn(call).actor, list, preferences)
      return done('profile', 'The list was kept as you want it.')
    },
  }),
]
