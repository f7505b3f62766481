import { z } from 'zod'
import type { Services } from '../server/services.ts'
import { type Route, route, signedIn } from '../server/route.ts'
import { hiddenFrom } from '../wire/masked.ts'
import { plain } from '../wire/wire.ts'
import { actorFilter, trailReaders } from './activity.ts'

/** Whom the trail can be filtered by. */
export const actorRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/getActors',
    audience: { anyOf: trailReaders },
    summary:
      'People who have done something, by a part of their name or address, or one by the name that the filter takes',
    query: z.object({ keyword: plain(200).default(''), actor: actorFilter.optional() }),
    response: z.object({ data: z.array(z.object({ value: z.string(), label: z.string(), type: z.string() })) }),
    handler: async ({ query, session }) => ({
      data: await services.records.actors({ ...query, hidden: hiddenFrom(services, signedIn({ session })) }),
    }),
  }),
]
