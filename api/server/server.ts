import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { forgetRest, usualRest } from '../body/rest.ts'
import { aboutPages, isPage } from './apps.ts'
import { addMeter } from '../body/meter.ts'
import { addParsers } from '../body/parsers.ts'
import { addCrowd } from './crowd.ts'
import { addDocs } from './docs.ts'
import { addErrors, badAddress, notFound, refuserOfBusy, refuseUnreadable } from './errors.ts'
import { validatorCompiler } from '../body/fields.ts'
import { sender } from '../response-cache/bytes.ts'
import { refuseWhileLate } from './lateness.ts'
import { rateOf } from './limits.ts'
import { addOpenApi } from './openapi.ts'
import { addRequestIds, requestIdOf } from './request-id.ts'
import { addRequestLog } from './request-log.ts'
import type { UploadRoom } from '../../platform/files/uploads.ts'
import { isSecure } from './sign-in-cookie.ts'
import { addUploads } from '../body/uploads.ts'
import { addRoutes, audienceFor, checkAudience, type Route, type Session } from './route.ts'

export type ServerDependencies = {
  logger: FastifyBaseLogger
  routes: readonly Route[]
  /** Where people reach it, whatever stands before it; with https browsers are told to use nothing else. */
  publicUrl: string
  /** The living sign-in of a request, or null. @throws Rejected when a cookie comes from elsewhere. */
  sessionOf(request: FastifyRequest): Promise<Session | null>
  /** The device of a request that somebody has signed in on before, by the mark that it was given then; without a look-up. */
  deviceOf(request: FastifyRequest): string | null
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>
  onFailure(error: unknown, request: FastifyRequest): void
  /** What serves everything outside /api: the two apps, files, health. */
  addOthers(app: FastifyInstance): Promise<void>
  /** Where the files of forms lie while requests are at work. */
  uploads: UploadRoom
  /** What multiplies the usual rates of requests. */
  limitsFactor: number
  /** Whose X-Forwarded-For is believed; of anybody else the socket's address counts. */
  trustedProxies: readonly string[]
}

/** The headers of pages and of all that the API answers, worked out once: asked each time, the library takes longer than many an answer. */
const safetyHeaders = (publicUrl: string) => {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const protect = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  protect(answer.req, answer, () => undefined)
  const pages = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)] as const)
  // Addresses of calls hold tokens too (RST-5).
  const data = pages.filter(([name]) => name === 'referrer-policy' || !aboutPages.includes(name))
  return { pages: Object.fromEntries(pages), data: { ...Object.fromEntries(data), 'cache-control': 'no-store' } }
}

const addSafety = async (app: FastifyInstance, { pages, data }: ReturnType<typeof safetyHeaders>) => {
  await app.register(cookie)
  app.addHook('onRequest', ({ routeOptions: { config } }, reply, done) => {
    // What is cached has its headers already; where nothing is cached yet, they follow before the answer goes out.
    if (!config.cached) reply.headers(config.audience === undefined ? pages : data)
    done()
  })
  app.addHook('onSend', ({ routeOptions }, reply, payload, done) => {
    if (routeOptions.config.cached) reply.headers(data)
    done(null, payload)
  })
  // Only what a route asks for; compressed bodies of requests are not taken.
  await app.register(compress, { global: false })
  await app.register(rateLimit, { global: false, cache: 10_000 })
  // Only what makes everybody wait: memory that the allocator keeps, or a busy processor, is no reason to refuse anybody.
  refuseWhileLate(app)
}

const isRead = ({ method }: Route) => method === 'GET'

/** Routes that may be sent a form. Reads are not among them, so that they are spared what looks after uploads. */
const addWrites = async (app: FastifyInstance, routes: readonly Route[], dependencies: ServerDependencies) => {
  await app.register(multipart, {
    attachFieldsToBody: false,
    limits: { fileSize: 10_000_000, files: 20, fields: 50, fieldSize: 1_000_000, parts: 71, headerPairs: 100 },
  })
  addUploads(app, dependencies.uploads)
  addRoutes(app, routes, dependencies)
  app.all('/api/*', { config: { audience: 'anyone' }, schema: { hide: true } }, (_request, reply) => notFound(reply))
}

// Of a person, or of a network before signing in; pages and built files are not counted.
const requestsPerMinute = 3_000

/** Whether the look-up of the sign-in saw the read models at a position or later. */
const hasSeen = ({ session }: FastifyRequest, position: bigint): boolean => {
  const [seen] = session?.readModelVersion?.split(' ') ?? []
  return seen !== undefined && BigInt(seen) >= position
}

const minPosition = (request: FastifyRequest): bigint | null => {
  const header = request.headers['x-min-position']
  return typeof header === 'string' && /^\d{1,19}$/.test(header) ? BigInt(header) : null
}

/** The HTTP server: safety, errors, sign-in and permission before any body is read. A route without an audience is refused. */
export const buildServer = async (dependencies: ServerDependencies): Promise<FastifyInstance> => {
  const {
    logger,
    routes,
    sessionOf,
    deviceOf,
    waitFor,
    onFailure,
    addOthers,
    limitsFactor,
    trustedProxies,
    publicUrl,
  } = dependencies
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // What is logged of a request names it by itself, so none needs a logger of its own.
    childLoggerFactory: (own) => own,
    // Bodies that are read have the size and the time of their route (api/body); half an hour is the slowest upload's.
    bodyLimit: 10_000,
    requestTimeout: 1_800_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 30_000 },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 400,
    },
    return503OnClosing: true,
    clientErrorHandler: refuseUnreadable,
    // Where a person would meet a page, an address that cannot be read is like any other unknown one (T22).
    frameworkErrors: (_error, request, reply) => (isPage(request) ? reply.redirect('/error') : badAddress(reply)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('session', null)
  app.decorateRequest('device', null)
  addRequestIds(app)
  addRequestLog(app, logger)
  addMeter(app)
  addParsers(app)
  addErrors(app, onFailure)
  const headers = safetyHeaders(publicUrl)
  const sendAtOnce = sender(headers.data)
  const refuseBusy = refuserOfBusy(headers.data, onFailure)
  await addSafety(app, headers)
  const crowd = addCrowd(app, publicUrl)
  await addOpenApi(app, publicUrl)
  await addDocs(app)
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.config?.audience) throw new Error(`${route.url} has no audience`)
  })
  const most = requestsPerMinute * limitsFactor
  const counts = { usual: rateOf(app, most), apart: rateOf(app, most) }
  app.addHook('onRequest', async (request, reply) => {
    // By the route that was found, never by the address as it was typed: /%61pi and http://host/api lead to the same one.
    const { config } = request.routeOptions
    const { audience } = config
    if (audience === undefined) return
    // What is cached is the answer to the plain address; a query is read by the route's schema first.
    const isPlain = request.method === 'GET' && !request.url.includes('?') && minPosition(request) === null
    const cached = isPlain ? config.cached : undefined
    if (!crowd.enter(request)) return refuseBusy(request, reply)
    try {
      request.session = await sessionOf(request)
    } finally {
      crowd.leave(request)
    }
    request.device = request.session ? null : deviceOf(request)
    if (config.paced !== 'by itself') await counts[config.paced ?? 'usual'](request)
    checkAudience(request.session, audienceFor(request) ?? audience)
    const bytes = request.session && cached ? cached(request.session) : null
    if (bytes) sendAtOnce(request, reply, bytes)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const position = minPosition(request)
    if (position === null || hasSeen(request, position)) return done()
    waitFor(position, 2_000).then(() => {
      if (request.session) request.session = { ...request.session, readModelVersion: null }
      done()
    }, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    crowd.leave(request)
    if (request.raw.complete) return done(null, payload)
    const most = request.session ? usualRest.person : usualRest.stranger
    forgetRest(request, reply, most).then(() => done(null, payload), done)
  })
  const [reads, writes] = [routes.filter(isRead), routes.filter((route) => !isRead(route))]
  addRoutes(app, reads, dependencies)
  await app.register((own) => addWrites(own, writes, dependencies))
  await addOthers(app)
  return app
}
