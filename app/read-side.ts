import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/logger.ts'
import { openMoments } from '../projections/past/moments.ts'
import { openRecords } from '../projections/records.ts'
import { openProjector } from '../projections/running/projector.ts'
import type { Base } from './open.ts'

/** What keeps the read models, and what is read of them, now and at earlier moments. */
export const openReadSide = async (
  config: Config,
  { pool, log }: Base,
  logger: Logger,
  resources: readonly Resource[],
) => {
  const lead = config.role === 'all' || config.role === 'projector'
  const projector = await openProjector({ pool, log, resources, logger, lead })
  const records = openRecords({ pool, log, resources })
  const moments = openMoments({ pool, log, resources, projector, logger })
  const closeReadSide = async () => {
    await projector.stop()
    await moments.close()
  }
  return { projector, records, moments, closeReadSide }
}
