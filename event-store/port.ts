/** A value that is kept as JSON in an event. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Who caused an event. `system` names a job; no personal value is ever in here. */
export type Actor = { type: 'user' | 'employee' | 'system'; id: number | string }

/** What travels with every event besides its data. `at` is the `now` given to decide; `chain` links the stream's events. */
export type EventMeta = {
  version: number
  at: string
  actor: Actor
  correlationId: string
  causationId: string
  commandId: string
  isSilent?: boolean
  chain: { prev: string; hash: string }
}

/**
 * Personal data under the key of one person: AES-256-GCM, base64url parts.
 * `subject` is the stream name of the person (`user-7`), never anything that names them.
 */
export type Sealed = { subject: string; iv: string; tag: string; ciphertext: string }

/** An event on its way into the log. `id` is UUIDv5 of command id and index, so a retry is harmless. */
export type NewEvent = { id: string; type: string; data: JsonObject; personal: Sealed | null; meta: EventMeta }

/** An event as the log holds it. `revision` counts from 0 in its stream; `position` orders the whole log; `recordedAt` is ISO UTC. */
export type RecordedEvent = NewEvent & { stream: string; revision: number; position: bigint; recordedAt: string }

/** A unique value, by keyed hash: the log never learns the value. `scope` is e.g. `post.slug`. */
export type Claim = { scope: string; key: Uint8Array }

/** A value that is held for a stream before it begins. */
export type Hold = { stream: string; claim: Claim }

/**
 * A rule over many records. The append fails with `GuardMoved` when `expected` is a revision and the guard has moved since,
 * or when the guard is closed; else it raises the guard by one. `'any'` raises without comparing (many may do so at once).
 * `closes` leaves the guard closed (a deleted category takes no more posts), `opens` opens it again (and passes a closed one).
 */
export type Guard = { name: string; expected: bigint | 'any'; closes?: boolean; opens?: boolean }

/** What an append asks of other streams. All of it happens or nothing. */
export type Conditions = { claims?: readonly Claim[]; releases?: readonly Claim[]; guards?: readonly Guard[] }

/** `'none'`: the stream must not exist. A number: the revision of its last event (0-based). There is no "any". */
export type ExpectedRevision = 'none' | number

/** `position` of the last event written (or of the first time, for a repeated append); `revision` of the last event. */
export type Appended = { position: bigint; revision: number }

/**
 * What a subscription yields: events in order, and `caughtUp` once the head known at subscribing has been passed
 * (again after it fell behind). A subscription never skips and never repeats; after a broken connection it goes on by itself.
 */
export type Delivery = { kind: 'event'; event: RecordedEvent } | { kind: 'caughtUp' }

/**
 * The log. One port; adapters postgres.ts, eventstoredb.ts, in-memory.ts; one contract suite for all (tests/event-store/contract.ts).
 * Positions are opaque and ordered: store and compare them, never compute one.
 */
export type EventStore = {
  /**
   * Appends to one stream. A repeated append (same ids, same expected revision) answers as the first time and writes nothing.
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
  /** At most `limit` events after the position, in order. `0n` is the beginning. */
  readAll(after: bigint, limit: number): Promise<RecordedEvent[]>
  /** Everything after the position, then what comes, until the signal aborts. */
  subscribe(after: bigint, signal: AbortSignal): AsyncIterable<Delivery>
  /** The position of the last event of ours; `0n` when the log is empty. */
  head(): Promise<bigint>
  /** Who holds a claim: the stream's name, or null. */
  holder(claim: Claim): Promise<string | null>
  /**
   * Holds claims for streams that are about to begin, all or none: their first append finds them its own. Answers the places of
   * those that another stream holds, of those held or of the same call; none when all are held.
   */
  hold(holds: readonly Hold[]): Promise<readonly number[]>
  /** Gives back what was held for streams that did not begin. */
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

/** Another stream holds a claimed value. */
export class ClaimTaken extends Error {
  readonly scope: string
  constructor(scope: string) {
    super(`a value of ${scope} is taken`)
    this.name = 'ClaimTaken'
    this.scope = scope
  }
}

/** A guard has moved since it was read, or is closed. */
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
  constructor(message: string) {
    super(message)
    this.name = 'AppendTooLarge'
  }
}

/** The store cannot be reached, or did not answer in time: what became of an append is unknown. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}
