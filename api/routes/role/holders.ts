import { z } from 'zod'
import { streamOf } from '../../../domain/event.ts'
import { fold } from '../../../domain/evolve.ts'
import type { Fields } from '../../../domain/fields/values.ts'
import type { RecordState, Resource } from '../../../domain/resource.ts'
import { role } from '../../../domain/resources/role.ts'
import { user } from '../../../domain/resources/user.ts'
import { permissionsOfRole } from '../../../commands/rules/access.ts'
import { permissionsOf } from '../../../domain/permission.ts'
import { type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { moment } from '../../wire/wire.ts'

const holder = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(['active', 'inactive', 'deleted']),
  role: z.object({ id: z.number(), name: z.string(), isActive: z.boolean() }).nullable(),
  perms: z.array(z.string()),
})

/** All records of a resource that were there at a moment, by their streams: also those that are gone since. */
const asOf = async <F extends Fields>(
  { log, records }: Services,
  resource: Resource<F>,
  until: Date,
): Promise<RecordState<F>[]> => {
  const ids = await records.everyId(resource)
  // Those asked for together are read together.
  const states = await Promise.all(
    ids.map(async (id) => {
      const { events } = await log.read(streamOf(resource.name, id))
      return fold(
        resource,
        id,
        events.filter(({ at }) => Date.parse(at) < until.getTime()),
      )
    }),
  )
  return states.filter(({ status }) => status !== 'none')
}

const holdersAt = async (services: Services, until: Date): Promise<z.output<typeof holder>[]> => {
  const [users, roles] = await Promise.all([asOf(services, user, until), asOf(services, role, until)])
  const known = new Map(roles.map((one) => [one.id, one]))
  const permissionsIn = permissionsOfRole(permissionsOf(services.resources))
  return users.flatMap(({ id, status, values }) => {
    if (status === 'none') return []
    const held = values.role === null ? undefined : known.get(values.role)
    const mayAct = status === 'active' && held?.status === 'active'
    const name = `${values.firstName} ${values.lastName}`.trim()
    const isActive = held?.status === 'active'
    return [
      {
        id,
        name,
        status,
        role: held ? { id: held.id, name: held.values.name, isActive } : null,
        perms: held && mayAct ? [...permissionsIn(held)] : [],
      },
    ]
  })
}

/** Who could do what at a moment: everybody of the back office with the permissions that their role gave them then. */
export const holdersRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/permissions',
    audience: { anyOf: ['r-audit'] },
    summary: 'Who could do what at a moment (the end of a day), by users and their roles as they were then',
    query: z.object({ at: moment.optional() }),
    perMinute: 60,
    response: z.object({ data: z.array(holder), at: z.string() }),
    handler: async ({ query: { at } }) => {
      const until = at === undefined ? new Date() : await services.records.endOf(at, await services.timeZone())
      return { data: await holdersAt(services, until), at: until.toISOString() }
    },
  })
