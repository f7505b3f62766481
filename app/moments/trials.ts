import { keepNone } from '../../commands/secrets.ts'
import type { Trial } from '../../api/server/services.ts'
import type { DispatchDependencies } from '../../commands/command.ts'
import { logUntil } from '../../event-store/log-until.ts'
import type { contentCleaner } from '../../platform/content/cleaner.ts'
import type { Moments } from '../../projections/past/moments.ts'
import type { Moment } from '../../projections/past/reader-at.ts'
import { openDispatch } from '../dispatch.ts'

type Parts = Pick<DispatchDependencies, 'log' | 'ids' | 'claimKey' | 'resources'> & {
  moments: Pick<Moments, 'reader' | 'records'>
  cleaner: ReturnType<typeof contentCleaner>
}

/** Commands tried as everything was at a moment that has come: dry runs over the log and the read models of then. */
export const trialsWith =
  ({ moments, ...parts }: Parts) =>
  (moment: Moment): Trial => {
    const records = moments.records(moment)
    const log = logUntil(parts.log, moment.position)
    const { dispatchAt } = openDispatch({
      ...parts,
      log,
      records,
      pool: moments.reader(moment),
      secrets: keepNone,
      projector: { waitFor: async () => true },
      isAhead: true,
    })
    return { records, log, dispatch: dispatchAt(() => new Date(moment.at)) }
  }
