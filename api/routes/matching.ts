import { z } from 'zod'
import type { Attempt } from '../../commands/idempotency.ts'
import { streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { eventId } from '../../event-store/log.ts'
import { readFields } from '../fields.ts'
import type { Services } from '../services.ts'
import { type Call, type Route, route, signedIn } from '../route.ts'
import { keyOf, type ListQuery, listQueryOf, refuseIfMatch, whole, writeSchema } from '../wire.ts'
import { listOptions } from './read.ts'

const jobSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'interrupted']),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  failures: z.array(z.object({ id: z.number(), message: z.string() })),
  position: z.string().nullable(),
})

const sentence = 'expected is the number of records that match'
const expectedSchema = z.object({
  expected: z.union([z.int('is a whole number').min(0, 'is a whole number'), whole(0, 999_999_999)], sentence),
})

type MatchingCall = Call<unknown, ListQuery>

/** The job of a call: the one that an earlier try of it has started, or a new one. Its id is the command's, so there is one. */
const jobOf = async (
  services: Services,
  resource: Resource,
  verb: string,
  call: MatchingCall,
  expected: number,
  attempt: Attempt,
) => {
  const { actor } = signedIn(call)
  const person = streamOf(actor.type, actor.id)
  const started = await services.jobs.find(person, attempt.commandId)
  if (started) return started
  const ids = await services.records.matching(resource, listOptions(resource, call.query, call))
  if (ids.length !== expected) {
    throw new Rejected(
      `${ids.length} ${resource.plural} match now, not ${expected}. Please look at the list again.`,
      'rule',
      { data: { count: ids.length } },
    )
  }
  await services.jobs.start(person, attempt.commandId, ids, async (id) => {
    const commandId = eventId(attempt.commandId, id)
    const { isFirstTry } = attempt
    // A job may run for minutes: what was taken away meanwhile holds for the rest of it.
    const perms = await services.permissionsOf(actor)
    const command = { resource, verb, id, actor, perms, commandId, isFirstTry, correlationId: call.request.id }
    return (await services.dispatch(command)).position
  })
  return { id: attempt.commandId, total: ids.length }
}

const verbRoute = (services: Services, resource: Resource, verb: string): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/matching/${verb}`,
    audience: { anyOf: [`${actionOf(resource, verb)}-${resource.area}`] },
    summary: `${verb} all ${resource.plural} that match a list query`,
    query: listQueryOf(resource),
    sends: expectedSchema,
    response: writeSchema,
    handler: async (call) => {
      const { actor } = signedIn(call)
      refuseIfMatch(call.request)
      const { expected } = await readFields(call.request, expectedSchema)
      const key = keyOf(call.request.headers['idempotency-key'])
      const said = JSON.stringify(['matching', verb, resource.name, call.query, { expected }])
      const answer = await services.idempotent(streamOf(actor.type, actor.id), key, said, async (attempt) => {
        const job = await jobOf(services, resource, verb, call, expected, attempt)
        const message = `Working through ${job.total} ${resource.plural}.`
        return { status: 200, body: { type: 'success', name: resource.name, message, data: { job: job.id } } }
      })
      return answer.body
    },
  })

/** Verbs on everything that a list shows, as a job with progress (spec/decisions X5). */
export const matchingRoutes = (services: Services, resource: Resource): Route[] =>
  ['activate', 'deactivate', 'delete', 'restore', ...Object.keys(resource.verbs)]
    .filter((verb) => actionOf(resource, verb) !== null && !resource.verbs[verb]?.input)
    .map((verb) => verbRoute(services, resource, verb))

/** How far a job of one's own is. */
export const jobRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/job/:id',
    audience: 'signed-in',
    summary: 'Progress of long work',
    params: z.object({ id: z.uuid('is the id of a job') }),
    response: z.object({ data: jobSchema }),
    handler: async (call) => {
      const session = signedIn(call)
      const job = await services.jobs.find(streamOf(session.actor.type, session.actor.id), call.params.id)
      if (!job) throw new Rejected('There is no such job.', 'missing')
      if (job.position !== null) await services.projector.waitFor(BigInt(job.position), 2_000)
      return { data: job }
    },
  }),
]
