import pLimit from 'p-limit'
import type pg from 'pg'
import { type Actor, streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { changeSignal } from '../../platform/signal.ts'
import { connectAlone, tryLock, unlock } from '../../platform/database/connection.ts'
import { listenTo } from '../../platform/database/listener.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Audit } from '../audit.ts'
import type { Ids } from '../ids.ts'
import { jobDecisions } from './decisions.ts'
import { isPlanned, jobFacts } from './facts.ts'
import { performer, type PerformParts } from './perform.ts'
import type { Item, Job, NewJob } from './job.ts'
import { jobRoom } from './room.ts'
import { type JobTable, jobTable } from './table.ts'
import { jobTurns } from './turns.ts'

type Parts = Omit<PerformParts, 'table' | 'decisions' | 'lanesOf'> & {
  pool: pg.Pool
  /** Seals what items send while they wait: 32 bytes, for this purpose alone. */
  key: Uint8Array
  ids: Ids
  /** Writes what the trail is told of what somebody planned. */
  audit: Audit
  /** What multiplies how many jobs one person may have. */
  limitsFactor?: number
  now: () => Date
  logger: Logger
}

const channel = 'job_started'
// How soon a job goes on whose process died, and how late a clock that was set is noticed.
const lookEvery = 15_000
// Jobs of more items are read from the database as they go.
const mostHeld = 20_000
const patience = 20_000

/** Locks that are held as long as one connection lives: whoever dies gives them back, whatever any clock says. */
const jobLocks = (pool: pg.Pool) => {
  let client: Promise<pg.Client> | null = null
  // A connection answers one statement at a time.
  const inTurn = pLimit(1)
  const leave = async () => {
    const left = client
    client = null
    await left?.then((one) => one.end()).catch(() => {})
  }
  const ask = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    client ??= connectAlone(pool)
    try {
      const connected = await client
      return await inTurn(() => work(connected))
    } catch (error) {
      await leave()
      throw error
    }
  }
  return {
    take: (id: string) => ask((one) => tryLock(one, `job ${id}`)),
    giveBack: (id: string) => ask((one) => unlock(one, `job ${id}`)).catch(() => {}),
    leave,
  }
}

/** Durable work on many records (docs/decisions/engine/0007): one process at a time per job, taken over from those that died. */
export const openJobs = ({ pool, key, ids, now, logger, audit, limitsFactor = 1, ...parts }: Parts) => {
  const table = jobTable(pool, key)
  const decisions = jobDecisions()
  // Of jobs that begin where they were started, so that nobody opens what was sealed a moment ago.
  const started = new Map<string, readonly Item[]>()
  const itemsFrom: JobTable['itemsFrom'] = async (id, from, limit) =>
    started.get(id)?.slice(from, from + limit) ?? table.itemsFrom(id, from, limit)
  const facts = jobFacts(pool, audit)
  const turns = jobTurns()
  const checkRoom = jobRoom(limitsFactor)
  const perform = performer({ ...parts, table: { ...table, itemsFrom }, decisions, lanesOf: turns.lanes })
  const locks = jobLocks(pool)
  const change = changeSignal()
  const stopped = new AbortController()
  const running = new Map<string, Promise<boolean>>()
  const warn = (message: string, error: unknown) => logger.warn({ err: error }, message)
  const listener = listenTo(pool, channel, change, warn)
  let working: Promise<void> | null = null

  /** False when another server works on it. */
  const attempt = async (id: string): Promise<boolean> => {
    if (!(await locks.take(id))) return false
    try {
      await facts.tell(id)
      const job = await table.take(id, now())
      if (!job) return true
      await perform(job, stopped.signal)
      if (job.isScheduled) await facts.tell(id)
      return true
    } finally {
      await locks.giveBack(id)
    }
  }

  /** Begins a job when it is its person's turn; false when it is not, or it is under way. */
  const begin = (id: string, person: string): boolean => {
    if (running.has(id) || stopped.signal.aborted || !turns.mayBegin(person)) return false
    const end = turns.begin(person)
    const run = attempt(id)
      .catch((error: unknown) => {
        warn('a job is interrupted and goes on later', error)
        return true
      })
      .then((isOwn) => {
        running.delete(id)
        started.delete(id)
        end()
        // Where another server has it, there is nothing to look for again.
        if (isOwn) change.raise()
        return isOwn
      })
    running.set(id, run)
    return true
  }

  const lookOnce = async (): Promise<number> => {
    let pause = lookEvery
    for (const { id, person, state, startsAt } of await table.open()) {
      const wait = startsAt.getTime() - now().getTime()
      if (state === 'waiting' && wait > 0) pause = Math.min(pause, wait)
      else begin(id, person)
    }
    return pause
  }

  const look = async () => {
    while (!stopped.signal.aborted) {
      const ticket = change.ticket()
      const pause = await lookOnce().catch((error: unknown) => {
        if (!pool.ending) warn('jobs cannot be looked for', error)
        return lookEvery
      })
      await change.wait(ticket, pause, stopped.signal)
    }
  }

  /** Ids for what is to be made, so that a retry makes the same records. */
  const withIds = async (items: NewJob['items']): Promise<NewJob['items']> => {
    const isWanted = ({ verb, record }: Omit<Item, 'index'>) => verb === 'create' && record === null
    const wanted = items.filter(isWanted)
    const drawn = new Map<string, number[]>()
    for (const name of new Set(wanted.map(({ resource }) => resource))) {
      const resource = parts.resources.find((known: Resource) => known.name === name)
      if (resource) drawn.set(name, await ids.many(resource, wanted.filter((one) => one.resource === name).length))
    }
    return items.map((item) => (isWanted(item) ? { ...item, record: drawn.get(item.resource)?.shift() ?? null } : item))
  }

  const wake = async (): Promise<void> => {
    await pool.query('select pg_notify($1, $2)', [channel, '']).catch(() => {})
  }

  /** @throws Rejected throttled when its person has many already */
  const start = async (job: NewJob): Promise<void> => {
    await checkRoom(pool, job.actor, now(), job)
    const items = job.isDryRun ? job.items : await withIds(job.items)
    const person = streamOf(job.actor.type, job.actor.id)
    const isNew = await table.insert({ ...job, items }, person, now(), (client) =>
      checkRoom(client, job.actor, now(), job),
    )
    if (isPlanned(job, now())) await facts.tell(job.id)
    if (!isNew) return
    const isDue = working && (job.startsAt ?? now()) <= now()
    if (isDue && begin(job.id, person) && items.length <= mostHeld)
      started.set(
        job.id,
        items.map((item, index) => ({ ...item, index })),
      )
    await wake()
  }

  /** A job of this person as it stands once it is finished, or as far as it came when it is interrupted. */
  const settled = async (person: string, id: string): Promise<Job | null> => {
    const until = performance.now() + patience
    for (;;) {
      const ticket = change.ticket()
      const isOwn = await running.get(id)
      const job = await table.find(person, id)
      if (!job || job.finishedAt || isOwn || performance.now() > until) return job
      await change.wait(ticket, 50, stopped.signal)
    }
  }

  /** The job that takes another one back. @throws Rejected when there is nothing to take back */
  const undoOf = async (actor: Actor, id: string): Promise<Omit<NewJob, 'id' | 'actor'>> => {
    const job = await table.find(streamOf(actor.type, actor.id), id)
    if (!job) throw new Rejected('There is no such job.', 'missing')
    if (!job.finishedAt) throw new Rejected('This job is still running. Cancel it first.')
    const items = job.isDryRun ? [] : await table.inverse(id)
    if (items.length === 0) throw new Rejected('This job has changed nothing.')
    return { verb: 'undo', resource: job.resource, items, undoes: id }
  }

  const { cancel, find, list, results, sweep } = table
  return {
    decisions,
    facts,
    /** Looks again at what is due, here and in other processes. */
    wake,
    /** @throws Rejected throttled as `start` would */
    checkRoom: (actor: Actor): Promise<void> => checkRoom(pool, actor, now()),
    start,
    settled,
    undoOf,
    cancel,
    find,
    list,
    results,
    itemsFrom: table.itemsFrom,
    sweep,
    /** Forgets what is at hand of jobs: from here on it is read or decided again. */
    forgetAll: (): void => {
      decisions.forgetAll()
      started.clear()
    },
    work: () => {
      listener.start()
      working ??= look()
    },
    stop: async (): Promise<void> => {
      stopped.abort()
      await working
      await Promise.all(running.values())
      await listener.close()
      await locks.leave()
    },
  }
}

export type Jobs = ReturnType<typeof openJobs>
