import { z } from 'zod'
import { lookersAt } from '../../../domain/people/personal.ts'
import type { Resource } from '../../../domain/resource.ts'
import { changeSchema, historyOf } from '../../wire/history.ts'
import { actorNameFor, historyFor } from '../../wire/masked.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { idParams } from '../../wire/wire.ts'
import { revertRoutes } from './revert.ts'
import { storyOf } from './story.ts'

const entry = z.object({
  version: z.number(),
  at: z.string(),
  action: z.string(),
  actor: z.object({ type: z.string(), id: z.union([z.number(), z.string()]), name: z.string() }),
  changes: z.array(changeSchema),
})

/** The history of a record, read from its stream and not from a read model; and the way back. */
export const historyRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'GET',
    url: `/${resource.name}/:id/history`,
    audience: { anyOf: lookersAt(resource) },
    summary: `Who changed what in one of the ${resource.plural}`,
    params: idParams,
    // With a version: that change alone, with its texts whole.
    query: z.object({ version: z.coerce.number().int().positive().optional() }),
    response: z.object({ data: z.array(entry) }),
    handler: async ({ params, query, session }) => {
      const reader = signedIn({ session })
      const { events } = await storyOf(services, reader, resource, params.id)
      const nameFor = actorNameFor(services, reader)
      const names = await services.records.names(events.map((event) => event.actor))
      const entries = historyOf(resource, params.id, events, query.version)
      const asked = query.version === undefined ? entries : entries.filter(({ version }) => version === query.version)
      return {
        data: historyFor(resource, asked, reader).map((one) => ({
          ...one,
          actor: {
            ...one.actor,
            name: nameFor(one.actor.type, names.get(`${one.actor.type}-${one.actor.id}`) ?? String(one.actor.id)),
          },
        })),
      }
    },
  }),
  ...(resource.events.revert === undefined ? [] : revertRoutes(services, resource)),
]
