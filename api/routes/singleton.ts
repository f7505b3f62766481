import { z } from 'zod'
import { editors } from '../../commands/authorise.ts'
import { initialState } from '../../domain/evolve.ts'
import { lookersAt } from '../../domain/people/personal.ts'
import { actionOf, type Resource, singletonId } from '../../domain/resource.ts'
import { readIfSent, readSent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import { fieldsSchema, recordSchema, sentSchema, toRecord } from '../wire/record.ts'
import type { Row, Services } from '../server/services.ts'
import { type Route, route, signedIn } from '../server/route.ts'
import { rowsFor } from '../wire/masked.ts'
import { auditors, recordAt, recordQuery } from '../wire/moment.ts'
import { writeSchema } from '../wire/wire.ts'
import { capital } from '../writes/done-messages.ts'
import { runWrite } from '../writes/write.ts'

/** What stands there before anybody has saved it. */
const unsaved = (resource: Resource): Row => {
  const { values, ...state } = initialState(resource, singletonId)
  return { ...values, ...state, status: 'active' }
}

const verbRoute = (services: Services, resource: Resource, verb: string): Route => {
  const input = resource.verbs[verb]?.input
  return route({
    method: 'POST',
    url: `/${resource.name}/${verb}`,
    audience: { anyOf: [`${actionOf(resource, verb)}-${resource.area}`] },
    summary: `${capital(verb)} the ${resource.label.toLowerCase()}`,
    sends: fieldsSchema(input ?? {}, true),
    response: writeSchema,
    handler: async (call) => runWrite(services, call, resource, verb, singletonId, await readIfSent(call.request)),
  })
}

/** The calls of a resource that has one record: reading, saving, and verbs of its own. */
export const singletonRoutes = (services: Services, resource: Resource): Route[] => [
  route({
    method: 'GET',
    url: `/${resource.name}`,
    audience: { anyOf: lookersAt(resource) },
    atMoments: auditors,
    query: recordQuery,
    summary: `Read the ${resource.label.toLowerCase()}`,
    response: z.object({ data: recordSchema(resource) }),
    handler: async ({ query, reply, session }) => {
      const { at: then, key } = await recordAt(services, resource, String(singletonId), query)
      const row = (await then.records.find(resource, key, 'staff')) ?? unsaved(resource)
      reply.header('etag', `"${String(row.version)}"`)
      return { data: toRecord(resource, rowsFor(services, resource, signedIn({ session }))(row)) }
    },
  }),
  route({
    method: 'PUT',
    url: `/${resource.name}`,
    audience: { anyOf: editors(resource) },
    summary: `Save the ${resource.label.toLowerCase()}`,
    sends: sentSchema(resource, false),
    takes: sizeOf(resource),
    response: writeSchema,
    handler: async (call) => runWrite(services, call, resource, 'edit', singletonId, await readSent(call.request)),
  }),
  ...Object.keys(resource.verbs).map((verb) => verbRoute(services, resource, verb)),
]
