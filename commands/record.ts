import { streamOf } from '../domain/event.ts'
import { foldOn, initialState } from '../domain/evolve.ts'
import type { Fields } from '../domain/fields/values.ts'
import { type RecordState, type Resource, valuesOf } from '../domain/resource.ts'
import type { Log, LogEvent, StreamHead } from '../event-store/log.ts'

/** A record to decide on. `events` are those that were read: all of them, or the latest ones. */
export type Loaded<F extends Fields = Fields> = { state: RecordState<F>; events: readonly LogEvent[]; head: StreamHead }

/** A snapshot is made when this many events had to be folded: so many are read at most, however old a record is. */
export const eventsPerSnapshot = 20

/** The latest snapshot and the events from there or from an earlier revision on, or null when there is none that fits the log. */
const readOn = async <F extends Fields>(log: Log, resource: Resource<F>, stream: string, since: number | null) => {
  const snapshot = await log.snapshots.find(stream)
  if (!snapshot) return null
  // Beginning with the event of the snapshot: a log that was restored from a backup may hold another one there.
  const first = Math.min(snapshot.revision, since ?? snapshot.revision)
  const { events, head } = await log.read(stream, first)
  const place = snapshot.revision - first
  if (events[place]?.meta.chain.hash !== snapshot.hash) return null
  const before = { ...snapshot.state, values: valuesOf(resource, snapshot.state) }
  return { before, subject: snapshot.subject, events, later: events.slice(place + 1), head }
}

const readAll = async <F extends Fields>(log: Log, resource: Resource<F>, id: number) => {
  const { events, head } = await log.read(streamOf(resource.name, id))
  return { before: initialState(resource, id), subject: null, events, later: events, head }
}

/** Whose key seals what these say, null when nothing is personal; undefined when it belongs to more than one. */
const subjectOf = (known: string | null, later: readonly LogEvent[]): string | null | undefined => {
  const subjects = new Set([known, ...later.map((event) => event.subject)])
  subjects.delete(null)
  return subjects.size > 1 ? undefined : ([...subjects][0] ?? null)
}

/** A record from its latest snapshot on; events from `since` on are read in any case. @throws UnreadableStream */
export const loadRecord = async <F extends Fields>(
  log: Log,
  resource: Resource<F>,
  id: number,
  since: number | null = null,
): Promise<Loaded<F>> => {
  const stream = streamOf(resource.name, id)
  const {
    before,
    subject: known,
    events,
    later,
    head,
  } = (await readOn(log, resource, stream, since)) ?? (await readAll(log, resource, id))
  const state = foldOn(resource, before, later)
  const subject = subjectOf(known, later)
  if (later.length >= eventsPerSnapshot && subject !== undefined)
    await log.snapshots.keep(stream, { revision: state.version - 1, hash: head.lastHash, subject, state })
  return { state, events, head }
}

/** A record as it is before its first event, without a look into the log: an append to it finds out when it has begun. */
export const unbegun = <F extends Fields>(resource: Resource<F>, id: number): Loaded<F> => ({
  state: initialState(resource, id),
  events: [],
  head: { stream: streamOf(resource.name, id), expected: 'none', lastHash: '' },
})

// Whoever is further behind is told every field, so that an old version costs no more than a recent one.
const mostBehind = 200

/** What happened to a record since a version, or null when that is too long ago to read. */
export const eventsSince = async (
  log: Log,
  { state, events, head }: Loaded,
  version: number,
): Promise<readonly LogEvent[] | null> => {
  if (version >= state.version - events.length) return events.filter((event) => event.revision >= version)
  if (state.version - version > mostBehind) return null
  return (await log.read(head.stream, version)).events
}
