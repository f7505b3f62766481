import { type HealthFacts, type Readiness, readinessWith } from '../../api/server/health.ts'
import type { OperationsService, StandingReaders } from '../../api/server/operations.ts'
import type { Services } from '../../api/server/services.ts'
import type { Config } from '../../platform/config.ts'
import type { FileStorage } from '../../platform/files/storage.ts'
import { sayThatItLives } from '../../platform/database/processes.ts'
import type { Logger as Reports } from '../../platform/logger.ts'
import { currentSecret } from '../../platform/small-file.ts'
import { headersIn } from '../../platform/variables.ts'
import type { Base, Ground } from '../open.ts'
import { rebuildingWith } from './rebuilding.ts'
import type { GaugeParts } from './gauges.ts'
import { servePort } from './port.ts'
import { standingOf } from './standing.ts'
import { version } from './version.ts'

type Rooms = Ground &
  Pick<Base, 'proof'> &
  Pick<Services, 'projector'> & { verifying: Pick<Services['verifying'], 'list'> }

/** How everything stands, and what staff may do about it. */
export const operationsOf = ({ pool, log, proof, config, resources, logger, projector, verifying }: Rooms) => ({
  standing: standingOf({ pool, log, proof, config, projector, verifications: verifying }),
  rebuilding: rebuildingWith(pool, config, resources, logger),
  logger,
})

type Files = Pick<FileStorage, 'isAway'>

const factsOf = async (standing: StandingReaders, { isAway }: Files): Promise<HealthFacts> => ({
  ...(await standing.projection()),
  deadLetteredEffects: await standing.deadLetteredEffects(),
  failingWitnesses: (await standing.checkpoint()).failingWitnesses,
  lateMails: (await standing.outbox()).late,
  filesAway: isAway(),
})

/** The headers as their file says them now, so that another token needs no restart; those of the start where it says none. */
const currentHeaders = (file: string | null, first: Readonly<Record<string, string>>) => {
  const current = currentSecret(file, '')
  return (): Readonly<Record<string, string>> => {
    const text = current()
    return (text === '' ? null : headersIn(text)) ?? first
  }
}

const tracesTo = async (endpoint: string, { role, tracesHeaders, tracesHeadersFile }: Config) => {
  const { openTraces } = await import('./tracing.ts')
  return openTraces({ endpoint, role, headers: currentHeaders(tracesHeadersFile, tracesHeaders) })
}

type Parts = Pick<Ground, 'pool' | 'logger'> & {
  config: Config
  operations: OperationsService
  storage: Files
  leaving: AbortSignal
}

type Served = GaugeParts & { config: Config; readiness(): Promise<Readiness>; logger: Reports }

/** Serves what METRICS_PORT and HEALTH_PORT ask for. Answers how to stop. */
const servePorts = async ({ config, readiness, logger, ...parts }: Served): Promise<(() => Promise<void>)[]> => {
  const { metricsPort, healthPort, host } = config
  const stops: (() => Promise<void>)[] = []
  if (healthPort !== null)
    stops.push(await servePort({ port: healthPort, host: '127.0.0.1', metrics: null, readiness, logger }))
  if (metricsPort === null) return stops
  const metrics = (await import('./prometheus.ts')).openMetrics({ ...parts, config })
  const stop = await servePort({ port: metricsPort, host, metrics, readiness, logger })
  const stopBoth = async () => {
    await stop()
    metrics.stop()
  }
  return [...stops, stopBoth]
}

/** Says that this process lives, and whether it is ready; with METRICS_PORT its metrics are served on a port of their own. */
export const openOperations = async ({ config, pool, operations, storage, logger, leaving }: Parts) => {
  const { standing } = operations
  const readiness = readinessWith(() => factsOf(standing, storage), leaving, config.role !== 'mailer')
  const leave = sayThatItLives({ pool, logger, role: config.role, version, leaving })
  // These libraries are loaded by whoever uses them only.
  const traces = config.tracesEndpoint === null ? null : await tracesTo(config.tracesEndpoint, config)
  const leaveAll = async () => {
    await leave()
    await traces?.stop()
  }
  const ports = await servePorts({ config, pool, standing, storage, readiness, logger })
  return {
    readiness,
    close: async () => {
      for (const stop of ports) await stop()
      await leaveAll()
    },
  }
}
