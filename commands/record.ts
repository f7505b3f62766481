import { streamOf } from '../domain/event.ts'
import { foldOn, initialState } from '../domain/evolve.ts'
import type { Fields } from '../domain/fields/values.ts'
import { type RecordState, type Resource, valuesOf } from '../domain/resource.ts'
import type { Log, LogEvent, ReadStream, StreamHead } from '../event-store/log.ts'
import type { Snapshot } from '../event-store/snapshots.ts'

/** A record to decide on. `events` are those that were read: all of them, or the latest ones. */
export type Loaded<F extends Fields = Fields> = { state: RecordState<F>; events: readonly LogEvent[]; head: StreamHead }

/** A snapshot is made when this many events had to be folded: so many are read at most, however old a record is. */
export const eventsPerSnapshot = 8

type Read<F extends Fields> = ReadStream & {
  before: RecordState<F>
  subject: string | null
  later: readonly LogEvent[]
}

const all = <F extends Fields>(resource: Resource<F>, id: number, { events, head }: ReadStream): Read<F> => ({
  before: initialState(resource, id),
  subject: null,
  events,
  later: events,
  head,
})

/** What was read on a snapshot, or null when it does not fit the log. */
const onSnapshot = <F extends Fields>(
  resource: Resource<F>,
  snapshot: Snapshot,
  { events, head }: ReadStream,
): Read<F> | null => {
  const place = events.findIndex(({ revision }) => revision === snapshot.revision)
  // Beginning with the event of the snapshot: a log that was restored from a backup may hold another one there.
  if (events[place]?.meta.chain.hash !== snapshot.hash) return null
  const before = { ...snapshot.state, values: valuesOf(resource, snapshot.state) }
  return { before, subject: snapshot.subject, events, later: events.slice(place + 1), head }
}

/** From the latest snapshot on, and from an earlier revision where that is asked. */
const readFrom = async <F extends Fields>(
  log: Log,
  resource: Resource<F>,
  id: number,
  since: number | null,
): Promise<Read<F>> => {
  const stream = streamOf(resource.name, id)
  const { snapshot, ...latest } = await log.readLatest(stream)
  if (!snapshot) return all(resource, id, latest)
  const read = since === null || since >= snapshot.revision ? latest : await log.read(stream, since)
  return onSnapshot(resource, snapshot, read) ?? all(resource, id, await log.read(stream))
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
  const { before, subject: known, events, later, head } = await readFrom(log, resource, id, since)
  const state = foldOn(resource, before, later)
  const subject = subjectOf(known, later)
  if (later.length >= eventsPerSnapshot && subject !== undefined)
    await log.snapshots.keep(head.stream, { revision: state.version - 1, hash: head.lastHash, subject, state })
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
