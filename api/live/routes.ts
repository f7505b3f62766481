import { z } from 'zod'
import { staff } from '../../domain/person.ts'
import { mayRead } from '../../domain/permission.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import { enter, leave } from '../../projections/consumers/presence.ts'
import { readFields } from '../body/fields.ts'
import { type Call, type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const position = z.string().regex(/^\d{1,18}$/)
const tab = z.string().regex(/^[\w-]{8,40}$/)
const toldSchema = z.object({
  data: z.object({
    position: z.string(),
    isAll: z.boolean(),
    perms: z.array(z.string()),
    changes: z.array(z.object({ resource: z.string(), id: z.int().optional() })),
  }),
})

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies such as nginx would gather what is to arrive at once.
  'x-accel-buffering': 'no',
}

/** Where a client stands: its browser says it in a header when it comes back by itself. */
const afterOf = ({ request, query }: Call<unknown, { after?: string | undefined }>): bigint | null => {
  const said = position.safeParse(request.headers['last-event-id']).data ?? query.after
  return said === undefined ? null : BigInt(said)
}

const stream = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/live',
    audience: 'signed-in',
    background: 'always',
    summary:
      'What changed after a position, of what the caller may read; an event stream for who accepts text/event-stream',
    query: z.object({ after: position.optional() }),
    response: toldSchema,
    handler: async (call) => {
      const { request, reply } = call
      const { signInId, actor, perms } = signedIn(call)
      const after = afterOf(call)
      if (!request.headers.accept?.includes('text/event-stream'))
        return { data: await services.live.since({ actor, perms }, after) }
      services.live.check(actor)
      reply.hijack()
      const answer = reply.raw
      for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
        if (value !== undefined) answer.setHeader(name, value)
      answer.write('retry: 1000\n\n')
      // The head is sent: whoever cannot be told anything comes again.
      await services.live.join({ signInId, reader: { actor, perms }, after, answer }).catch((error: unknown) => {
        request.log.warn({ err: error, requestId: request.id }, 'an event stream could not begin')
        answer.end()
      })
      return reply
    },
  })

const presentSchema = z.object({ resource: z.string(), id: z.int().min(1).max(2_147_483_647), tab })

const presence = (services: Services): Route[] => [
  route({
    method: 'PUT',
    url: '/live/presence',
    audience: staff,
    summary: 'Says that a tab has the form of a record open, for 90 seconds; answers who else has',
    sends: presentSchema,
    background: 'as said',
    response: z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) }),
    perMinute: 300,
    handler: async (call) => {
      const { signInId, actor, perms } = signedIn(call)
      const { resource, id, tab: own } = await readFields(call.request, presentSchema)
      const area = services.resources.find(({ name }) => name === resource)?.area ?? null
      if (!mayRead({ area }, perms)) throw new Rejected(accessDenied, 'forbidden')
      const place = { signInId, tab: own, person: actor.id, resource, record: id }
      return { data: [...(await enter(services.pool, place))] }
    },
  }),
  route({
    method: 'DELETE',
    url: '/live/presence/:tab',
    audience: staff,
    summary: 'Says that a tab has no form open any more',
    params: z.object({ tab: z.string().max(40) }),
    response: z.object({ data: z.object({}) }),
    handler: async (call) => {
      await leave(services.pool, { signInId: signedIn(call).signInId, tab: call.params.tab })
      return { data: {} }
    },
  }),
]

/** What open screens learn without asking (docs/decisions/projections/0090). */
export const liveRoutes = (services: Services): Route[] => [stream(services), ...presence(services)]
