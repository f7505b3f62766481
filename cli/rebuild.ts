import type { Base } from '../app/open.ts'
import type { Resource } from '../domain/resource.ts'
import type { Logger } from '../platform/logger.ts'
import { Halted } from '../projections/running/poison.ts'
import { rebuild, RebuildRunning } from '../projections/running/rebuild.ts'

type Parts = Pick<Base, 'pool' | 'log'> & { resources: readonly Resource[]; logger: Logger; say(text: string): void }

const often = 10_000

/** Rebuilds the read models and says how far it is. Answers the exit code: 0 done, 1 when it had to stop. */
export const runRebuild = async ({ pool, log, resources, logger, say }: Parts): Promise<number> => {
  let next = often
  try {
    const { events, milliseconds } = await rebuild({
      pool,
      log,
      resources,
      logger,
      onProgress: (progress) => {
        if (progress.events < next) return
        next = progress.events + often
        say(`${progress.events} events, at position ${progress.position} of ${progress.head}`)
      },
    })
    say(`The read models are rebuilt: ${events} events in ${(milliseconds / 1_000).toFixed(1)} s.`)
    return 0
  } catch (error) {
    if (!(error instanceof Halted || error instanceof RebuildRunning)) throw error
    say(`${error.message} The read models in use were left alone.`)
    return 1
  }
}
