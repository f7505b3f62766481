import type { Trial } from '../api/server/services.ts'
import { keepNone } from '../commands/secrets.ts'
import { type Ahead, carryOutAhead } from '../commands/schedule/ahead.ts'
import type { Due, Schedule } from '../commands/schedule/schedule.ts'
import type { DispatchDependencies } from '../commands/command.ts'
import type { Ids } from '../commands/ids.ts'
import { eventTypesOf } from '../domain/event-types.ts'
import type { PersonActor } from '../domain/person.ts'
import type { LogEvent } from '../event-store/log.ts'
import { type Overlay, overlayOf } from '../event-store/overlay.ts'
import { poolBeside } from '../platform/database/pool.ts'
import type { contentCleaner } from '../platform/content/cleaner.ts'
import { publicationsIn } from '../projections/consumers/publishing.ts'
import type { Moment } from '../projections/past/reader-at.ts'
import { momentPath } from '../projections/past/views.ts'
import { openPlanned, type Planned } from '../projections/planned/planned.ts'
import type { PlannedView, PlannedViews } from '../projections/planned/views.ts'
import { openRecords } from '../projections/records.ts'
import { readSchema } from '../projections/schema.ts'
import { publicationJob } from './consumers.ts'
import { openDispatch } from './dispatch.ts'
import type { Ground } from './open.ts'

type Parts = Pick<Ground, 'pool' | 'log' | 'resources' | 'logger'> &
  Pick<DispatchDependencies, 'claimKey'> & {
    cleaner: ReturnType<typeof contentCleaner>
    schedule: Pick<Schedule, 'due'>
    permissionsOf: (actor: PersonActor) => Promise<readonly string[]>
    now: () => Date
  }

// In milliseconds. Of a page that is looked at, several calls ask for the same moment.
const keptFor = 10_000
const mostKept = 3
// Numbers of records that are made in memory alone.
const firstId = 2_000_000_000

const idsAhead = (): Ids => {
  let last = firstId
  const many: Ids['many'] = async (_resource, count) => Array.from({ length: count }, () => (last += 1))
  return { many, next: async () => (last += 1) }
}

/** Jobs that publish what the events give a moment. */
const publications = (resources: Parts['resources'], events: readonly LogEvent[]): Due[] => {
  const { of } = publicationsIn(resources)
  return events.flatMap((event) => {
    const publication = of(event)
    if (!publication) return []
    const { id, items, startsAt } = publicationJob(publication)
    const numbered = items.map((item, index) => ({ ...item, index }))
    return [{ id, person: 'system-publishing', at: startsAt, isScheduled: false, items: numbered }]
  })
}

/** Folds what was appended in memory since the last time. */
const folding = (planned: Planned, { added }: Overlay) => {
  let folded = 0
  return async (): Promise<readonly LogEvent[]> => {
    const events = added.slice(folded)
    folded = added.length
    if (events.length > 0) await planned.add(events)
    return events
  }
}

type Kept = { view: Promise<PlannedView & Trial & Pick<Planned, 'close'>>; timer: NodeJS.Timeout }

/** What will be if all that is planned happens: carried out in memory, folded, and put in front of the read models for one connection (docs/decisions/projections/0153). */
export const openPlannedViews = (parts: Parts): PlannedViews<Trial> => {
  const { pool, log, resources, logger, schedule, claimKey, cleaner, permissionsOf, now } = parts
  const schema = readSchema(resources)
  const types = eventTypesOf(resources)
  const own = poolBeside(pool, logger, momentPath(schema.name))
  const kept = new Map<string, Kept>()

  const carryOut = async (planned: Planned, { position, at }: Moment): Promise<Ahead & Trial> => {
    const until = new Date(at)
    const overlay = overlayOf(log, types, position)
    const fold = folding(planned, overlay)
    const over = { pool: planned.reader, log: overlay.log, resources }
    const records = openRecords(over)
    // What a command reads of the read models holds what was done before it.
    const waitFor = async () => {
      unfollowed.push(...(await fold()))
      return true
    }
    const unfollowed: LogEvent[] = []
    const { dispatchAt } = openDispatch({
      ...over,
      ids: idsAhead(),
      claimKey,
      secrets: keepNone,
      projector: { waitFor },
      records,
      cleaner,
      isAhead: true,
    })
    const follow = async () => {
      await waitFor()
      return publications(resources, unfollowed.splice(0))
    }
    const due = await schedule.due(until)
    const ahead = await carryOutAhead(
      { log: overlay.log, dispatchAt, resources, permissionsOf, now, follow },
      due,
      until,
    )
    return { ...ahead, records, log: overlay.log, dispatch: dispatchAt(() => until) }
  }

  const open = async (moment: Moment) => {
    const planned = await openPlanned(own, schema, moment)
    try {
      const ahead = await carryOut(planned, moment)
      return { ...ahead, close: planned.close }
    } catch (error) {
      await planned.close()
      throw error
    }
  }

  const forget = (key: string): void => {
    const one = kept.get(key)
    kept.delete(key)
    clearTimeout(one?.timer)
    one?.view.then(({ close }) => close()).catch(() => {})
  }

  const at = (moment: Moment): Promise<PlannedView & Trial> => {
    const key = `${moment.position} ${moment.at}`
    const known = kept.get(key)
    if (known) {
      known.timer.refresh()
      return known.view
    }
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostKept) forget(oldest)
    const view = open(moment)
    view.catch(() => forget(key))
    kept.set(key, { view, timer: setTimeout(forget, keptFor, key).unref() })
    return view
  }

  const close = async () => {
    for (const key of kept.keys()) forget(key)
    await own.end()
  }
  return { at, close }
}
