import type { Actor, JsonObject } from '../domain/event.ts'
import { inEnglish, type Values } from '../domain/message.ts'
import type { Digest } from './merkle/tree.ts'

/** An event's link to the one before in its stream (chain.ts); the first links had no form. */
export type Chain = { form?: number; hash: string; prev: string }

/** What travels with every event besides its data. `at` is the `now` given to decide; `chain` links the stream's events. */
export type EventMeta = {
  version: number
  at: string
  actor: Actor
  correlationId: string
  causationId: string
  commandId: string
  isSilent?: boolean
  chain: Chain
}

/** Personal data under the key of the person whose stream is `subject` (`user-7`): AES-256-GCM, base64url parts; older ones have no commitment. */
export type Sealed = { subject: string; iv: string; tag: string; ciphertext: string; commitment?: string }

/** An event on its way into the log. `id` is UUIDv5 of command id and index, so a retry is harmless. */
export type NewEvent = { id: string; type: string; data: JsonObject; personal: Sealed | null; meta: EventMeta }

/** An event as the log holds it. `revision` counts from 0 in its stream; `position` orders the whole log; `recordedAt` is ISO UTC. */
export type RecordedEvent = NewEvent & { stream: string; revision: number; position: bigint; recordedAt: string }

/**
 * What a verification needs of an event: `leaf` is the hash of its leaf in the tree; `isAsAppended`: the event is what its own link says of it.
 * `recordedAt` in milliseconds.
 */
export type CheckedEvent = { position: bigint; recordedAt: number; leaf: Digest; isAsAppended: boolean }

/** The same with what the hash chain of its stream is followed by. */
export type LinkedEvent = CheckedEvent &
  Pick<RecordedEvent, 'stream' | 'revision' | 'id'> & { at: string; isSilent: boolean; link: string; prev: string }

/** A unique value, by keyed hash in hex: the log never learns the value. `scope` is e.g. `post.slug`. */
export type Claim = { scope: string; key: string }

export type Hold = { stream: string; claim: Claim }

/**
 * A rule over many records: refused (`GuardMoved`) when closed or not at `expected`, else raised by one.
 * `'any'` does not compare; `closes` leaves it closed (a deleted category takes no more posts), `opens` passes and opens a closed one.
 */
export type Guard = { name: string; expected: bigint | 'any'; closes?: boolean; opens?: boolean }

/** What an append asks of other streams. All of it happens or nothing. */
export type Conditions = { claims?: readonly Claim[]; releases?: readonly Claim[]; guards?: readonly Guard[] }

/** `'none'`: the stream must not exist. A number: the revision of its last event (0-based). There is no "any". */
export type ExpectedRevision = 'none' | number

/** `position` of the last event written (or of the first time, for a repeated append); `revision` of the last event. */
export type Appended = { position: bigint; revision: number }

/** Events in order, none skipped or repeated, over broken connections too; `caughtUp` once the head known at subscribing has been passed. */
export type Delivery = { kind: 'event'; event: RecordedEvent } | { kind: 'caughtUp' }

/** A stored snapshot of a stream (snapshots.ts), its state as it is stored, and the events from its revision on. */
export type Latest = { snapshot: StoredSnapshot | null; events: RecordedEvent[] }
export type StoredSnapshot = { revision: number; hash: string; subject: string | null; state: string }

/** The log: one port, three adapters, one contract suite. Positions are opaque and ordered: store and compare them, never compute one. */
export type EventStore = {
  /**
   * Appends to one stream; a repetition (same ids and revision) answers as the first time.
   * @throws WrongRevision, ClaimTaken, GuardMoved, AppendTooLarge, StoreUnavailable (the outcome may be unknown: retry with the same ids)
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    conditions?: Conditions,
  ): Promise<Appended>
  /** The events of a stream from `fromRevision` (0) on; an empty array when there is no such stream. */
  read(stream: string, fromRevision?: number): Promise<RecordedEvent[]>
  /** Where snapshots lie in the same database: the one of this shape, if there is one, with the events from its own on; else all events. */
  readLatest?(stream: string, shape: string): Promise<Latest>
  readAll(after: bigint, limit: number): Promise<RecordedEvent[]>
  /** The same as verification needs them, where a store can tell from bytes what `checked` tells from events that were read whole. */
  readChecked?(after: bigint, limit: number): Promise<CheckedEvent[]>
  readLinked?(after: bigint, limit: number): Promise<LinkedEvent[]>
  /**
   * Everything after the position, then what comes, until the signal aborts; in batches, as they are read. One that has caught up need not be
   * told of more for `rest` milliseconds (0).
   */
  subscribe(after: bigint, signal: AbortSignal, rest?: number): AsyncIterable<readonly Delivery[]>
  head(): Promise<bigint>
  holder(claim: Claim): Promise<string | null>
  /** Holds claims for streams that are about to begin, all or none; answers the places of those that are taken, or named twice. */
  hold(holds: readonly Hold[]): Promise<readonly number[]>
  letGo(streams: readonly string[]): Promise<void>
  /** The guard's revision (0n when never used) and whether it is closed. Waits for appends in flight that touch it. */
  readGuard(name: string): Promise<{ revision: bigint; isClosed: boolean }>
  close(): Promise<void>
}

/** The stream is at another revision than expected. `actual` is the revision of its last event, or `'none'`. */
export class WrongRevision extends Error {
  readonly stream: string
  readonly actual: ExpectedRevision
  constructor(stream: string, actual: ExpectedRevision) {
    super(`${stream} is at revision ${actual}`)
    this.name = 'WrongRevision'
    this.stream = stream
    this.actual = actual
  }
}

export class ClaimTaken extends Error {
  readonly scope: string
  constructor(scope: string) {
    super(`a value of ${scope} is taken`)
    this.name = 'ClaimTaken'
    this.scope = scope
  }
}

export class GuardMoved extends Error {
  readonly guard: string
  readonly isClosed: boolean
  constructor(guard: string, isClosed: boolean) {
    super(`guard ${guard} ${isClosed ? 'is closed' : 'has moved'}`)
    this.name = 'GuardMoved'
    this.guard = guard
    this.isClosed = isClosed
  }
}

/** One event above 800 kB or one append above 900 kB (UTF-8 bytes of its JSON), or more than 500 events. */
export class AppendTooLarge extends Error {
  readonly id: string
  readonly values: Values
  constructor(id: string, values: Values = {}) {
    super(inEnglish({ id, values }))
    this.name = 'AppendTooLarge'
    this.id = id
    this.values = values
  }
}

/** The store cannot be reached, or did not answer in time: what became of an append is unknown. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}
