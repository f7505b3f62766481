import type { PersonActor } from '../../domain/person.ts'
import { actorNamed, streamOf } from '../../domain/event.ts'
import type { Message } from '../../domain/message.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { isAway } from '../../event-store/away.ts'
import { eventId, type Log } from '../../event-store/log.ts'
import type { Command, Dispatch, Outcome } from '../command.ts'
import { Contended, isRefusal, messageOfRefusal } from '../refusal.ts'
import { isStale } from '../retry.ts'
import { beside } from './beside.ts'
import { type Asked, checker } from './check.ts'
import { atOnce, chunkOf, largestChunk } from './chunk.ts'
import type { JobDecisions } from './decisions.ts'
import type { Item, Result, Taken } from './job.ts'
import { readAhead } from './read-ahead.ts'
import { runItem } from './run-item.ts'
import type { JobTable } from './table.ts'

export type PerformParts = {
  table: JobTable
  log: Log
  resources: readonly Resource[]
  dispatch: Dispatch
  decisions: JobDecisions
  permissionsOf: (actor: PersonActor) => Promise<readonly string[]>
  /** How many items of a person's job run beside each other, at most. */
  lanesOf: (person: string) => number
  onFailure: (error: unknown) => void
}

type Changed = Pick<Outcome, 'span' | 'position'>
type Done = { result: Result; position: bigint | null }
type Saving = Promise<{ isCancelled: boolean } | null>

// What a job has under way is done in about this time: then it can be cancelled, and looks again who may do what.
const chunkMilliseconds = 500
// Of new records alone: while some are being written, others are sealed and chained.
const mostUnderWay = 2
// What was checked as a whole begins with as many as always run beside each other.
const firstChecked = 32
const leftAlone = 'It was changed since, so it was left as it is.'
const noWayBack = 'This cannot be taken back.'
const broken = 'Something went wrong on our side. Nothing was changed.'
const nothing: ReadonlySet<string> = new Set()
const resultOf = ({ result }: Done) => result
const latestOf = (done: readonly Done[]): bigint | null =>
  done.reduce<bigint | null>(
    (most, { position }) => (position !== null && position > (most ?? -1n) ? position : most),
    null,
  )
const plainly = (id: string): Message => ({ id, values: {} })

/** True for what passes: others were in the way, or the read models are still taking in what they wrote. */
const isPassing = (error: unknown) =>
  error instanceof Contended || (error instanceof Rejected && error.kind === 'unavailable')
const triesAlone = 5

/** Works on a job until it is finished, cancelled or taken; no command runs twice. @throws when the log is away: it goes on later */
export const performer = (parts: PerformParts) => {
  const { table, log, resources, dispatch, decisions, permissionsOf, lanesOf, onFailure } = parts

  const named = (name: string): Resource => {
    const resource = resources.find((known) => known.name === name)
    if (!resource) throw new Rejected('There is no such record any more.', 'missing')
    return resource
  }

  const originOf = ({ id, correlationId, isSilent }: Taken, { index }: Item) => ({
    commandId: eventId(id, index),
    causationId: id,
    ...(correlationId === null ? {} : { correlationId }),
    isSilent,
  })

  const commandOf = (job: Taken, item: Item, asked: Asked): Command => ({
    ...asked,
    ...originOf(job, item),
    resource: named(item.resource),
    verb: item.verb,
    sent: item.sent ?? {},
    ...(item.record === null ? {} : { id: item.record }),
    ...(item.version === null ? {} : { ifVersion: item.version }),
    isFirstTry: job.run === 1,
    isDryRun: job.isDryRun,
  })

  const run = (job: Taken, item: Item, asked: Asked): Promise<Changed> =>
    runItem({ log, dispatch }, commandOf(job, item, asked), item, job.isScheduled)

  /** Takes an item of an earlier job back, from its record's version `version` to `since`. */
  const takeBack = (job: Taken, item: Item, asked: Asked): Promise<Changed> => {
    if (named(item.resource).events.revert === undefined) throw new Rejected(noWayBack)
    return dispatch(commandOf(job, { ...item, verb: 'revert', sent: { version: item.since ?? 0 } }, asked))
  }

  const refused = (job: Taken, index: number, error: unknown): Done => {
    if (!isRefusal(error)) onFailure(error)
    const isLeft = job.isUndo && isStale(error)
    const result = {
      index,
      state: 'refused' as const,
      message: isLeft ? plainly(leftAlone) : (messageOfRefusal(error) ?? plainly(broken)),
      since: null,
      version: null,
    }
    return { result, position: null }
  }

  /** Writes what was decided when the job was checked, once what it points at is there. */
  const commitDecided = async (job: Taken, item: Item, asked: Asked, unmade: ReadonlySet<string>) => {
    const decision = decisions.take(job.id, item.index, asked.perms)
    if (!decision || decision.targets.some((target) => unmade.has(target))) return null
    return decision.commit(originOf(job, item))
  }

  /** Null when another try, alone, may do. @throws when the database or the log is away */
  const tryItem = async (job: Taken, item: Item, asked: Asked, unmade = nothing): Promise<Done | null> => {
    const { index } = item
    try {
      const { span, position } = job.isUndo
        ? await takeBack(job, item, asked)
        : ((await commitDecided(job, item, asked, unmade)) ?? (await run(job, item, asked)))
      const state = span ? ('done' as const) : ('unchanged' as const)
      const result = { index, state, message: null, since: span?.from ?? null, version: span?.to ?? null }
      return { result, position }
    } catch (error) {
      if (isAway(error)) throw error
      return isPassing(error) ? null : refused(job, index, error)
    }
  }

  const tryAlone = async (job: Taken, item: Item, asked: Asked): Promise<Done> => {
    for (let tries = 0; tries < triesAlone; tries += 1) {
      const done = await tryItem(job, item, asked)
      if (done) return done
    }
    return refused(job, item.index, new Contended())
  }

  const askedFor = async ({ person }: Taken): Promise<Asked> => {
    const actor = actorNamed(person)
    const { type, id } = actor
    return { actor, perms: type === 'system' ? null : await permissionsOf({ type, id: Number(id) }) }
  }

  const work = async (job: Taken, items: readonly Item[], unmade: Set<string>): Promise<Done[]> => {
    const asked = await askedFor(job)
    const lanes = Math.min(atOnce(items), lanesOf(job.person))
    const tried = await beside(items, lanes, (item) => tryItem(job, item, asked, unmade))
    const done: Done[] = []
    for (const [at, item] of items.entries()) {
      const one = tried[at] ?? (await tryAlone(job, item, asked))
      if (one.position !== null) unmade.delete(streamOf(item.resource, item.record ?? 0))
      done.push(one)
    }
    return done
  }

  const streamsToMake = async ({ id }: Taken): Promise<Set<string>> =>
    new Set((await table.notMade(id)).map(({ resource, record }) => streamOf(resource, record)))

  const refusedBecause = (job: Taken, index: number, error: unknown): Result => refused(job, index, error).result
  const checkAll = checker({
    table,
    log,
    resources,
    dispatch,
    decisions,
    commandOf,
    askedFor,
    refused: refusedBecause,
  })

  const end = async (job: Taken, state: 'done' | 'cancelled'): Promise<void> => {
    if (job.isAtomic) await log.store.letGo([...(await streamsToMake(job))])
    await table.finish(job, state)
  }

  const performAll = async (job: Taken, signal: AbortSignal): Promise<void> => {
    const unmade = await streamsToMake(job)
    if (job.isUnchecked && !job.isCancelled && !(await checkAll(job, unmade, signal))) return
    let { cursor } = job
    const itemsAt = readAhead((from, limit) => table.itemsFrom(job.id, from, limit), largestChunk)
    let size = job.isAtomic ? firstChecked : 1
    let isCancelled = job.isCancelled
    const underWay: { items: readonly Item[]; began: number; working: Promise<Done[]> }[] = []

    const startMore = async () => {
      while (!signal.aborted && !isCancelled && underWay.length < mostUnderWay) {
        const others = underWay.flatMap(({ items }) => items)
        if (others[0] && (others[0].verb !== 'create' || size < largestChunk)) return
        const items = chunkOf(await itemsAt(cursor, size), others, resources)
        if (items.length === 0) return
        cursor += items.length
        const working = work(job, items, unmade)
        working.catch(() => {})
        underWay.push({ items, began: performance.now(), working })
      }
    }

    // The results of a big chunk are kept while others are worked on: what runs again after a kill is found in its stream.
    let saving: Saving = Promise.resolve(job)
    try {
      await startMore()
      for (let next = underWay[0]; next; next = underWay[0]) {
        const done = await next.working
        underWay.shift()
        const saved = await saving
        if (!saved) return
        saving = table.save(job, done.map(resultOf), latestOf(done))
        saving.catch(() => {})
        const latest = next.items.length < largestChunk ? await saving : saved
        isCancelled = latest?.isCancelled !== false
        const isQuick = performance.now() - next.began < chunkMilliseconds
        size = isQuick ? Math.min(largestChunk, size * 2) : Math.max(1, Math.ceil(size / 2))
        await startMore()
      }
    } finally {
      // Whoever takes the job over must not meet what is still being written.
      await Promise.allSettled(underWay.map(({ working }) => working))
    }
    const saved = await saving
    if (saved && !signal.aborted) await end(job, saved.isCancelled ? 'cancelled' : 'done')
  }

  return (job: Taken, signal: AbortSignal): Promise<void> =>
    performAll(job, signal).finally(() => decisions.forget(job.id))
}
