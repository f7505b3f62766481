import { z } from 'zod'
import { isEmployee } from '../../../domain/person.ts'
import { chartPersonSchema } from '../../../domain/people/chart-person.ts'
import { refuseParameters } from '../../body/fields.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { momentQuery, servicesAt } from '../../wire/moment.ts'
import { day, whole } from '../../wire/wire.ts'

/** Reporting lines: for staff on any day, for employees those of today among who is active (E11). */
export const chartRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/employee/chart',
    audience: { anyOf: ['r-employee'], employees: true },
    atMoments: { anyOf: ['r-employee', 'r-audit_personal'], besides: 'r-audit' },
    summary: 'Who is above and below an employee, on a day',
    query: momentQuery.extend({
      id: whole(1, 2_147_483_647).optional(),
      at: day.optional(),
    }),
    response: z.object({ data: z.array(chartPersonSchema) }),
    handler: async ({ query: { id, at, as_of: moment }, session }) => {
      const isColleague = isEmployee(signedIn({ session }).actor)
      if (isColleague && at !== undefined) refuseParameters(['at'])
      const zone = await services.timeZone()
      const asked = { id: id ?? null, day: at ?? null, zone, withInactive: !isColleague }
      const { records } = await servicesAt(services, moment)
      return { data: await records.chart(asked) }
    },
  }),
]
