import { z } from 'zod'
import type { Resource } from '../../../domain/resource.ts'
import { recordSchema, toRecord } from '../../wire/record.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { listMeta, metaSchema } from '../../wire/wire.ts'
import { stepSchema, timelineOf } from '../inbox/timeline.ts'

const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })
// Of applications also those for one job, which its page shows.
const jobQuery = pageQuery.extend({ job: z.coerce.number().int().min(1).max(2_147_483_647).optional() })

/** What the signed-in employee has sent, the newest first, with its steps. */
export const mineRoute = (services: Services, resource: Resource): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/mine`,
    audience: 'employee',
    summary: `The own ${resource.plural} with their steps`,
    query: resource.fields.job ? jobQuery : pageQuery,
    response: z.object({
      data: z.array(recordSchema(resource).extend({ timeline: z.array(stepSchema) })),
      meta: metaSchema,
    }),
    handler: async ({ query, session }) => {
      const author = String(signedIn({ session }).actor.id)
      const job = 'job' in query && typeof query.job === 'number' ? query.job : undefined
      const asked = {
        page: query.page,
        perPage: 10,
        keyword: '',
        status: '',
        filters: { author, ...(job === undefined ? {} : { job: String(job) }) },
        scope: 'staff' as const,
      }
      const { rows, total } = await services.records.list(resource, asked)
      const data = await Promise.all(
        rows.map(async ({ id }) => {
          const found = await services.records.find(resource, String(id), 'staff')
          return { ...toRecord(resource, found ?? {}), timeline: await timelineOf(services, resource, Number(id)) }
        }),
      )
      return { data, meta: listMeta(total, 10) }
    },
  })
