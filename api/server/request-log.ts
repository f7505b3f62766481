import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from './apps.ts'
import { personOf } from './route.ts'

/** The pattern, never the path: a path may hold a token (RST-5). What is no route is a page of an app, or nothing. */
export const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (isPage(request) ? 'page' : 'none')

/** The convention of nginx for who left before the answer was sent. */
const clientLeft = 499

/** The status that was answered, or that nobody waited for one. */
export const statusOf = ({ raw }: FastifyReply): number => (raw.headersSent ? raw.statusCode : clientLeft)

const withoutInfo = ['silent', 'fatal', 'error', 'warn']

// Probes come every second or so, and say nothing when all is well.
const isProbe = (route: string) => route.startsWith('/health/')

/** One line for each request once it is answered, or its client has left: at info, of probes at debug. It holds no value of anybody. */
export const addRequestLog = (app: FastifyInstance, logger: FastifyBaseLogger): void => {
  if (withoutInfo.includes(logger.level)) return
  // What a line holds is made here: nothing needs to be looked for in it, which costs as much as half of the line.
  const lines = logger.child({}, { redact: [] })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const route = routeOf(request)
      const line = {
        method: request.method,
        route,
        requestId: request.id,
        status: statusOf(reply),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.session ? { person: personOf(request.session) } : {}),
        ...(request.traceId === null ? {} : { traceId: request.traceId }),
      }
      if (isProbe(route)) lines.debug(line, 'answered')
      else lines.info(line, 'answered')
    })
    done()
  })
}
