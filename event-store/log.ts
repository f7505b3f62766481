import { createHash } from 'node:crypto'
import {
  type Actor,
  type DecidedEvent,
  type EventType,
  type EventTypes,
  erasedText,
  type JsonObject,
  type PastEvent,
} from '../domain/event.ts'
import { personErased } from '../domain/events/audit.ts'
import { openText, sealText } from '../platform/keys.ts'
import { observed } from '../platform/observed.ts'
import { KeyDestroyed, type PersonalKey, type PersonalKeys } from '../platform/personal-keys.ts'
import { linked, type Unlinked } from './chain.ts'
import { bareNames, erased, isEmpty, joined, split } from './personal-parts.ts'
import { bindingOf, commitmentTo, saltOf, subjectOf } from './sealing.ts'
import type { Appended, Conditions, EventStore, ExpectedRevision, NewEvent, RecordedEvent, Sealed } from './port.ts'
import { noSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
import { checkData, newestVersion, readData, UnreadableEvent, UnreadableStream, upcast } from './upcast.ts'

/** What a command says of itself. The ids of its events follow from `commandId`, a UUID. */
export type Origin = {
  commandId: string
  now: string
  actor: Actor
  correlationId: string
  causationId?: string
  isSilent?: boolean
}

/** An event opened and upcast to the newest version. `subject` names whose key seals its personal part; `isErased`: that is gone for ever. */
export type LogEvent = PastEvent & {
  id: string
  position: bigint
  recordedAt: string
  subject: string | null
  isErased: boolean
  meta: RecordedEvent['meta']
}

/**
 * The sealed values of an event, with the salt by which its commitment is checked; "[erased]" once their key is destroyed, absent where there
 * are none. `isBare`: its open data holds what is personal today, from before it was.
 */
export type Disclosed = { values?: JsonObject | typeof erasedText; salt?: string; isBare: boolean }

/** Where an append goes: the stream, what it is expected to be at, and the chain's last link ('' for a new stream). */
export type StreamHead = { stream: string; expected: ExpectedRevision; lastHash: string }

export type ReadStream = { events: LogEvent[]; head: StreamHead }

export type Log = {
  store: EventStore
  /** Records as they were at some event, so that not all of a long stream is read for each command. */
  snapshots: Snapshots
  /** The stream's events from a revision (0) on, and its head for the next append. @throws UnreadableStream, and what the store throws */
  read(stream: string, fromRevision?: number): Promise<ReadStream>
  /** The latest snapshot of a stream and the events from its own on; all events where there is none. @throws as `read` */
  readLatest(stream: string): Promise<ReadStream & { snapshot: Snapshot | null }>
  /** Seals, chains and appends. @throws what EventStore.append throws, and TypeError for data outside its schema. */
  append(head: StreamHead, events: readonly DecidedEvent[], origin: Origin, conditions?: Conditions): Promise<Appended>
  /** Opens and upcasts recorded events; keys are fetched in one statement. @throws UnreadableEvent, and TypeError for a value that nothing can be made of. */
  open(events: readonly RecordedEvent[]): Promise<LogEvent[]>
  /** What is sealed in each, as it was sealed. */
  disclose(events: readonly RecordedEvent[]): Promise<Disclosed[]>
}

/** UUIDv5 of a command's id and the event's index: the same command appends the same ids. */
export const eventId = (commandId: string, index: number): string => {
  const hex = createHash('sha1').update(commandId.replaceAll('-', ''), 'hex').update(String(index)).digest('hex')
  // The version, 5, and the variant, the two bits 10.
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const impersonal: Pick<EventType, 'personal' | 'within'> = { personal: {} }

/** The log over a store: schemas, sealing and the hash chain. `keys` holds the persons' keys, `types` every event type. */
export const openLog = ({
  store,
  keys,
  types,
  snapshots = noSnapshots,
}: {
  store: EventStore
  keys: PersonalKeys
  types: EventTypes
  snapshots?: Snapshots
}): Log => {
  const seal = async (subject: string, isNew: boolean, binding: string, secret: JsonObject): Promise<Sealed | null> => {
    if (Object.keys(secret).length === 0) return null
    try {
      const key = await keys.ensure(subject, isNew)
      const commitment = commitmentTo(secret, saltOf(key, binding))
      return { subject, ...sealText(key, JSON.stringify(secret), binding), commitment }
    } catch (error) {
      // Staff work off what somebody sent before they were erased; whatever is said of them needs the key.
      if (error instanceof KeyDestroyed && isEmpty(secret)) return null
      throw error
    }
  }

  const toNew = async (head: StreamHead, decided: DecidedEvent, index: number, origin: Origin): Promise<Unlinked> => {
    checkData(types, decided.type, decided.data)
    const id = eventId(origin.commandId, index)
    const type = types[decided.type]
    const subject = subjectOf(type, head.stream, decided.data)
    const isNew = head.expected === 'none' && subject === head.stream
    const { plain, secret } = split(decided.data, type && subject !== '' ? type : impersonal)
    return {
      id,
      type: decided.type,
      data: plain,
      personal: await seal(subject, isNew, bindingOf({ stream: head.stream, type: decided.type, id }), secret),
      meta: {
        version: newestVersion(types, decided.type),
        at: origin.now,
        actor: origin.actor,
        correlationId: origin.correlationId,
        causationId: origin.causationId ?? origin.commandId,
        commandId: origin.commandId,
        ...(origin.isSilent ? { isSilent: true } : {}),
      },
    }
  }

  const append: Log['append'] = async (head, decided, origin, conditions) => {
    let previous = head.lastHash
    const first = head.expected === 'none' ? 0 : head.expected + 1
    const chained: NewEvent[] = []
    for (const [index, one] of decided.entries()) {
      const fresh = await toNew(head, one, index, origin)
      const event = linked(head.stream, first + index, fresh, previous)
      chained.push(event)
      previous = event.meta.chain.hash
    }
    const { commandId, correlationId: correlation } = origin
    const about = { stream: head.stream, events: chained.length, commandId, correlation }
    return observed.append.around(about, () => store.append(head.stream, head.expected, chained, conditions))
  }

  /** The fields of an event that are personal today and lie in it unsealed: it was written before they were. */
  const bareFields = ({ type, meta, data }: RecordedEvent): string[] => {
    const known = types[type]
    return known ? bareNames(upcast(known, meta.version, data), known) : []
  }

  /** Whose key decides whether an event reads as erased; '' for nobody's. */
  const sealedBy = (event: RecordedEvent): string => {
    if (event.personal) return event.personal.subject
    return bareFields(event).length > 0 ? subjectOf(types[event.type], event.stream, event.data) : ''
  }

  // Which personal fields an edit had sealed went with the key, so every one of them reads as erased.
  const withoutPersonal = (event: RecordedEvent, data: JsonObject): JsonObject => {
    const known = types[event.type] ?? impersonal
    const every = [...Object.keys(known.personal), ...Object.keys(known.within ?? {}).filter((name) => name in data)]
    return { ...data, ...erased(data, known, event.personal ? every : bareFields(event)) }
  }

  const secretOf = (event: RecordedEvent, sealed: Sealed, key: Buffer): JsonObject =>
    JSON.parse(openText(key, sealed, bindingOf(event)))

  const openOne = (event: RecordedEvent, known: ReadonlyMap<string, PersonalKey>): LogEvent => {
    const subject = sealedBy(event)
    const key = known.get(subject)
    // What was never erased must not read as if it had been (docs/architecture.md#the-log).
    if (event.personal && key === 'missing')
      throw new UnreadableEvent(event.type, `the key of ${event.personal.subject} is not here`)
    const secret = event.personal && key instanceof Buffer ? secretOf(event, event.personal, key) : null
    const isErased = key === 'destroyed'
    const read = readData(types, event.type, event.meta.version, secret ? joined(event.data, secret) : event.data)
    return {
      id: event.id,
      type: event.type,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
      recordedAt: event.recordedAt,
      at: event.meta.at,
      actor: event.meta.actor,
      meta: event.meta,
      subject: subject || null,
      isErased,
      data: isErased ? withoutPersonal(event, read) : read,
    }
  }

  const keysOf = async (events: readonly RecordedEvent[]) => {
    const subjects = events.flatMap((event) => sealedBy(event) || [])
    return subjects.length > 0 ? await keys.find(subjects) : new Map<string, PersonalKey>()
  }

  const open: Log['open'] = async (events) => {
    // Whoever follows the log may meet the erasure before the announcement: what comes later is read without the key.
    if (events.some(({ type }) => type === personErased)) keys.forget()
    const known = await keysOf(events)
    return events.map((event) => openOne(event, known))
  }

  const discloseOne = (event: RecordedEvent, known: ReadonlyMap<string, PersonalKey>): Disclosed => {
    const key = known.get(sealedBy(event))
    const isBare = bareFields(event).length > 0
    if (key === 'destroyed') return { values: erasedText, isBare }
    if (!event.personal || !(key instanceof Buffer)) return { isBare }
    const { commitment } = event.personal
    const salt = commitment === undefined ? {} : { salt: saltOf(key, bindingOf(event)) }
    return { values: secretOf(event, event.personal, key), ...salt, isBare }
  }

  const disclose: Log['disclose'] = async (events) => {
    const known = await keysOf(events)
    return events.map((event) => discloseOne(event, known))
  }

  const openStream = async (stream: string, recorded: readonly RecordedEvent[]) => {
    const known = await keysOf(recorded)
    try {
      return recorded.map((event) => openOne(event, known))
    } catch (error) {
      throw new UnreadableStream(stream, error)
    }
  }

  const readOf = async (stream: string, recorded: readonly RecordedEvent[]): Promise<ReadStream> => {
    const last = recorded.at(-1)
    return {
      events: await openStream(stream, recorded),
      head: { stream, expected: last ? last.revision : 'none', lastHash: last?.meta.chain.hash ?? '' },
    }
  }

  const read: Log['read'] = async (stream, fromRevision = 0) => readOf(stream, await store.read(stream, fromRevision))

  const readLatest: Log['readLatest'] = async (stream) => {
    const both = await snapshots.findWithEvents(stream)
    if (both) return { snapshot: both.snapshot, ...(await readOf(stream, both.events)) }
    const snapshot = await snapshots.find(stream)
    return { snapshot, ...(await read(stream, snapshot?.revision ?? 0)) }
  }

  return { store, snapshots, read, readLatest, append, open, disclose }
}
