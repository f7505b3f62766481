import { streamOf } from '../../domain/event.ts'
import { textOf } from '../../domain/json.ts'
import { noSuchRecord } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { belongs, readersOf, type Route, route } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { momentQuery, previewers, servicesAt } from '../wire/moment.ts'
import { keyParams, plain } from '../wire/wire.ts'

/** The own styles of a record by an address of its own, since pages take no styles within them. */
export const styleRoute = (services: Services, resource: Resource, field: string): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/:key/style.css`,
    audience: readersOf(resource),
    atMoments: previewers,
    summary: 'The own styles of a record, scoped to its text',
    params: keyParams,
    // Another version has another address, since browsers keep what they got by this one.
    query: momentQuery.extend({ v: plain(20).optional() }),
    handler: async ({ params, query, session, reply }) => {
      const isStaff = session !== null && belongs(session, { anyOf: [`r-${resource.area}`] })
      const { records } = await servicesAt(services, query.as_of)
      const found = await records.find(resource, params.key, isStaff ? 'staff' : 'portal')
      if (!found) throw noSuchRecord(resource)
      const stream = streamOf(resource.name, Number(found.id))
      const styles = await services.styles.of({ stream, css: textOf(found[field]) })
      reply
        .type('text/css; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, max-age=31536000')
      return styles
    },
  })
