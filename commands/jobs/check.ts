import { setImmediate as turn } from 'node:timers/promises'
import { streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { isAway } from '../../event-store/away.ts'
import type { Log } from '../../event-store/log.ts'
import type { Hold } from '../../event-store/port.ts'
import type { Command, Dispatch } from '../command.ts'
import { beside } from './beside.ts'
import { atOnce } from './chunk.ts'
import { decisionOf, type JobDecisions } from './decisions.ts'
import type { Item, Result, Taken } from './job.ts'
import { readAhead } from './read-ahead.ts'
import type { JobTable } from './table.ts'

export type Asked = Pick<Command, 'actor' | 'perms'>

type Parts = {
  table: JobTable
  log: Log
  resources: readonly Resource[]
  dispatch: Dispatch
  decisions: JobDecisions
  commandOf: (job: Taken, item: Item, asked: Asked) => Command
  askedFor: (job: Taken) => Promise<Asked>
  refused: (job: Taken, index: number, error: unknown) => Result
}

/** Streams that are known to be there, and streams that the job is going to begin. */
type Streams = { seen: Set<string>; planned: ReadonlySet<string> }

// Deciding waits for nothing where nothing is read, so others have their turn after so many items.
const checkedAtOnce = 256

/** Checks a job before anything is done: answers false when something is in the way. Values are held, decisions kept. `planned` is what it makes. */
export const checker = ({ table, log, resources, dispatch, decisions, commandOf, askedFor, refused }: Parts) => {
  const decideAgain = async (job: Taken, item: Item, asked: Asked, { seen, planned }: Streams) => {
    const command = commandOf(job, item, asked)
    const outcome = await dispatch({ ...command, isDryRun: true, planned, leavesClaims: true })
    const decision = decisionOf(command.resource, outcome)
    for (const target of decision?.targets ?? []) seen.add(target)
    if (decision && !job.isDryRun) decisions.keep(job.id, asked.perms, [[item.index, decision]])
    return outcome.claims ?? []
  }

  const lookAhead = async (job: Taken, planned: ReadonlySet<string>, signal: AbortSignal) => {
    const holds: (Hold & { index: number })[] = []
    const results: Result[] = []
    const seen = new Set<string>()
    const itemsAt = readAhead((cursor, limit) => table.itemsFrom(job.id, cursor, limit), checkedAtOnce)
    for (let from = 0; !signal.aborted; from += checkedAtOnce) {
      const items = await itemsAt(from, checkedAtOnce)
      if (items.length === 0) break
      await turn()
      const asked = await askedFor(job)
      await beside(items, atOnce(items), async (item) => {
        try {
          const known = decisions.find(job.id, item.index, asked.perms)
          // Each record that something points at is looked at once more; the values are held in any case.
          const isStill = known?.targets.every((target) => planned.has(target) || seen.has(target))
          const claims = known && isStill ? known.claims : await decideAgain(job, item, asked, { seen, planned })
          const stream = streamOf(item.resource, item.record ?? 0)
          for (const claim of claims) holds.push({ stream, claim, index: item.index })
        } catch (error) {
          if (isAway(error)) throw error
          results.push(refused(job, item.index, error))
        }
      })
    }
    // Of two that want the same, the later is in the way.
    return { holds: holds.toSorted((one, other) => one.index - other.index), results }
  }

  /** The places of values that others have. All are held, unless something else stands in the way already. */
  const takenAmong = async (holds: readonly Hold[], isClear: boolean): Promise<readonly number[]> => {
    if (isClear) return log.store.hold(holds)
    const holders = await Promise.all(holds.map(({ claim }) => log.store.holder(claim)))
    return holds.flatMap(({ stream }, place) => ((holders[place] ?? stream) === stream ? [] : [place]))
  }

  /** Ends it, without what a process may have held that died before it. */
  const cancel = async (job: Taken, planned: ReadonlySet<string>): Promise<false> => {
    await log.store.letGo([...planned])
    await table.finish(job, 'cancelled')
    return false
  }

  return async (job: Taken, planned: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> => {
    // One that died behind what it refused has moved the cursor.
    if (job.cursor > 0) return cancel(job, planned)
    const { holds, results } = await lookAhead(job, planned, signal)
    if (signal.aborted) return false
    for (const place of await takenAmong(holds, results.length === 0)) {
      const { index = 0, claim } = holds[place] ?? {}
      const label = resources.flatMap(({ name, fields }) =>
        Object.entries(fields).flatMap(([field, { label: one }]) => (`${name}.${field}` === claim?.scope ? one : [])),
      )
      const values = { label: label[0] ?? 'A value' }
      results.push(refused(job, index, new Rejected('{label} is already taken.', 'rule', { values })))
    }
    if (results.length === 0) return table.markChecked(job)
    const firstOf = new Map(results.toReversed().map((result) => [result.index, result]))
    await table.save(job, [...firstOf.values()], null)
    return cancel(job, planned)
  }
}
