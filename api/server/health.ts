import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ProjectorStatus } from '../../projections/running/projector.ts'

/**
 * `deadLetteredEffects`: streams that wait behind an event which a consumer could not handle; `failingWitnesses`: what could not be told of the
 * newest checkpoint, and the signing itself.
 */
type Standing = Pick<ProjectorStatus, 'behindMs' | 'isBuilt' | 'halted' | 'deadLetteredStreams'> & {
  deadLetteredEffects: number
  failingWitnesses: number
}
type Readiness = {
  code: 200 | 503
  body: { status: string; deadLetteredStreams?: number; deadLetteredEffects?: number; failingWitnesses?: number }
}

const notReady: Readiness = { code: 503, body: { status: 'not ready' } }
const stopping: Readiness = { code: 503, body: { status: 'stopping' } }

const readinessOf = ({ behindMs, isBuilt, halted, ...wrong }: Standing): Readiness => {
  if (halted !== null) return { code: 503, body: { status: 'halted' } }
  if (!isBuilt || behindMs >= 2_000) return notReady
  const { deadLetteredStreams, deadLetteredEffects, failingWitnesses } = wrong
  if (deadLetteredStreams + deadLetteredEffects + failingWitnesses === 0)
    return { code: 200, body: { status: 'ready' } }
  return {
    code: 200,
    body: {
      status: 'degraded',
      deadLetteredStreams,
      ...(deadLetteredEffects > 0 ? { deadLetteredEffects } : {}),
      ...(failingWitnesses > 0 ? { failingWitnesses } : {}),
    },
  }
}

/**
 * /health/ready is 200 when the read models lag less than 2 s (`degraded` with dead-lettered records or witnesses of checkpoints that fail), 503 while projecting stands still.
 * Kept for a second (OV-4); numbers only. Once `leaving` is raised it is 503, and each answer ends its connection, so that whoever balances goes
 * elsewhere before this process stops listening.
 */
export const addHealth = (app: FastifyInstance, standing: () => Promise<Standing>, leaving: AbortSignal): void => {
  leaving.addEventListener('abort', () => {
    app.server.prependListener('request', (_request, answer: ServerResponse) => answer.setHeader('connection', 'close'))
  })
  let last = { at: 0, readiness: Promise.resolve(notReady) }
  // Whoever decides by them whether to restart this process must not be told that it is busy.
  const config = { pressureHandler: () => undefined }
  const schema = { hide: true }
  app.get('/health/live', { config, schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get('/health/ready', { config, schema }, async (_request, reply) => {
    if (Date.now() - last.at > 1_000)
      last = {
        at: Date.now(),
        readiness: standing()
          .then(readinessOf)
          .catch(() => notReady),
      }
    const { code, body } = leaving.aborted ? stopping : await last.readiness
    return reply.status(code).header('cache-control', 'no-store').send(body)
  })
}
