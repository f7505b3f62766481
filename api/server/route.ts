import { employees, isEmployee, isPersonType, type PersonActor, staff } from '../../domain/person.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { streamOf } from '../../domain/event.ts'
import type { Audience } from '../../domain/permission.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Language } from '../../domain/texts/languages.ts'
import { isObject } from '../../domain/json.ts'
import { accessDenied, Rejected } from '../../domain/rejected.ts'
import { refuseBody } from '../body/fields.ts'
import type { BodySize } from '../body/size.ts'
import { type Bytes, compression } from '../response-cache/bytes.ts'
import { rateOf } from './limits.ts'
import { operationIdOf } from './openapi.ts'
import { checkForeignOrigin } from './sign-in-cookie.ts'

/** A living sign-in: who it is and what they may do, read anew for each request. */
export type Session = {
  signInId: string
  mode: 'cookie' | 'bearer'
  actor: PersonActor
  perms: readonly string[]
  language: Language | null
  /** What tells one state of the read models from another, as of the look-up of the sign-in; null when they have moved on since. */
  readModelVersion: string | null
}

/** What need not be somebody's act, and so does not renew the idle time of a sign-in: never, or when `X-Background` says so. */
type Background = 'always' | 'as said'

/** Calls that others' many calls must not use up: counted `apart` from all others, or not by the minute since they take turns `by itself`. */
export type Pace = 'apart' | 'by itself'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** The device that somebody signed in on before, by the mark that it keeps. */
    device: string | null
  }
  interface FastifyContextConfig
    extends Partial<Pick<Route, 'audience' | 'atMoments' | 'sends' | 'takes' | 'cached' | 'background' | 'paced'>> {}
}

/** The answer to a signed-in reader when it is at hand, else null: then the handler is asked. */
export type Cached = (session: Session) => Bytes | null

/** What a handler is given. `params` and `query` have passed the route's schemas; bodies are read by the handler. */
export type Call<P = unknown, Q = unknown> = {
  request: FastifyRequest
  reply: FastifyReply
  session: Session | null
  params: P
  query: Q
}

type Schema = z.ZodType

/**
 * One route. `audience` alone says who may call it, `sends` what the handler reads, `takes` how much, `perMinute` how often;
 * `atMoments` alone says who may ask it as of a moment, where it takes one; `paced` how it counts against the rate of all calls; `background` is not somebody's act, `isForMany` answers 207 when some of many records could not be changed.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  audience: Audience
  atMoments?: Audience
  summary: string
  params?: Schema
  query?: z.ZodObject
  sends?: Schema
  takes?: BodySize
  response?: Schema
  isForMany?: boolean
  background?: Background
  perMinute?: number
  paced?: Pace
  cached?: Cached
  handler: (call: Call) => Promise<unknown>
}

type Parsed<S> = S extends Schema ? z.output<S> : unknown

/** A route whose handler knows the types of its schemas. */
export const route = <P extends Schema | undefined = undefined, Q extends z.ZodObject | undefined = undefined>(
  definition: Omit<Route, 'params' | 'query' | 'handler'> & {
    params?: P
    query?: Q
    handler: (call: Call<Parsed<P>, Parsed<Q>>) => Promise<unknown>
    // Fastify has validated by these very schemas, which its own types cannot carry through a list of routes.
  },
): Route => definition as Route

/** The sign-in of a call whose audience is not 'anyone'. @throws Rejected unauthenticated */
export const signedIn = (call: { session: Session | null }): Session => {
  if (!call.session) throw new Rejected('Please sign in.', 'unauthenticated')
  return call.session
}

/** Somebody signed in, as what is kept of them names them: `user-7`. */
export const personOf = ({ actor }: Session): string => streamOf(actor.type, actor.id)

/** True when a sign-in belongs to an audience. */
export const belongs = ({ actor, perms }: Pick<Session, 'actor' | 'perms'>, audience: Audience): boolean => {
  if (audience === 'anyone' || audience === 'signed-in') return true
  if (isPersonType(audience)) return actor.type === audience
  if (isEmployee(actor)) return audience.employees === true
  const { anyOf, besides } = audience
  if (besides !== undefined && !perms.includes(besides)) return false
  return anyOf.some((permission) => perms.includes(permission))
}

/** Staff with some permissions; where the portal shows a resource, employees and who may preview the portal too (A11). */
export const audienceOf = ({ portal }: Resource, staff: string[]): Audience =>
  portal ? { anyOf: [...staff, 'r-homepage'], employees: true } : { anyOf: staff }

/** Who reads a resource. */
export const readersOf = (resource: Resource): Audience => audienceOf(resource, [`r-${resource.area}`])

/** @throws Rejected 401 without a living sign-in, 403 with the documented sentence outside the audience. */
export const checkAudience = (session: Session | null, audience: Audience): void => {
  if (audience === 'anyone') return
  if (!session) throw new Rejected('Please sign in.', 'unauthenticated')
  if (!belongs(session, audience)) throw new Rejected(accessDenied, 'forbidden')
}

const momentNames = ['as_of', 'version']

const momentIn = ({ query }: FastifyRequest): string | undefined =>
  isObject(query) ? momentNames.find((name) => query[name] !== undefined) : undefined

/** Who may call a route as it is asked: of what was so at a moment, it has readers of its own. */
export const audienceFor = (request: FastifyRequest): Audience | undefined => {
  const { audience, atMoments } = request.routeOptions.config
  return atMoments !== undefined && momentIn(request) !== undefined ? atMoments : audience
}

/** @throws Rejected malformed for a write that names a moment: whoever sent it would think that it was heard */
const refuseMoment = async (request: FastifyRequest): Promise<void> => {
  const name = momentIn(request)
  if (name !== undefined)
    throw new Rejected('What was so at another time is only read: leave {name} out.', 'malformed', { values: { name } })
}

const populations = { anyone: 'anyone', 'signed-in': 'anybody signed in', [staff]: 'staff', [employees]: 'employees' }

const whoOf = (audience: Audience): string => {
  if (typeof audience === 'string') return populations[audience]
  const names = audience.anyOf.length > 6 ? `${audience.anyOf.slice(0, 6).join(', ')} …` : audience.anyOf.join(', ')
  const all = audience.besides === undefined ? names : `${names} with ${audience.besides}`
  return audience.employees ? `${all}; employees` : all
}

// Where an answer holds a secret, its length would tell of it to whoever chooses another part of the answer (BREACH).
const isCompressed = ({ method, url }: Route) => method === 'GET' && !/^\/(auth|me)(\/|$)/.test(url)

const noQuery = z.object({})

type Surroundings = { limitsFactor: number; publicUrl: string }

/** Adds routes under /api. A route without an audience cannot be written down, and the server refuses one added elsewhere. */
export const addRoutes = (
  app: FastifyInstance,
  routes: readonly Route[],
  { limitsFactor, publicUrl }: Surroundings,
): void => {
  for (const one of routes) {
    const { method, url, audience, summary, params, query, response, perMinute } = one
    app.route({
      compress: isCompressed(one) ? compression : false,
      ...(perMinute === undefined ? {} : { onRequest: rateOf(app, perMinute * limitsFactor) }),
      preHandler: [
        ...(audience === 'anyone' ? [async (request: FastifyRequest) => checkForeignOrigin(request, publicUrl)] : []),
        ...(method === 'GET' ? [] : [refuseMoment]),
        ...(method === 'GET' || one.sends ? [] : [refuseBody]),
      ],
      method,
      url: `/api${url}`,
      config: one,
      schema: {
        summary,
        description: `For ${whoOf(audience)}.`,
        operationId: operationIdOf(method, url),
        tags: [url.split('/')[1] ?? ''],
        ...(params ? { params } : {}),
        // A read without a query of its own takes none (X24).
        ...(query || method === 'GET' ? { querystring: query ?? noQuery } : {}),
        ...(response ? { response: { 200: response, ...(one.isForMany ? { 207: response } : {}) } } : {}),
      },
      handler: (request, reply) =>
        one.handler({ request, reply, session: request.session, params: request.params, query: request.query }),
    })
  }
}
