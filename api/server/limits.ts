import type { FastifyInstance, FastifyRequest } from 'fastify'
import { streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import { networkOf } from '../../platform/network.ts'

/** Whom a request counts for: the person once signed in, before that a device known from before, or the network of the address (an IPv6 /64). */
export const countedAs = ({ session, device, ip }: Pick<FastifyRequest, 'session' | 'device' | 'ip'>): string => {
  if (session) return streamOf(session.actor.type, session.actor.id)
  return device === null ? networkOf(ip) : `device-${device}`
}

/** Counts a request. @throws Rejected throttled when it is one too many */
export type Rate = (request: FastifyRequest) => Promise<void>

/** So many requests a minute per person or network in this process, each call for itself; needs @fastify/rate-limit. */
export const rateOf = (app: FastifyInstance, perMinute: number): Rate => {
  const count = app.createRateLimit({
    max: Math.max(1, Math.round(perMinute)),
    timeWindow: '1 minute',
    keyGenerator: countedAs,
  })
  return async (request) => {
    const state = await count(request)
    if (state.isAllowed || !state.isExceeded) return
    throw new Rejected('Too many requests. Please wait a moment.', 'throttled', {
      data: { retryAfter: state.ttlInSeconds },
    })
  }
}
