import { z } from 'zod'
import { isEmployee } from '../../domain/person.ts'
import { mayRead } from '../../domain/permission.ts'
import { isSoughtPersonally, sightOf } from '../../domain/people/personal.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { isSearched } from '../../projections/search/search.ts'
import { checkAudience, type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { auditors, momentQuery, previewers, servicesAt } from '../wire/moment.ts'
import { plain } from '../wire/wire.ts'

const passageSchema = z.array(z.object({ text: z.string(), isMarked: z.boolean() }))

const hitSchema = z.object({
  resource: z.string(),
  id: z.int(),
  key: z.string(),
  label: z.string(),
  isInactive: z.boolean(),
  at: z.iso.datetime(),
  passage: passageSchema.optional(),
})

const foundByAuditors = (resource: Resource, perms: readonly string[]): boolean => {
  const sight = sightOf(resource, perms)
  return sight === 'whole' || (sight === 'masked' && !isSoughtPersonally(resource))
}

/** The search of both headers: every record that the caller may read in a list (docs/decisions/projections/0091), and where those of a list say what was typed. */
export const searchRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/search',
    audience: 'signed-in',
    atMoments: previewers,
    summary:
      'Records by their names, of what the caller may read; employees, and who asks for view=portal, of what the portal shows',
    // It looks through every table, and is asked with each pause of whoever types.
    perMinute: 300,
    query: momentQuery.extend({ q: plain(200).default(''), view: z.enum(['portal']).optional() }),
    response: z.object({ data: z.array(hitSchema) }),
    handler: async (call) => {
      const session = signedIn(call)
      const { q, view, as_of: moment } = call.query
      const isPortal = view === 'portal' || isEmployee(session.actor)
      const isThen = moment !== undefined
      if (isPortal) checkAudience(session, isThen ? previewers : { anyOf: ['r-homepage'], employees: true })
      if (!isPortal && isThen) checkAudience(session, auditors)
      const scope = isPortal ? 'portal' : 'staff'
      const finds = isThen ? foundByAuditors : mayRead
      const searched = services.resources.filter(
        (one) => isSearched(one, scope) && (isPortal || finds(one, session.perms)),
      )
      const { records } = await servicesAt(services, moment)
      return { data: await records.search(searched, scope, q) }
    },
  }),
  route({
    method: 'GET',
    url: '/search/passages',
    audience: 'user',
    atMoments: auditors,
    summary: 'Where records of a list say in their texts what was typed into its search, as pieces of plain text',
    perMinute: 300,
    query: momentQuery.extend({
      resource: z.string(),
      keyword: plain(200).default(''),
      ids: z.string().regex(/^\d{1,9}(,\d{1,9}){0,99}$/),
    }),
    response: z.object({ data: z.array(z.object({ id: z.int(), passage: passageSchema })) }),
    handler: async (call) => {
      const session = signedIn(call)
      const { resource: name, keyword, ids, as_of: moment } = call.query
      const finds = moment === undefined ? mayRead : foundByAuditors
      const resource = services.resources.find((one) => one.name === name && finds(one, session.perms))
      if (!resource) throw new Rejected(accessDenied, 'forbidden')
      const { records } = await servicesAt(services, moment)
      const passages = await records.passages(resource, keyword, ids.split(',').map(Number))
      return { data: [...passages].map(([id, passage]) => ({ id, passage })) }
    },
  }),
]
