import { z } from 'zod'
import { isEmployee } from '../../domain/person.ts'
import { mayRead } from '../../domain/permission.ts'
import { isSearched } from '../../projections/search/search.ts'
import { checkAudience, type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { plain } from '../wire/wire.ts'

const hitSchema = z.object({
  resource: z.string(),
  id: z.int(),
  key: z.string(),
  label: z.string(),
  isInactive: z.boolean(),
})

/** The search of both headers: every record that the caller may read in a list (docs/decisions/projections/0091). */
export const searchRoutes = ({ records, resources }: Services): Route[] => [
  route({
    method: 'GET',
    url: '/search',
    audience: 'signed-in',
    summary:
      'Records by their names, of what the caller may read; employees, and who asks for view=portal, of what the portal shows',
    // It looks through every table, and is asked with each pause of whoever types.
    perMinute: 300,
    query: z.object({ q: plain(200).default(''), view: z.enum(['portal']).optional() }),
    response: z.object({ data: z.array(hitSchema) }),
    handler: async (call) => {
      const session = signedIn(call)
      const { q, view } = call.query
      const isPortal = view === 'portal' || isEmployee(session.actor)
      if (isPortal) checkAudience(session, { anyOf: ['r-homepage'], employees: true })
      const scope = isPortal ? 'portal' : 'staff'
      const searched = resources.filter((one) => isSearched(one, scope) && (isPortal || mayRead(one, session.perms)))
      return { data: await records.search(searched, scope, q) }
    },
  }),
]
