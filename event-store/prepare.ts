import { storedParts } from './chain.ts'
import {
  AppendTooLarge,
  type Claim,
  type Conditions,
  type ExpectedRevision,
  type Guard,
  type NewEvent,
} from './port.ts'

/** Bytes of one event's JSON, of a whole append's, and events in one append (decision X22: EventStoreDB refuses appends above 1 MiB). */
export const limits = { eventBytes: 800_000, appendBytes: 900_000, events: 500 }

/** An append that every adapter may take as it is: within the limits and free of what a log cannot hold. */
export type PreparedAppend = {
  stream: string
  expected: ExpectedRevision
  ids: string[]
  events: readonly NewEvent[]
  texts: string[]
  bytes: number
  claims: readonly Claim[]
  releases: readonly Claim[]
  guards: readonly Guard[]
}

/** Checks and serialises an append for all adapters. @throws AppendTooLarge; TypeError: no events, a doubled id or guard, text jsonb cannot hold */
export const prepareAppend = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  conditions: Conditions = {},
): PreparedAppend => {
  if (events.length === 0) throw new TypeError('an append needs at least one event')
  if (events.length > limits.events) throw new AppendTooLarge('{count} events in one append', { count: events.length })
  if (expected !== 'none' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new TypeError(`${expected} is no revision`)
  }
  const { claims = [], releases = [], guards = [] } = conditions
  const ids = events.map((event) => event.id.toLowerCase())
  refuseTwice('event id', ids)
  refuseTwice(
    'guard',
    guards.map((guard) => guard.name),
  )
  const texts = events.map(serialise)
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (bytes > limits.appendBytes) throw new AppendTooLarge('an append of {bytes} bytes', { bytes })
  return { stream, expected, ids, events, texts, bytes, claims, releases, guards }
}

/** True for an append that takes or frees claims, or compares guards. */
export const isConditional = (append: PreparedAppend): boolean =>
  append.claims.length + append.releases.length + append.guards.length > 0

/** An event of an append as a reader gets it back: a fresh copy without what JSON does not keep, its keys in the order of columns of jsonb. */
export const parseEvent = (text: string): NewEvent => JSON.parse(text)

const serialise = (event: NewEvent): string => {
  const { id, type } = event
  const { data, personal, meta } = storedParts(event)
  const text = `{"id":${JSON.stringify(id.toLowerCase())},"type":${JSON.stringify(type)},"data":${data},"personal":${personal},"meta":${meta}}`
  const bytes = Buffer.byteLength(text)
  if (bytes > limits.eventBytes) throw new AppendTooLarge('an event {type} of {bytes} bytes', { type, bytes })
  // JSON.stringify escapes a lone surrogate, so this pattern finds both; an even run of backslashes before it is text.
  if (text.includes('\\u') && /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)) {
    throw new TypeError(`an event ${type} holds a NUL or half a surrogate pair`)
  }
  return text
}

const refuseTwice = (what: string, names: readonly string[]): void => {
  if (new Set(names).size < names.length) throw new TypeError(`the same ${what} twice in one append`)
}
