import { z } from 'zod'
import { directoryGroupSchema, personDetailSchema } from '../../../domain/people/colleague.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import type { Grouping } from '../../../projections/people/directory.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route } from '../../server/route.ts'
import { momentQuery, servicesAt } from '../../wire/moment.ts'
import { idParams, plain, whole } from '../../wire/wire.ts'

const readers = { anyOf: ['r-employee', 'r-homepage'], employees: true }
// It tells of people: what an auditor reads of them has a permission of its own.
const atMoments = { anyOf: ['r-homepage', 'r-audit_personal'] }

const groups = (services: Services, path: string, by: Grouping, summary: string): Route =>
  route({
    method: 'GET',
    url: `/employee/${path}`,
    audience: readers,
    atMoments,
    summary,
    query: momentQuery.extend({
      keyword: plain(200).default(''),
      group: whole(1, 2_147_483_647).optional(),
      page: whole(1, 100_000).default(1),
    }),
    response: z.object({ data: z.array(directoryGroupSchema), meta: z.object({ has_more: z.boolean() }) }),
    handler: async ({ query: { keyword, group, page, as_of: moment } }) => {
      const { records } = await servicesAt(services, moment)
      const { groups: data, hasMore } = await records.directory({ by, keyword, group: group ?? null, page })
      return { data, meta: { has_more: hasMore } }
    },
  })

/** @throws Rejected missing */
export const personOf = async ({ records }: Pick<Services, 'records'>, id: number) => {
  const found = await records.person(id)
  if (!found) throw noSuchRecord(employee)
  return found
}

/** The calls by which employees find each other (docs/specification/wire.md#calls, E2, E3, E15). */
export const directoryRoutes = (services: Services): Route[] => [
  groups(services, 'by_title', 'title', 'The executives, by title; 50 groups on a page, more of one by its id'),
  groups(
    services,
    'by_division',
    'division',
    'Active employees by division; 50 groups on a page, more of one by its id',
  ),
  groups(
    services,
    'by_department',
    'departement',
    'Active employees by department; 50 groups on a page, more of one by its id',
  ),
  route({
    method: 'GET',
    url: '/employee/:id/with_co',
    audience: readers,
    atMoments,
    query: momentQuery,
    summary: 'An employee as colleagues see them, with superiors and subordinates',
    params: idParams,
    response: z.object({ data: personDetailSchema }),
    handler: async ({ params, query }) => ({
      data: await personOf(await servicesAt(services, query.as_of), params.id),
    }),
  }),
]
