import { z } from 'zod'
import { tellsAuthor } from '../../domain/filters.ts'
import { staff } from '../../domain/person.ts'
import { lookersAt } from '../../domain/people/personal.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Services } from '../server/services.ts'
import { checkAudience, type Route, route, signedIn } from '../server/route.ts'
import { hiddenFrom } from '../wire/masked.ts'
import { asOf, auditors, servicesAt } from '../wire/moment.ts'
import { plain, whole } from '../wire/wire.ts'
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

/** By whom lists can be filtered: whoever may open a list is offered those whom its rows name. */
export const authorRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/getAuthors',
    audience: staff,
    atMoments: auditors,
    summary: 'Staff who made a record of a list, by a part of their name, or one by the name that the filter takes',
    query: z.object({
      resource: plain(60),
      keyword: plain(200).default(''),
      author: z
        .string()
        .regex(/^user-\d{1,9}$/, '{name} is a person such as user-7.')
        .optional(),
      limit: whole(1, 101).default(101),
      as_of: asOf,
    }),
    response: z.object({ data: z.array(z.object({ value: z.string(), label: z.string() })) }),
    handler: async ({ query: { resource: name, as_of: moment, ...asked }, session }) => {
      const resource = services.resources.find((one) => one.name === name)
      if (!resource || !tellsAuthor(resource)) throw new Rejected('There is no such list.', 'missing')
      checkAudience(session, { anyOf: lookersAt(resource) })
      const { records } = await servicesAt(services, moment)
      return { data: await records.authors(resource, asked) }
    },
  }),
]
