import { z } from 'zod'
import { authorise } from '../../commands/authorise.ts'
import type { NewJob } from '../../commands/jobs/job.ts'
import { loadRecord } from '../../commands/record.ts'
import type { Json } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import { endsOf } from '../wire/adapters/ends.ts'
import { readFields } from '../body/fields.ts'
import { itemOf, noneWith, startOnce } from '../writes/many.ts'
import { type Call, type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { whole, writeSchema } from '../wire/wire.ts'

const inverseSchema = z.object({
  ids: z.array(z.int().min(1).max(2_147_483_647), 'ids are a list').max(200, 'At most 200 records'),
})

type End = { holder: Resource; field: string }

const idsOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** An edit of each record that is to point at `id` and does not, or does and is not to; for the version that was seen. */
const editsOf = async (services: Services, call: Call, id: number, { holder, field }: End, ids: number[]) => {
  const { actor, perms } = signedIn(call)
  await services.projector.waitFor(await services.log.store.head(), 2_000)
  const known = (await services.records.holdersOf(holder, field, id)).map((one) => one.id)
  const items: NewJob['items'][number][] = []
  for (const one of new Set([...known, ...ids])) {
    const { state } = await loadRecord(services.log, holder, one)
    if (state.status !== 'active' && state.status !== 'inactive') throw noneWith(holder, one)
    const held = idsOf(state.values[field])
    if (held.includes(id) === ids.includes(one)) continue
    const sent = { [field]: held.includes(id) ? held.filter((other) => other !== id) : [...held, id] }
    authorise({ resource: holder, verb: 'edit', id: one, actor, perms, sent, commandId: '' })
    items.push({ ...itemOf(holder, 'edit', one, sent), version: state.version })
  }
  return items
}

const inverseRoute = (services: Services, resource: Resource, end: End): Route =>
  route({
    method: 'PUT',
    url: `/${resource.name}/:id/${end.holder.name}/${end.field}`,
    audience: { anyOf: [`u-${end.holder.area}`] },
    summary: `Say which ${end.holder.plural} point at one of the ${resource.plural}, as one job`,
    params: z.object({ id: whole(1, 999_999_999) }),
    sends: inverseSchema,
    response: writeSchema,
    handler: async (call) => {
      const { id } = call.params
      const { ids } = await readFields(call.request, inverseSchema)
      const { holder, field } = end
      return startOnce(services, call, ['inverse', resource.name, id, holder.name, field, ids], async () => ({
        verb: 'edit',
        resource: holder.name,
        items: await editsOf(services, call, id, end, ids),
      }))
    },
  })

/** Relations that the records which are pointed at edit as well (`inverse`): a batch of edits of those that hold the references. */
export const inverseRoutes = (services: Services, resource: Resource): Route[] =>
  endsOf(services, resource).map(({ holder, end }) => inverseRoute(services, resource, { holder, field: end.field }))
