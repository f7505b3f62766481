import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ProjectorStatus } from '../../projections/running/projector.ts'

/**
 * `deadLetteredEffects`: streams that wait behind an event which a consumer could not handle; `failingWitnesses`: what could not be told of the
 * newest checkpoint, and the signing itself; `lateMails`: what should have been sent ten minutes ago; `filesAway`: the bucket of files does not answer.
 */
export type HealthFacts = Pick<ProjectorStatus, 'behindMs' | 'isBuilt' | 'halted' | 'deadLetteredStreams'> & {
  deadLetteredEffects: number
  failingWitnesses: number
  lateMails: number
  filesAway: boolean
}
export type Readiness = {
  code: 200 | 503
  body: {
    status: string
    deadLetteredStreams?: number
    deadLetteredEffects?: number
    failingWitnesses?: number
    lateMails?: number
    filesAway?: true
  }
}

const notReady: Readiness = { code: 503, body: { status: 'not ready' } }
const stopping: Readiness = { code: 503, body: { status: 'stopping' } }

const degraded = ({
  deadLetteredStreams,
  deadLetteredEffects,
  failingWitnesses,
  lateMails,
  filesAway,
}: HealthFacts): Readiness => {
  if (deadLetteredStreams + deadLetteredEffects + failingWitnesses + lateMails + Number(filesAway) === 0)
    return { code: 200, body: { status: 'ready' } }
  return {
    code: 200,
    body: {
      status: 'degraded',
      deadLetteredStreams,
      ...(deadLetteredEffects > 0 ? { deadLetteredEffects } : {}),
      ...(failingWitnesses > 0 ? { failingWitnesses } : {}),
      ...(lateMails > 0 ? { lateMails } : {}),
      ...(filesAway ? { filesAway } : {}),
    },
  }
}

const readinessOf = (facts: HealthFacts, isAboutModels: boolean): Readiness => {
  if (!isAboutModels) return degraded(facts)
  if (facts.halted !== null) return { code: 503, body: { status: 'halted' } }
  return facts.isBuilt && facts.behindMs < 2_000 ? degraded(facts) : notReady
}

/**
 * Whether a process is ready, asked anew at most once a second (OV-4); numbers only. It is not once `leaving` is raised, nor while the facts
 * cannot be read. One that only sends mail (`isAboutModels` false) does not need the read models to be up to date.
 */
export const readinessWith = (
  facts: () => Promise<HealthFacts>,
  leaving: AbortSignal,
  isAboutModels = true,
): (() => Promise<Readiness>) => {
  let last = { at: 0, readiness: Promise.resolve(notReady) }
  return async () => {
    if (Date.now() - last.at > 1_000)
      last = {
        at: Date.now(),
        readiness: facts()
          .then((known) => readinessOf(known, isAboutModels))
          .catch(() => notReady),
      }
    return leaving.aborted ? stopping : last.readiness
  }
}

/**
 * /health/ready is 200 when the read models lag less than 2 s (`degraded` with dead-lettered records, witnesses of checkpoints that fail or mails that are late), 503 while projecting stands still.
 * Once `leaving` is raised it is 503, and each answer ends its connection, so that whoever balances goes
 * elsewhere before this process stops listening.
 */
export const addHealth = (app: FastifyInstance, readiness: () => Promise<Readiness>, leaving: AbortSignal): void => {
  leaving.addEventListener('abort', () => {
    app.server.prependListener('request', (_request, answer: ServerResponse) => answer.setHeader('connection', 'close'))
  })
  // Whoever decides by them whether to restart this process must not be told that it is busy.
  const config = { isAnsweredLate: true }
  const schema = { hide: true }
  app.get('/health/live', { config, schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  app.get('/health/ready', { config, schema }, async (_request, reply) => {
    const { code, body } = await readiness()
    return reply.status(code).header('cache-control', 'no-store').send(body)
  })
}
