import type { DecidedEvent, EventTypes } from '../domain/event.ts'
import { eventId, type Log, type LogEvent, type Origin, type StreamHead } from './log.ts'
import { type Claim, ClaimTaken, type Conditions, type EventStore, GuardMoved, WrongRevision } from './port.ts'
import { newestVersion } from './upcast.ts'

/** A log that is read through, and whose appends stay in memory: nothing is sealed, chained or written. `added` is what was appended so far. */
export type Overlay = { log: Log; added: readonly LogEvent[] }

const keyOf = ({ scope, key }: Claim): string => `${scope} ${key}`

/** Claims and guards as they would be. */
const conditionsOver = (store: EventStore) => {
  const claims = new Map<string, string | null>()
  const guards = new Map<string, { revision: bigint; isClosed: boolean }>()
  const holder: EventStore['holder'] = async (claim) => {
    const known = claims.get(keyOf(claim))
    return known === undefined ? store.holder(claim) : known
  }
  const readGuard: EventStore['readGuard'] = async (name) => guards.get(name) ?? store.readGuard(name)

  /** @throws ClaimTaken, GuardMoved, as the store would */
  const meet = async (stream: string, { claims: wanted = [], releases = [], guards: asked = [] }: Conditions) => {
    for (const claim of wanted) {
      const other = await holder(claim)
      if (other !== null && other !== stream) throw new ClaimTaken(claim.scope)
    }
    for (const { name, expected, opens, closes } of asked) {
      const { revision, isClosed } = await readGuard(name)
      if (isClosed && !opens) throw new GuardMoved(name, true)
      if (expected !== 'any' && expected !== revision) throw new GuardMoved(name, false)
      guards.set(name, { revision: revision + 1n, isClosed: closes ?? (opens ? false : isClosed) })
    }
    for (const claim of releases) if ((await holder(claim)) === stream) claims.set(keyOf(claim), null)
    for (const claim of wanted) claims.set(keyOf(claim), stream)
  }
  return { holder, readGuard, meet }
}

/** A log over another one, from a position on. @param types every event type */
export const overlayOf = (real: Log, types: EventTypes, position: bigint): Overlay => {
  const added: LogEvent[] = []
  const { holder, readGuard, meet } = conditionsOver(real.store)
  const later = (stream: string, fromRevision = 0) =>
    added.filter((event) => event.stream === stream && event.revision >= fromRevision)

  const withLater = <T extends { events: LogEvent[]; head: StreamHead }>(read: T, stream: string, from = 0): T => {
    const more = later(stream, from)
    const last = later(stream).at(-1)
    return {
      ...read,
      events: [...read.events, ...more],
      head: last ? { ...read.head, expected: last.revision } : read.head,
    }
  }

  const toEvent = ({ stream, expected }: StreamHead, { type, data }: DecidedEvent, index: number, origin: Origin) => {
    const { commandId, now: at, actor, correlationId, causationId = commandId } = origin
    const version = newestVersion(types, type)
    return {
      id: eventId(commandId, index),
      type,
      stream,
      revision: (expected === 'none' ? 0 : expected + 1) + index,
      position: position + BigInt(added.length + 1),
      recordedAt: at,
      at,
      actor,
      subject: null,
      isErased: false,
      meta: { version, at, actor, correlationId, causationId, commandId, chain: { prev: '', hash: '' } },
      data,
    }
  }

  const append: Log['append'] = async (head, decided, origin, conditions = {}) => {
    const last = later(head.stream).at(-1)
    if (last && last.revision !== head.expected) throw new WrongRevision(head.stream, last.revision)
    await meet(head.stream, conditions)
    for (const [index, event] of decided.entries()) added.push(toEvent(head, event, index, origin))
    const [written] = added.slice(-1)
    return { position: written?.position ?? position, revision: written?.revision ?? 0 }
  }

  const log: Log = {
    ...real,
    store: { ...real.store, holder, readGuard },
    // A snapshot of what may never be must not be met by a command.
    snapshots: { ...real.snapshots, keep: async () => undefined },
    read: async (stream, from) => withLater(await real.read(stream, from), stream, from),
    readLatest: async (stream) => withLater(await real.readLatest(stream), stream),
    append,
  }
  return { log, added }
}
