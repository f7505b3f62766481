import { streamOf } from '../../domain/event.ts'
import { pointingLeaves, targetsOf } from '../../domain/fields/walk.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { isAway } from '../../event-store/away.ts'
import type { Log } from '../../event-store/log.ts'
import type { Hold } from '../../event-store/port.ts'
import type { Command, Dispatch, Outcome } from '../command.ts'
import { beside } from './beside.ts'
import type { Item, Result, Taken } from './job.ts'
import type { JobTable } from './table.ts'

export type Asked = Pick<Command, 'actor' | 'perms'>

type Parts = {
  table: JobTable
  log: Log
  resources: readonly Resource[]
  dispatch: Dispatch
  commandOf: (job: Taken, item: Item, asked: Asked) => Command
  askedFor: (job: Taken) => Promise<Asked>
  refused: (job: Taken, index: number, error: unknown) => Result
}

export const largestChunk = 256

/** How many items run beside each other: what is new has no past to read, so that many fit into memory. */
export const atOnce = (items: readonly Item[]) => (items.every(({ verb }) => verb === 'create') ? largestChunk : 32)

type Commit = () => Promise<Outcome | null>

// Events are dated by when they were decided, and what was checked then is not true for ever.
const readyFor = 60_000
const mostReady = 20_000

/** What was decided when everything was checked, by item, for as long as its asker may do the same. */
export const readyCommits = () => {
  const kept = new Map<number, { commit: Commit; perms: string; until: number }>()
  return {
    keep: (index: number, perms: Asked['perms'], commit: Commit): void => {
      if (kept.size < mostReady) kept.set(index, { commit, perms: String(perms), until: Date.now() + readyFor })
    },
    take: (index: number, perms: Asked['perms']): Commit | undefined => {
      const ready = kept.get(index)
      kept.delete(index)
      return ready && ready.perms === String(perms) && ready.until > Date.now() ? ready.commit : undefined
    },
  }
}
export type Ready = ReturnType<typeof readyCommits>

/** Checks a job before anything is done: answers false when something is in the way. Values are held, decisions kept in `ready`. */
export const checker = ({ table, log, resources, dispatch, commandOf, askedFor, refused }: Parts) => {
  const lookAhead = async (job: Taken, signal: AbortSignal, ready: Ready) => {
    const holds: (Hold & { index: number })[] = []
    const results: Result[] = []
    const planned = new Set((await table.notMade(job.id)).map(({ resource, record }) => streamOf(resource, record)))
    for (let from = 0; !signal.aborted; from += largestChunk) {
      const items = await table.itemsFrom(job.id, from, largestChunk)
      if (items.length === 0) break
      const asked = await askedFor(job)
      await beside(items, atOnce(items), async (item) => {
        try {
          const command = commandOf(job, item, asked)
          const { claims = [], commit, state } = await dispatch({ ...command, isDryRun: true, planned })
          const targets = pointingLeaves(command.resource.fields, state.values).flatMap(targetsOf)
          // What points at others that the job makes is looked at again once they are there.
          if (commit && !job.isDryRun && !targets.some((target) => planned.has(target)))
            ready.keep(item.index, asked.perms, commit)
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

  return async (job: Taken, signal: AbortSignal, ready: Ready): Promise<boolean> => {
    const { holds, results } = await lookAhead(job, signal, ready)
    if (signal.aborted) return false
    if (results.length === 0)
      for (const place of await log.store.hold(holds)) {
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
    await table.finish(job, 'cancelled')
    return false
  }
}
