import { z } from 'zod'
import { fieldsWithin, isFile } from '../../domain/fields/walk.ts'
import { isEmployee } from '../../domain/person.ts'
import { mayRead } from '../../domain/permission.ts'
import { isNamedPersonally } from '../../domain/people/personal.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Services } from '../server/services.ts'
import { type Route, route } from '../server/route.ts'
import { momentQuery, servicesAt } from '../wire/moment.ts'
import { plain, whole } from '../wire/wire.ts'

const asked = momentQuery.extend({
  keyword: plain(200).optional(),
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, 'is up to 100 ids with commas between them')
    .transform((text) => text.split(',').map(Number))
    .optional(),
  limit: whole(1, 1_000).optional(),
})
const option = z.object({ value: z.number(), label: z.string() })

/** Fields that point at a resource, themselves or by what they are made of. */
const pointsAt = (resource: Resource, target: Resource) =>
  Object.entries(resource.fields).filter(([, field]) =>
    fieldsWithin(field).some((part) => !isFile(part) && part.references === target.name),
  )

/** Whoever opens lists or forms that show them, auditors among them, and readers of the portal where it filters by them; null when nothing refers to them. */
const choosersOf = (resources: readonly Resource[], target: Resource) => {
  const referring = resources.filter((resource) => resource.area !== null && pointsAt(resource, target).length > 0)
  if (referring.length === 0) return null
  const isInPortal = referring.some((resource) =>
    pointsAt(resource, target).some(([name]) => resource.portal?.filters?.includes(name)),
  )
  const staff = referring.flatMap(({ area }) => ['r', 'c', 'u'].map((action) => `${action}-${area}`))
  // Names of people take a second permission of auditors, which alone opens nothing.
  const auditors = isNamedPersonally(target) ? [] : ['r-audit']
  return {
    anyOf: [...staff, ...auditors, ...(isInPortal ? ['r-homepage'] : [])],
    ...(isInPortal ? { employees: true } : {}),
  }
}

/** What selects offer of each resource that others refer to (T5, P12). */
export const optionRoutes = (services: Services): Route[] =>
  services.resources.flatMap((resource) => {
    const audience = choosersOf(services.resources, resource)
    if (audience === null) return []
    return [
      route({
        method: 'GET',
        url: `/utility/${resource.options}`,
        audience,
        atMoments: {
          anyOf: [...audience.anyOf, isNamedPersonally(resource) ? 'r-audit_personal' : 'r-audit'],
          besides: 'r-audit',
        },
        summary: `Active ${resource.plural}, to choose from: all, those that hold a keyword, or those with these ids`,
        query: asked,
        response: z.object({ data: z.array(option) }),
        handler: async ({ query: { keyword, ids, limit, as_of: moment }, session }) => {
          const { records } = await servicesAt(services, moment)
          const data = await records.options(resource, {
            // By what a list searches besides, such as addresses, nobody guesses who may not read it.
            isEmployee: session !== null && isEmployee(session.actor),
            isByLabel: !mayRead(resource, session?.perms ?? []),
            ...(keyword === undefined ? {} : { keyword }),
            ...(ids === undefined ? {} : { ids }),
            ...(limit === undefined ? {} : { limit }),
          })
          return { data }
        },
      }),
    ]
  })
