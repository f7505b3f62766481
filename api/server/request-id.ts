import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that a caller says this request belongs to. */
    traceId: string | null
  }
}

/** What an id of a request looks like: nothing that could break a line or a statement, and long enough to be one's own. */
export const requestId = /^[A-Za-z0-9][\w.-]{7,63}$/

/** The id that a caller (a proxy, usually) gave a request, where it is well-formed, or a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestId.test(given) ? given : randomUUID()
}

const parent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/
const isNothing = (hex: string) => /^0+$/.test(hex)

/** The id of the trace in a `traceparent` of W3C Trace Context; null for one that is not well-formed, which is as if there were none. */
export const traceIdOf = (header: string | string[] | undefined): string | null => {
  if (typeof header !== 'string') return null
  const [, version, trace, span] = parent.exec(header) ?? []
  const isWhole = version !== undefined && trace !== undefined && span !== undefined && version !== 'ff'
  const isOne = isWhole && (version !== '00' || header.length === 55) && !isNothing(trace) && !isNothing(span)
  return isOne ? trace : null
}

/** The span that called, of a `traceparent` that is well-formed. */
export const spanIdOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header.slice(36, 52) : null

/** What ties together all that follows from a request: its trace, where the caller named one, else the request itself. */
export const correlationOf = ({ id, traceId }: Pick<FastifyRequest, 'id' | 'traceId'>): string => traceId ?? id

/** Answers each request with its id, and with the trace that it named. */
export const addRequestIds = (app: FastifyInstance): void => {
  app.decorateRequest('traceId', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers
    if (traceparent !== undefined) request.traceId = traceIdOf(traceparent)
    reply.header('x-request-id', request.id)
    if (request.traceId !== null && typeof traceparent === 'string') reply.header('traceparent', traceparent)
    done()
  })
}
