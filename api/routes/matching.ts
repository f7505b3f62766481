import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import type { Rooms } from '../rooms.ts'
import { type Route, route, signedIn } from '../route.ts'
import { listQuery, writeSchema } from '../wire.ts'
import { listOptions } from './resource.ts'

const jobSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'interrupted']),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  failures: z.array(z.object({ id: z.number(), message: z.string() })),
  position: z.string().nullable(),
})

const verbRoute = (rooms: Rooms, resource: Resource, verb: string): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/matching/${verb}`,
    audience: { anyOf: [`${actionOf(resource, verb)}-${resource.area}`] },
    summary: `${verb} all ${resource.plural} that match a list query`,
    query: listQuery,
    body: z.object({ expected: z.number().int().min(0) }),
    response: writeSchema,
    handler: async (call) => {
      const session = signedIn(call)
      const ids = await rooms.records.matching(resource, listOptions(resource, call.query, call))
      if (ids.length !== call.body.expected) {
        throw new Rejected(
          `${ids.length} ${resource.plural} match now, not ${call.body.expected}. Please look at the list again.`,
          'rule',
          { data: { count: ids.length } },
        )
      }
      const job = await rooms.jobs.start(streamOf(session.actor.type, session.actor.id), ids, async (id) => {
        const outcome = await rooms.dispatch({
          resource,
          verb,
          id,
          actor: session.actor,
          perms: session.perms,
          commandId: randomUUID(),
          correlationId: call.request.id,
        })
        return outcome.position
      })
      return {
        type: 'success',
        name: resource.name,
        message: `Working through ${ids.length} ${resource.plural}.`,
        data: { job },
      }
    },
  })

/** Verbs on everything that a list shows, as a job with progress (spec/decisions X5). */
export const matchingRoutes = (rooms: Rooms, resource: Resource): Route[] =>
  ['activate', 'deactivate', 'delete', 'restore', ...Object.keys(resource.verbs)].map((verb) =>
    verbRoute(rooms, resource, verb),
  )

/** How far a job of one's own is. */
export const jobRoutes = (rooms: Rooms): Route[] => [
  route({
    method: 'GET',
    url: '/job/:id',
    audience: 'signed-in',
    summary: 'Progress of long work',
    params: z.object({ id: z.uuid() }),
    response: z.object({ data: jobSchema }),
    handler: async (call) => {
      const session = signedIn(call)
      const job = await rooms.jobs.find(streamOf(session.actor.type, session.actor.id), call.params.id)
      if (!job) throw new Rejected('There is no such job.', 'missing')
      if (job.position !== null) await rooms.projector.waitFor(BigInt(job.position), 2_000)
      return { data: job }
    },
  }),
]
