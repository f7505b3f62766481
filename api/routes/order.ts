import { z } from 'zod'
import type { Place } from '../../domain/order.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { done, readFields } from '../body/fields.ts'
import { once } from '../writes/once.ts'
import type { Services } from '../server/services.ts'
import { correlationOf } from '../server/request-id.ts'
import { type Route, route, signedIn } from '../server/route.ts'
import { readId, idParams, writeSchema } from '../wire/wire.ts'
import { settled } from '../writes/write.ts'

const other = z.union([z.int(), z.string()]).optional()
const placeSchema = z.object({ before: other, after: other })

const wanted = {
  id: 'Send the id of the record that it goes before, or of the one that it goes after.',
  values: {},
}

const placeOf = ({ before, after }: z.output<typeof placeSchema>): Place => {
  if ((before === undefined) === (after === undefined)) throw new Rejected(wanted.id, 'validation')
  return before === undefined ? { after: readId(after, wanted) } : { before: readId(before, wanted) }
}

/** Puts a record into another place of the order that people gave its resource. */
export const orderRoutes = (services: Services, resource: Resource): Route[] =>
  resource.order === undefined
    ? []
    : [
        route({
          method: 'POST',
          url: `/${resource.name}/:id/reorder`,
          audience: { anyOf: [`u-${resource.area}`] },
          summary: `Move one of the ${resource.plural} before or after another`,
          params: idParams,
          sends: placeSchema,
          response: writeSchema,
          handler: async (call) => {
            const { actor, perms } = signedIn(call)
            const { id } = call.params
            const place = placeOf(await readFields(call.request, placeSchema))
            return once(services, call, JSON.stringify(['reorder', resource.name, id, place]), async () => {
              const about = { resource, id, place, actor, perms, correlationId: correlationOf(call.request) }
              const read = await settled(services, resource, await services.move(about))
              const moved = done(resource.name, '{record} moved.', { record: resource.label })
              return { status: 200, body: { ...moved, data: { id }, ...read } }
            })
          },
        }),
      ]
