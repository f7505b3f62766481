import { z } from 'zod'
import type { Services } from '../../server/services.ts'
import { type Route, route } from '../../server/route.ts'
import { debugFilters } from '../activity.ts'
import { listMeta, metaSchema, whole } from '../../wire/wire.ts'

const cause = z.object({
  cause: z.string(),
  level: z.string(),
  route: z.string().nullable(),
  message: z.string(),
  count: z.number(),
  first: z.string(),
  last: z.string(),
  requestId: z.string().nullable(),
})

/** The debug log by what failed alike. */
export const debugLogRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/utility/debug_log',
    audience: { anyOf: ['r-debug_log'] },
    summary: 'What failed, by cause: how often, first and last seen, and the request that met it last',
    query: z.object({
      ...debugFilters,
      page: whole(1, 1_000_000).default(1),
      per_page: whole(1, 1_000).default(20),
    }),
    response: z.object({ data: z.array(cause), meta: metaSchema }),
    handler: async ({ query: { page, per_page: perPage, ...asked } }) => {
      const zone = await services.timeZone()
      const { rows, total } = await services.records.debugCauses({ ...asked, zone, page, perPage })
      const data = rows.map((row) => ({ ...row, first: row.first.toISOString(), last: row.last.toISOString() }))
      return { data, meta: listMeta(total, perPage) }
    },
  }),
]
