import { splitStream } from '../domain/event.ts'
import type { Log } from '../event-store/log.ts'
import type { RecordedEvent } from '../event-store/port.ts'
import { StoreUnavailable } from '../event-store/port.ts'
import { sqlState } from '../event-store/sql-append.ts'
import { UnreadableEvent } from '../event-store/upcast.ts'
import { signInCategory } from './fold-activity.ts'
import type { ReadSchema } from './schema.ts'
import { type ParkedEvent, prepare, type Prepared, project, SteppedDown, type Target, write } from './target.ts'

/** The event at which projecting stands still: nothing that authorises is ever skipped. */
export class Halted extends Error {
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    super(`${event.type} of ${event.stream} at position ${event.position} cannot be projected: ${textOf(cause)}`, {
      cause,
    })
    this.name = 'Halted'
    this.event = event
  }
}

/** The streams that access is read from. */
const authorising: readonly string[] = ['user', 'role']

const attempts = 3
const firstPause = 50

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

// Lost (08), resources (53), stopped (57), disk (58), rolled back (40), locked (55), and a schema that went away (3F, 42).
const outageStates = /^(?:08|53|57|58|40|55|3F|42)/
const outageCodes = /^(?:E[A-Z]+|ERR_SOCKET\w*)$/
const outageTexts =
  /terminated|timeout|timed out|not queryable|has encountered a connection error|ended|is closed|was closed|pool after/i

/** True when an error is about a server that does not answer, and not about an event. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable || error instanceof AggregateError) return true
  const state = sqlState(error)
  if (state !== null) return outageStates.test(state)
  if (
    !(error instanceof Error) ||
    error instanceof TypeError ||
    error instanceof UnreadableEvent ||
    error instanceof SyntaxError
  )
    return false
  return ('code' in error && outageCodes.test(String(error.code))) || outageTexts.test(error.message)
}

/** Whether an event concerns the read models at all: our resources and sign-ins; anything else in the log is passed by. */
export const isOurs = ({ resources }: ReadSchema) => {
  const categories = new Set([signInCategory, ...resources.map((resource) => resource.name)])
  return (event: RecordedEvent): boolean => categories.has(splitStream(event.stream).category)
}

const asideWith = (event: RecordedEvent, error: string): ParkedEvent => ({
  position: event.position,
  projection: 'read',
  stream: event.stream,
  eventId: event.id,
  error,
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Takes events in order and keeps the read models' policy for those that cannot be projected (design §4). */
export type Intake = {
  /**
   * Answers when what was taken before is written: one batch is written while the next is opened and folded.
   * @throws Halted, SteppedDown, and outages: then try again later from the checkpoint.
   */
  take(events: readonly RecordedEvent[]): Promise<void>
  /** Answers when all that was taken is written. @throws as `take` does. */
  settle(): Promise<void>
  parkedStreams: ReadonlySet<string>
}

/**
 * @param policy 'park' sets an event and its stream aside unless access is read from it or nobody can read it; 'strict' halts at
 * any, 'aside' at none (to find out how many there are).
 * @param parkedStreams streams that have been set aside before.
 */
export const openIntake = (
  log: Log,
  target: Target,
  policy: 'park' | 'strict' | 'aside',
  parkedStreams: Iterable<string> = [],
): Intake => {
  const parked = new Set(parkedStreams)
  const ours = isOurs(target.schema)
  const waiting = (event: RecordedEvent) => asideWith(event, 'An earlier event of this stream is parked.')
  let writing: { events: readonly RecordedEvent[]; prepared: Prepared; done: Promise<void> } | null = null

  const prepareWhole = async (given: readonly RecordedEvent[]): Promise<Prepared | null> => {
    // What has been taken is not folded twice, whoever hands it in.
    const reached = writing?.prepared.position ?? target.checkpoint.position
    const events = given.filter((event) => event.position > reached)
    const last = events.at(-1)
    if (!last) return null
    const before = writing?.prepared.folded.rows
    const known = events.filter(ours)
    const opened = await log.open(known.filter((event) => !parked.has(event.stream)))
    const aside = known.filter((event) => parked.has(event.stream)).map(waiting)
    return prepare(target, opened, last.position, aside, before)
  }

  const mustHalt = (event: RecordedEvent, error: unknown) =>
    policy === 'strict' ||
    (policy === 'park' &&
      (error instanceof UnreadableEvent || authorising.includes(splitStream(event.stream).category)))

  const takeSingly = async (event: RecordedEvent) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const prepared = await prepareWhole([event])
        return prepared ? await write(target, prepared) : undefined
      } catch (error) {
        if (error instanceof SteppedDown || isOutage(error)) throw error
        if (attempt < attempts) {
          await pause(firstPause * 4 ** (attempt - 1))
          continue
        }
        if (mustHalt(event, error)) throw new Halted(event, error)
        await project(target, [], event.position, [asideWith(event, textOf(error))])
        parked.add(event.stream)
        return
      }
    }
  }

  /** Does `work` on a batch; when that fails because of an event, the batch goes event by event. True when it went whole. */
  const orSingly = async (events: readonly RecordedEvent[], work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof SteppedDown || isOutage(error)) throw error
      for (const event of events) await takeSingly(event)
      return false
    }
  }

  const finish = async (): Promise<boolean> => {
    const before = writing
    writing = null
    return before === null || orSingly(before.events, () => before.done)
  }

  return {
    parkedStreams: parked,
    async settle() {
      await finish()
    },
    async take(events) {
      const early = prepareWhole(events)
      early.catch(() => {})
      const isAsFoldedOn = await finish()
      await orSingly(events, async () => {
        const prepared = await (isAsFoldedOn ? early : prepareWhole(events))
        if (!prepared) return
        const done = write(target, prepared)
        done.catch(() => {})
        writing = { events, prepared, done }
      })
    },
  }
}
