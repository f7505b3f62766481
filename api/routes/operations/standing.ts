import { z } from 'zod'
import { redacted } from '../../../platform/debug-log.ts'
import { livingProcesses } from '../../../platform/database/processes.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'

const moment = z.string().nullable()
const processState = z.enum(['running', 'stopping', 'lost'])

const standingSchema = z.object({
  models: z.object({
    behindMs: z.number(),
    behindEvents: z.number(),
    isBuilt: z.boolean(),
    halted: z.string().nullable(),
    /** From 0 to 1 while they are built anew. */
    rebuilding: z.number().nullable(),
  }),
  deadLetters: z.object({
    streams: z.number(),
    effects: z.number(),
    /** The first of some streams, with what the program said. */
    shown: z.array(z.object({ stream: z.string(), position: z.string(), error: z.string(), at: z.string() })),
  }),
  mail: z.object({ waiting: z.number(), late: z.number(), oldestSeconds: z.number(), failed: z.number() }),
  jobs: z.object({
    waiting: z.number(),
    running: z.number(),
    planned: z.number(),
    overdueSeconds: z.number(),
    failed: z.number(),
  }),
  checkpoint: z.object({ signedAt: moment, size: z.number(), failingWitnesses: z.number() }),
  verification: z.object({ at: z.string(), state: z.string() }).nullable(),
  backups: z
    .object({ newestAt: moment, nextAt: moment, bytes: z.number(), count: z.number(), isLate: z.boolean() })
    .nullable(),
  room: z.object({ database: z.number(), free: z.number().nullable(), total: z.number().nullable() }),
  processes: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: z.number(),
      role: z.string(),
      version: z.string(),
      node: z.string(),
      startedAt: z.string(),
      beatAt: z.string(),
      state: processState,
    }),
  ),
})

type Operations = Services['operations']

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

// What is due is begun within minutes; until then it is not late.
const backupPatience = 15 * 60_000

const modelsOf = async ({ standing, rebuilding }: Operations) => {
  const { behindMs, behindEvents, isBuilt, halted, head } = await standing.projection()
  const under = await rebuilding.progress()
  const share = under && (head === 0n ? 1 : Math.min(1, Number(under.position) / Number(head)))
  return { behindMs, behindEvents, isBuilt, halted, rebuilding: share }
}

const backupsOf = async ({ standing }: Operations) => {
  const backups = await standing.backups()
  if (!backups) return null
  const { newestAt, nextAt, bytes, count } = backups
  return {
    newestAt: iso(newestAt),
    nextAt: iso(nextAt),
    bytes,
    count,
    isLate: nextAt !== null && nextAt + backupPatience < Date.now(),
  }
}

const deadLettersOf = async ({ operations: { standing }, projector }: Pick<Services, 'operations' | 'projector'>) => ({
  streams: (await projector.status()).deadLetteredStreams,
  effects: await standing.deadLetteredEffects(),
  shown: (await projector.firstDeadLetters(20)).map(({ position, error, ...one }) => ({
    ...one,
    position: String(position),
    error: redacted(error),
  })),
})

const standingRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/utility/operations/standing',
    audience: { anyOf: ['r-operations'] },
    summary: 'How the server stands: read models, mails, jobs, checkpoints, backups, room, and its processes',
    background: 'always',
    response: z.object({ data: standingSchema }),
    handler: async () => {
      const { operations, pool } = services
      const { standing } = operations
      const checkpoint = await standing.checkpoint()
      const verification = await standing.verification()
      const disk = await standing.disk()
      return {
        data: {
          models: await modelsOf(operations),
          deadLetters: await deadLettersOf(services),
          mail: await standing.outbox(),
          jobs: await standing.jobs(),
          checkpoint: { ...checkpoint, signedAt: iso(checkpoint.signedAt) },
          verification: verification && { ...verification, at: new Date(verification.at).toISOString() },
          backups: await backupsOf(operations),
          room: {
            database: (await standing.database()).bytes,
            free: disk?.free ?? null,
            total: disk?.total ?? null,
          },
          processes: (await livingProcesses(pool)).map(({ startedAt, beatAt, ...one }) => ({
            ...one,
            startedAt: startedAt.toISOString(),
            beatAt: beatAt.toISOString(),
          })),
        },
      }
    },
  })

const replayRoute = ({ projector, operations: { logger } }: Services): Route =>
  route({
    method: 'POST',
    url: '/utility/operations/replay',
    audience: { anyOf: ['u-operations'] },
    summary: 'Tries again to project what was set aside; answers how many events were, and how many were not',
    perMinute: 10,
    response: doneSchema.extend({ data: z.object({ replayed: z.number(), left: z.number() }) }),
    handler: async (call) => {
      const data = await projector.replayDeadLetters()
      logger.info({ ...data, person: personOf(signedIn(call)) }, 'what was dead-lettered was tried again')
      return { ...done('operations', 'What was set aside was tried again.'), data }
    },
  })

const rebuildRoute = ({ operations: { rebuilding, logger } }: Services): Route =>
  route({
    method: 'POST',
    url: '/utility/operations/rebuild',
    audience: { anyOf: ['u-operations'] },
    summary: 'Builds the read models anew in the background, beside those in use; one at a time',
    perMinute: 10,
    response: doneSchema,
    handler: async (call) => {
      await rebuilding.start()
      logger.info({ person: personOf(signedIn(call)) }, 'the read models are to be built anew')
      return done('operations', 'The read models are being built anew.')
    },
  })

/** How the server stands, and what staff may do about it. */
export const operationsRoutes = (services: Services): Route[] => [
  standingRoute(services),
  replayRoute(services),
  rebuildRoute(services),
]
