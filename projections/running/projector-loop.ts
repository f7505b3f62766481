import { setTimeout as pause } from 'node:timers/promises'
import { splitStream } from '../../domain/event.ts'
import type { Log } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { batchLimits, sizeOf } from './event-buffer.ts'
import { auditCategory } from '../../domain/events/audit.ts'
import { signInCategory } from '../fold/fold-activity.ts'
import { addFolded } from '../fold/fold.ts'
import { asideWith, Halted, isInterruption, mustHalt, type Policy } from './poison.ts'
import type { ReadSchema } from '../schema.ts'
import { type DeadLetter, prepare, type Prepared, project, type ReadModelWriter, write } from './read-model-writer.ts'

const attempts = 3
const pageSize = 500
const firstPause = 50

/** Whether an event concerns the read models at all: our resources and sign-ins; anything else in the log is passed by. */
const isOurs = ({ resources }: ReadSchema) => {
  const categories = new Set([signInCategory, auditCategory, ...resources.map((resource) => resource.name)])
  return (event: RecordedEvent): boolean => categories.has(splitStream(event.stream).category)
}

/** Takes events in order and keeps the read models' policy for those that cannot be projected (docs/architecture.md#the-read-side). */
export type ProjectorLoop = {
  /** Folds at once, writes when they are many. @throws Halted, SteppedDown, and outages: try again later from the checkpoint */
  take(events: readonly RecordedEvent[]): Promise<void>
  /** Answers when all that was taken is written. @throws as `take` does. */
  settle(): Promise<void>
  deadLetteredStreams: ReadonlySet<string>
}

/** What is folded and not yet written, of how many events and bytes. */
type Gathered = Prepared & { events: number; bytes: number }

/** `deadLetteredStreams` were set aside before; `onDeadLetter` is told of each event that sets its stream aside, once that is written. */
export const projectorLoop = (
  log: Log,
  writer: ReadModelWriter,
  policy: Policy,
  deadLetteredStreams: Iterable<string> = [],
  onDeadLetter: (event: DeadLetter) => void = () => {},
): ProjectorLoop => {
  const deadLettered = new Set(deadLetteredStreams)
  const ours = isOurs(writer.schema)
  const waiting = (event: RecordedEvent) => asideWith(event, 'An earlier event of this stream is dead-lettered.')
  let gathered: Gathered | null = null
  let writing: { prepared: Prepared; done: Promise<void> } | null = null

  const reached = () => gathered?.position ?? writing?.prepared.position ?? writer.checkpoint.position

  const fold = async (events: readonly RecordedEvent[], position: bigint): Promise<Prepared> => {
    const unwritten = [gathered, writing?.prepared].flatMap((one) => (one ? [one.folded.rows] : []))
    const known = events.filter(ours)
    const opened = await log.open(known.filter((event) => !deadLettered.has(event.stream)))
    const aside = known.filter((event) => deadLettered.has(event.stream)).map(waiting)
    return prepare(writer, opened, position, aside, unwritten)
  }

  const gather = async (given: readonly RecordedEvent[]) => {
    // What has been taken is not folded twice, whoever hands it in.
    const events = given.filter((event) => event.position > reached())
    const last = events.at(-1)
    if (!last) return
    const more = await fold(events, last.position)
    const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0)
    if (gathered) addFolded(gathered.folded, more.folded)
    gathered = {
      folded: gathered?.folded ?? more.folded,
      deadLetters: [...(gathered?.deadLetters ?? []), ...more.deadLetters],
      position: more.position,
      events: (gathered?.events ?? 0) + events.length,
      bytes: (gathered?.bytes ?? 0) + bytes,
    }
  }

  const takeSingly = async (event: RecordedEvent) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write(writer, await fold([event], event.position))
      } catch (error) {
        if (isInterruption(error)) throw error
        if (attempt < attempts) {
          await pause(firstPause * 4 ** (attempt - 1))
          continue
        }
        if (mustHalt(policy, writer.schema.resources, event, error)) throw new Halted(event, error)
        const aside = asideWith(event, error)
        await project(writer, [], event.position, [aside])
        deadLettered.add(event.stream)
        onDeadLetter(aside)
        return
      }
    }
  }

  /** Forgets what is not written and takes it again, one event after the other, up to and with `until`. */
  const startOver = async (until: bigint) => {
    gathered = null
    writing = null
    while (writer.checkpoint.position < until) {
      const events = await log.store.readAll(writer.checkpoint.position, pageSize)
      const due = events.filter((event) => event.position <= until)
      for (const event of due) await takeSingly(event)
      if (due.length === 0) return
    }
  }

  /** Does `work`, or when an event makes it fail, starts over. */
  const orStartOver = async (until: bigint, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (isInterruption(error)) throw error
      await writing?.done.catch(() => {})
      await startOver(until)
    }
  }

  const finish = () =>
    orStartOver(reached(), async () => {
      await writing?.done
      writing = null
    })

  const flush = async () => {
    await finish()
    if (!gathered) return
    const prepared = gathered
    gathered = null
    const done = write(writer, prepared)
    done.catch(() => {})
    writing = { prepared, done }
  }

  return {
    deadLetteredStreams: deadLettered,
    async take(events) {
      const last = events.at(-1)
      if (!last) return
      await orStartOver(last.position, () => gather(events))
      if (gathered && (gathered.events >= batchLimits.events || gathered.bytes >= batchLimits.bytes)) await flush()
    },
    async settle() {
      await flush()
      await finish()
    },
  }
}
