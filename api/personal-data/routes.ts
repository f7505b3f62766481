import { z } from 'zod'
import { comparableName } from '../../domain/comparable.ts'
import { streamOf } from '../../domain/event.ts'
import { type PersonActor, personTypes } from '../../domain/person.ts'
import { fieldProblem, noSuchRecord, rejectFields } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { asFile, oneAtATime } from '../wire/download.ts'
import { done, doneSchema, messageSchema, readFields, word } from '../body/fields.ts'
import { archiveOf } from './archive.ts'
import { holdingsOf } from './holdings.ts'
import { correlationOf } from '../server/request-id.ts'
import { type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { idParams } from '../wire/wire.ts'

/** What the person is called, as they have to be named before they are erased. @throws Rejected missing */
const labelOf = async ({ records }: Pick<Services, 'records'>, resource: Resource, id: number): Promise<string> => {
  const label = (await records.labels(resource, [id])).get(id)
  if (label === undefined) throw noSuchRecord(resource)
  return label
}

const inTurn = oneAtATime()

const exportRoute = (services: Services, resource: Resource, type: PersonActor['type']): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/:id/personal_data`,
    audience: { anyOf: ['r-personal_data'] },
    summary: `Everything that is held about one of the ${resource.plural}, as a zip archive`,
    params: idParams,
    perMinute: 10,
    handler: async (call) => {
      const { id } = call.params
      const session = signedIn(call)
      await labelOf(services, resource, id)
      return inTurn(session, async () => {
        const data = { personType: type, personId: id }
        await services.audit(
          { type: 'PersonExported', data },
          { actor: session.actor, correlationId: correlationOf(call.request) },
        )
        const held = await holdingsOf(services, resource, { type, id })
        const person = streamOf(type, id)
        asFile(call, `${person}.zip`)
        return archiveOf({ person, exportedAt: new Date().toISOString() }, held, services.personalData.openFile)
      })
    },
  })

const previewSchema = z.object({
  name: z.string(),
  counts: z.array(z.object({ says: messageSchema, count: z.number() })),
})

const previewRoute = (services: Services, resource: Resource, type: PersonActor['type']): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/:id/erasure`,
    audience: { anyOf: ['d-personal_data'] },
    summary: `What goes when one of the ${resource.plural} is erased; changes nothing`,
    params: idParams,
    response: z.object({ data: previewSchema }),
    handler: async ({ params: { id }, session }) => {
      await services.personalData.checkMayErase({ type, id }, signedIn({ session }))
      const { holdings } = await holdingsOf(services, resource, { type, id })
      const counts = holdings.map(({ label, rows }) => ({ says: label, count: rows.length }))
      return { data: { name: await labelOf(services, resource, id), counts: counts.filter(({ count }) => count > 0) } }
    },
  })

const erasureSchema = z.object({ name: word('Name') })

const erasureRoute = (services: Services, resource: Resource, type: PersonActor['type']): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/:id/erasure`,
    audience: { anyOf: ['d-personal_data'] },
    summary: `Erases one of the ${resource.plural} for good; asks for their name`,
    params: idParams,
    sends: erasureSchema,
    response: doneSchema.extend({ position: z.string().nullable() }),
    handler: async (call) => {
      const { id } = call.params
      const session = signedIn(call)
      await services.personalData.checkMayErase({ type, id }, session)
      const { name } = await readFields(call.request, erasureSchema)
      if (comparableName(name) !== comparableName(await labelOf(services, resource, id)))
        rejectFields([fieldProblem('name', 'other', 'This is not their name')])
      const position = await services.personalData.erase({ type, id }, session.actor)
      const isWhole = position !== null
      return {
        ...done(
          resource.name,
          isWhole ? 'The person is erased.' : 'The person is erased. What is left of them goes soon.',
        ),
        position: isWhole ? String(position) : null,
      }
    },
  })

/** Export and erasure of people (P1). */
export const personalDataRoutes = (services: Services): Route[] =>
  personTypes.flatMap((type) => {
    const resource = services.resources.find(({ name }) => name === type)
    if (!resource) return []
    const make = [exportRoute, previewRoute, erasureRoute]
    return make.map((one) => one(services, resource, type))
  })
