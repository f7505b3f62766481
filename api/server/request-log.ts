import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { observed } from '../../platform/observed.ts'
import { isPage } from './apps.ts'
import { correlationOf, spanIdOf } from './request-id.ts'
import { personOf } from './route.ts'

/** The pattern, never the path: a path may hold a token (RST-5). What is no route is a page of an app, or nothing. */
export const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (isPage(request) ? 'page' : 'none')

/** The convention of nginx for who left before the answer was sent. */
const clientLeft = 499

/** The status that was answered, or that nobody waited for one. */
const statusOf = ({ raw }: FastifyReply): number => (raw.headersSent ? raw.statusCode : clientLeft)

const withoutInfo = ['silent', 'fatal', 'error', 'warn']

// Probes come every second or so, and say nothing when all is well.
const isProbe = (route: string) => route.startsWith('/health/')

/**
 * Tells of each request once it is answered, or its client has left: one line at info, of probes at debug, which holds no value of anybody; and
 * to whoever counts them.
 */
export const addRequestLog = (app: FastifyInstance, logger: FastifyBaseLogger): void => {
  const isWritten = !withoutInfo.includes(logger.level)
  // What a line holds is made here: nothing needs to be looked for in it, which costs as much as half of the line.
  const lines = logger.child({}, { redact: [] })
  const write = (request: FastifyRequest, answered: { method: string; route: string; status: number; ms: number }) => {
    const line = {
      ...answered,
      requestId: request.id,
      ...(request.session ? { person: personOf(request.session) } : {}),
      ...(request.traceId === null ? {} : { traceId: request.traceId }),
    }
    if (isProbe(answered.route)) lines.debug(line, 'answered')
    else lines.info(line, 'answered')
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isWritten || observed.answered.isHeard())
      reply.raw.once('close', () => {
        const ms = Math.round(reply.elapsedTime * 10) / 10
        const answered = { method: request.method, route: routeOf(request), status: statusOf(reply), ms }
        if (isWritten) write(request, answered)
        if (observed.answered.isHeard()) observed.answered.tell(answered)
      })
    if (!observed.request.isHeard()) return done()
    const { method, headers } = request
    const parent = request.traceId === null ? null : spanIdOf(headers.traceparent)
    const about = { method, route: routeOf(request), correlation: correlationOf(request), parent }
    const answered = () =>
      new Promise<number>((resolve) => {
        reply.raw.once('close', () => resolve(statusOf(reply)))
        // All that follows is work of this request, wherever it goes on.
        done()
      })
    void observed.request.around(about, answered)
  })
}
