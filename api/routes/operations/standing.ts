import { z } from 'zod'
import { askEvery, type Standing, standingSchema } from '../../../domain/operations/standing.ts'
import { redacted } from '../../../platform/debug-log.ts'
import { livingProcesses } from '../../../platform/database/processes.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Call, personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'

type Operations = Services['operations']

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

// What is due is begun within minutes; until then it is not late.
const backupPatience = 15 * 60_000

const modelsOf = async ({ standing, rebuilding }: Operations) => {
  const { behindMs, behindEvents, isBuilt, halted, head } = await standing.projection()
  const under = await rebuilding.progress()
  const share = under && (head === 0n ? 1 : Math.min(1, Number(under.position) / Number(head)))
  const failed = await rebuilding.failed()
  const rebuildFailed = failed && { at: new Date(failed.at).toISOString(), error: redacted(failed.error) }
  return { behindMs, behindEvents, isBuilt, halted, rebuilding: share, rebuildFailed }
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

const readStanding = async (services: Services): Promise<Standing> => {
  const { operations, pool } = services
  const { standing } = operations
  const checkpoint = await standing.checkpoint()
  const verification = await standing.verification()
  const disk = await standing.disk()
  return {
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
  }
}

// However many screens are open, it is asked for once in the time after which each of them asks again; less a little, since they do not ask in step.
const keptFor = ({ models }: Standing) => 0.8 * (models.rebuilding === null ? askEvery.usual : askEvery.whileBuilding)

/** How the server stands, read for the first who asks; whoever asks soon after gets the same. What staff order is told at once. */
const sharedStanding = (services: Services) => {
  let kept: { until: number; standing: Promise<Standing> } | null = null
  const forget = () => {
    kept = null
  }
  const ask = async (): Promise<Standing> => {
    if (kept && performance.now() < kept.until) return kept.standing
    const own = { until: Number.POSITIVE_INFINITY, standing: readStanding(services) }
    kept = own
    try {
      own.until = performance.now() + keptFor(await own.standing)
    } catch (error) {
      if (kept === own) forget()
      throw error
    }
    return own.standing
  }
  return { ask, forget }
}

const standingRoute = (ask: () => Promise<Standing>): Route =>
  route({
    method: 'GET',
    url: '/utility/operations/standing',
    audience: { anyOf: ['r-operations'] },
    summary: 'How the server stands: read models, mails, jobs, checkpoints, backups, room, and its processes',
    background: 'always',
    response: z.object({ data: standingSchema }),
    handler: async () => ({ data: await ask() }),
  })

const orderedBy = (call: Call) => ({ actor: signedIn(call).actor, correlationId: correlationOf(call.request) })

const replayRoute = ({ projector, audit, operations: { logger } }: Services, tell: () => void): Route =>
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
      tell()
      const told = { resource: 'operations', count: data.replayed, left: data.left }
      await audit({ type: 'DeadLettersReplayed', data: told }, orderedBy(call))
      return { ...done('operations', 'What was set aside was tried again.'), data }
    },
  })

const rebuildRoute = ({ audit, operations: { rebuilding, logger } }: Services, tell: () => void): Route =>
  route({
    method: 'POST',
    url: '/utility/operations/rebuild',
    audience: { anyOf: ['u-operations'] },
    summary: 'Builds the read models anew in the background, beside those in use; one at a time',
    perMinute: 10,
    response: doneSchema,
    handler: async (call) => {
      await rebuilding.start()
      tell()
      logger.info({ person: personOf(signedIn(call)) }, 'the read models are to be built anew')
      await audit({ type: 'RebuildOrdered', data: { resource: 'operations' } }, orderedBy(call))
      return done('operations', 'The read models are being built anew.')
    },
  })

/** How the server stands, and what staff may do about it. */
export const operationsRoutes = (services: Services): Route[] => {
  const { ask, forget } = sharedStanding(services)
  return [standingRoute(ask), replayRoute(services, forget), rebuildRoute(services, forget)]
}
