import { z } from 'zod'
import { Rejected } from '../../domain/rejected.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { sizeOf } from '../body/size.ts'
import { readFields } from '../body/fields.ts'
import { itemOf, startOnce } from '../writes/many.ts'
import type { Services } from '../server/services.ts'
import { type Route, route, signedIn } from '../server/route.ts'
import { listQueryOf, whole, writeSchema } from '../wire/wire.ts'
import { listOptions } from './read.ts'

/** The verbs that a job may do to a resource over the wire. */
const verbsOf = (resource: Resource): string[] =>
  ['edit', 'activate', 'deactivate', 'delete', 'restore', ...Object.keys(resource.verbs)].filter(
    (verb) => actionOf(resource, verb) !== null && !resource.verbs[verb]?.isForAuthor,
  )

const expectedSentence = 'expected is the number of records that match'
const matchingSchema = z.object({
  expected: z.union([z.int('is a whole number').min(0, 'is a whole number'), whole(0, 999_999_999)], expectedSentence),
  sent: z.record(z.string(), z.unknown()).optional(),
})

const matchingRoute = (services: Services, resource: Resource, verb: string): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/matching/${verb}`,
    // How many match tells of the records: whoever may not list them learns nothing by filters.
    audience: { anyOf: [`${actionOf(resource, verb)}-${resource.area}`], besides: `r-${resource.area}` },
    summary: `${verb} all ${resource.plural} that match a list query`,
    query: listQueryOf(resource, services.resources),
    sends: matchingSchema,
    takes: sizeOf(resource),
    response: writeSchema,
    handler: async (call) => {
      const { expected, sent: fields = null } = await readFields(call.request, matchingSchema)
      const said = ['matching', verb, resource.name, call.query, { expected }, ...(fields ? [fields] : [])]
      return startOnce(services, call, said, async () => {
        // Before a whole table is looked through.
        await services.jobs.checkRoom(signedIn(call).actor)
        const ids = await services.records.matching(resource, listOptions(resource, call.query, call))
        if (ids.length !== expected) {
          const [count, { plural }] = [ids.length, resource]
          throw new Rejected('{count} {plural} match now, not {expected}. Please look at the list again.', 'rule', {
            values: { count, plural, expected },
            data: { count },
          })
        }
        return { verb, resource: resource.name, items: ids.map((one) => itemOf(resource, verb, one, fields)) }
      })
    },
  })

/** Verbs on everything that a list shows, as a job with progress (X5). */
export const matchingRoutes = (services: Services, resource: Resource): Route[] =>
  verbsOf(resource).map((verb) => matchingRoute(services, resource, verb))
