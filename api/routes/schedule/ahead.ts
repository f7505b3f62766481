import { z } from 'zod'
import { streamOf } from '../../../domain/event.ts'
import { sightOf } from '../../../domain/people/personal.ts'
import { nameOfVerb } from '../../../domain/schedule/words.ts'
import type { RefusedThen } from '../../../projections/planned/views.ts'
import { messageSchema } from '../../body/fields.ts'
import { previewers } from '../../wire/moment.ts'
import { namesOfRecords } from '../../wire/schedule.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, signedIn } from '../../server/route.ts'

const mostSaid = 20

const refusedSchema = z.object({
  resource: z.string(),
  record: z.number().nullable(),
  name: z.string().nullable(),
  label: z.string(),
  at: z.string(),
  says: messageSchema.nullable(),
})

/** What is planned until a moment ahead: how much, and what of it would be refused as things stand. */
export const aheadRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/schedule/ahead',
    audience: previewers,
    summary: 'How many planned changes a moment ahead shows as done, and which would be refused',
    query: z.object({ at: z.iso.datetime({ offset: true, error: '{name} is a moment with its offset from UTC.' }) }),
    response: z.object({
      data: z.object({ planned: z.number(), refused: z.number(), first: z.array(refusedSchema) }),
    }),
    handler: async (call) => {
      const session = signedIn(call)
      const moment = await services.moments.at(call.query.at)
      const { planned, refused } = await services.planned.at(moment)
      const seen = refused.flatMap((one) => {
        const resource = services.resources.find(({ name }) => name === one.resource)
        return resource && sightOf(resource, session.perms) === 'whole' ? [{ one, resource }] : []
      })
      const first = seen.slice(0, mostSaid)
      const known = first.flatMap(({ one }) =>
        one.record === null ? [] : [{ resource: one.resource, id: one.record }],
      )
      const names = await namesOfRecords(services, session, known)
      const nameOf = ({ resource, record }: RefusedThen) => names.get(streamOf(resource, record ?? 0)) ?? null
      return {
        data: {
          planned,
          refused: refused.length,
          first: first.map(({ one, resource }) => ({
            resource: one.resource,
            record: one.record,
            name: nameOf(one),
            label: nameOfVerb(resource, one.verb),
            at: one.at.toISOString(),
            says: one.message,
          })),
        },
      }
    },
  })
