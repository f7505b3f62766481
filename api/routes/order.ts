import { z } from 'zod'
import { streamOf } from '../../domain/event.ts'
import { spoken } from '../../domain/message.ts'
import type { Place } from '../../domain/order.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { readFields } from '../fields.ts'
import type { Services } from '../services.ts'
import { type Route, route, signedIn } from '../route.ts'
import { readId, idParams, keyOf, writeSchema } from '../wire.ts'
import { settled } from '../write.ts'

const id = z.union([z.int(), z.string()])
const placeSchema = z.object({ before: id.optional(), after: id.optional() })

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
            const place = placeOf(await readFields(call.request, placeSchema))
            const key = keyOf(call.request.headers['idempotency-key'])
            const said = JSON.stringify(['reorder', resource.name, call.params.id, place])
            const answer = await services.idempotent(streamOf(actor.type, actor.id), key, said, async () => {
              const about = { resource, id: call.params.id, place, actor, perms, correlationId: call.request.id }
              const position = await services.move(about)
              const read = await settled(services, resource, position)
              const body = {
                type: 'success',
                name: resource.name,
                ...spoken({ id: '{record} moved.', values: { record: resource.label } }),
                data: { id: call.params.id },
                ...read,
              }
              return { status: 200, body }
            })
            return answer.body
          },
        }),
      ]
