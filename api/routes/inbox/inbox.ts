import { z } from 'zod'
import type { Resource } from '../../../domain/resource.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { checkAllExist } from '../../writes/many.ts'
import { personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { idsParams, listQueryOf } from '../../wire/wire.ts'
import { listOptions } from '../read.ts'
import { exportRoute } from './export.ts'

const markRoute = (services: Services, resource: Resource, isOpened: boolean): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/:ids/${isOpened ? 'read' : 'unread'}`,
    audience: { anyOf: [`r-${resource.area}`] },
    summary: `Mark one or up to 100 ${resource.plural} as ${isOpened ? 'read' : 'unread'}, for whoever asks`,
    params: idsParams,
    response: doneSchema,
    handler: async ({ params, session }) => {
      await checkAllExist(services, resource, params.ids)
      const seen = await services.records.versionsOf(resource, params.ids)
      await services.opened.mark(personOf(signedIn({ session })), resource, seen, isOpened)
      return done(resource.name, isOpened ? 'Marked as read.' : 'Marked as unread.')
    },
  })

/** What came in for staff, beside its records: what each has not opened, and the export (T20). */
export const inboxRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'GET',
    url: `/${resource.name}/unread`,
    audience: { anyOf: [`r-${resource.area}`] },
    summary: `How many ${resource.plural} whoever asks has not opened, by list; 100 stands for more`,
    response: z.object({ data: z.record(z.string(), z.number()) }),
    handler: async ({ session }) => ({
      data: await services.records.countUnread(resource, personOf(signedIn({ session }))),
    }),
  }),
  route({
    method: 'POST',
    url: `/${resource.name}/read`,
    audience: { anyOf: [`r-${resource.area}`] },
    summary: `Mark all ${resource.plural} that match a list query as read, for whoever asks`,
    query: listQueryOf(resource, services.resources),
    response: doneSchema,
    handler: async (call) => {
      const ids = await services.records.matching(resource, listOptions(resource, call.query, call))
      const seen = await services.records.versionsOf(resource, ids)
      await services.opened.mark(personOf(signedIn(call)), resource, seen, true)
      return done(resource.name, 'Marked as read.')
    },
  }),
  markRoute(services, resource, true),
  markRoute(services, resource, false),
  exportRoute(services, resource),
]

/** The counter that the older client asks for whenever the ticked rows change: it changes nothing (W3). */
export const countRoute = (resources: readonly Resource[]): Route =>
  route({
    method: 'GET',
    url: '/utility/couriers',
    audience: { anyOf: resources.map(({ area }) => `r-${area}`) },
    summary: 'How many records are ticked, by their ids joined by commas',
    query: z.object({ ids: z.union([z.literal(''), idsParams.shape.ids]).default('') }),
    response: z.object({ data: z.object({ count: z.number() }), count: z.number() }),
    handler: async ({ query }) => {
      const count = query.ids === '' ? 0 : query.ids.length
      return { data: { count }, count }
    },
  })
