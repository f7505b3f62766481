import { z } from 'zod'
import { isEmployee } from '../../../domain/person.ts'
import { chartPersonSchema } from '../../../domain/resources/chart-person.ts'
import type { Services } from '../../services.ts'
import { type Route, route, signedIn } from '../../route.ts'
import { whole } from '../../wire.ts'

/** Reporting lines: for staff on any day, for employees those of today among who is active (spec/decisions E11). */
export const chartRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/employee/chart',
    audience: { anyOf: ['r-employee'], employees: true },
    summary: 'Who is above and below an employee, on a day',
    query: z.object({
      id: whole(1, 2_147_483_647).optional(),
      at: z.iso.date('{name} is a day such as 2026-11-22.').optional(),
    }),
    response: z.object({ data: z.array(chartPersonSchema) }),
    handler: async ({ query: { id, at }, session }) => {
      const isColleague = isEmployee(signedIn({ session }).actor)
      const zone = await services.timeZone()
      const day = isColleague ? null : (at ?? null)
      return { data: await services.records.chart({ id: id ?? null, day, zone, withInactive: !isColleague }) }
    },
  }),
]
