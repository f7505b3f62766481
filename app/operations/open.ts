import { readinessWith } from '../../api/server/health.ts'
import type { Services } from '../../api/server/services.ts'
import type { Config } from '../../platform/config.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Base } from '../open.ts'
import { standingOf } from './standing.ts'

type Parts = {
  config: Config
  base: Pick<Base, 'pool' | 'proof' | 'log'>
  services: { projector: Services['projector']; verifying: Pick<Services['verifying'], 'list'> }
  consumers: { deadLetteredStreams(): Promise<number> }
  logger: Logger
  leaving: AbortSignal
}

/** How this process and all others stand: as health tells it, and with METRICS_PORT as metrics, on a port of their own. */
export const openOperations = async ({ config, base, services, consumers, logger, leaving }: Parts) => {
  const { pool, log, proof } = base
  const { projector, verifying } = services
  const standing = standingOf({ pool, log, proof, config, projector, consumers, verifications: verifying })
  const facts = async () => ({
    ...(await projector.status()),
    deadLetteredEffects: await standing.deadLetteredEffects(),
    failingWitnesses: await proof.failing(),
    lateMails: (await standing.outbox()).late,
  })
  const readiness = readinessWith(facts, leaving, config.role !== 'mailer')
  if (config.metricsPort === null) return { readiness, close: async () => undefined }
  // The library is loaded by whoever serves metrics only.
  const [{ openMetrics }, { servePort }] = await Promise.all([import('./prometheus.ts'), import('./port.ts')])
  const metrics = openMetrics({ pool, config, standing })
  const stop = await servePort({ port: config.metricsPort, host: config.host, metrics, readiness, logger })
  return {
    readiness,
    close: async () => {
      await stop()
      metrics.stop()
    },
  }
}
