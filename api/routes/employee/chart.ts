import { z } from 'zod'
import { isEmployee } from '../../../domain/person.ts'
import { chartPersonSchema } from '../../../domain/people/chart-person.ts'
import { sightOf } from '../../../domain/people/personal.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { refuseParameters } from '../../body/fields.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { auditors, momentQuery, servicesAt } from '../../wire/moment.ts'
import { day, whole } from '../../wire/wire.ts'

/** Reporting lines: for staff on any day, for employees those of today among who is active (E11). */
export const chartRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/employee/chart',
    audience: { anyOf: ['r-employee'], employees: true },
    // Who stood where is no personal value; auditors without the permission for these are told no names.
    atMoments: auditors,
    summary:
      'Reporting lines on a day: around an employee (id), a page of who is right below one (above), or a page of whom nobody leads, 50 on each',
    query: momentQuery.extend({
      id: whole(1, 2_147_483_647).optional(),
      above: whole(1, 2_147_483_647).optional(),
      page: whole(1, 100_000).default(1),
      at: day.optional(),
    }),
    response: z.object({ data: z.array(chartPersonSchema), meta: z.object({ has_more: z.boolean() }) }),
    handler: async ({ query: { id, above, page, at, as_of: moment }, session }) => {
      if (id !== undefined && above !== undefined) refuseParameters(['above'])
      const { actor, perms } = signedIn({ session })
      const isColleague = isEmployee(actor)
      const isNameless = !isColleague && sightOf(employee, perms) !== 'whole'
      if (isColleague && at !== undefined) refuseParameters(['at'])
      const zone = await services.timeZone()
      const { records } = await servicesAt(services, moment)
      const asked = {
        id: id ?? null,
        above: above ?? null,
        page,
        day: at ?? null,
        zone,
        withInactive: !isColleague,
        isNameless,
      }
      const { people, hasMore } = await records.chart(asked)
      return { data: people, meta: { has_more: hasMore } }
    },
  }),
]
