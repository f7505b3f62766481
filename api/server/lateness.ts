import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered also while all else is asked to come back. */
    isAnsweredLate?: boolean
  }
  interface FastifyInstance {
    /** Whether the event loop is so late that requests are asked to come back. */
    isLate(): boolean
  }
}

// In milliseconds.
const [resolution, sample, most] = [10, 1_000, 1_000]
const late = Object.assign(new Error('the event loop is late'), { statusCode: 503 })

/**
 * Asks who comes while the event loop was late by more than a second, on average of the last second, to come back (OV-1). It opens nothing: the
 * plug-in for this asks for the memory of the process at each look, and ended a process that may open no more files.
 */
export const refuseWhileLate = (app: FastifyInstance): void => {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let delay = 0
  const timer = setInterval(() => {
    // Without a turn there is no mean.
    delay = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1_000_000 - resolution
    delays.reset()
  }, sample).unref()
  app.decorate('isLate', () => delay > most)
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    if (delay <= most || routeOptions.config.isAnsweredLate) return done()
    reply.header('retry-after', '2')
    done(late)
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    delays.disable()
    done()
  })
}
