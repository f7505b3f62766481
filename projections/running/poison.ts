import { splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { StoreUnavailable } from '../../event-store/port.ts'
import { sqlState } from '../../event-store/postgres/sql-append.ts'
import { UnreadableEvent } from '../../event-store/upcast.ts'
import { type ParkedEvent, SteppedDown } from './read-model-writer.ts'

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

/**
 * What happens to an event that cannot be projected: 'park' sets it and its stream aside, unless access is read from it or nobody
 * can read it; 'strict' halts at any; 'aside' at none (to find out how many there are).
 */
export type Policy = 'park' | 'strict' | 'aside'

const authorises = (resources: readonly Resource[], { stream }: RecordedEvent): boolean => {
  const { category } = splitStream(stream)
  return resources.some((resource) => resource.authorises && resource.name === category)
}

/** Whether projecting has to stand still at an event that fails so. */
export const mustHalt = (
  policy: Policy,
  resources: readonly Resource[],
  event: RecordedEvent,
  error: unknown,
): boolean =>
  policy === 'strict' || (policy === 'park' && (error instanceof UnreadableEvent || authorises(resources, event)))

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An event set aside, with what the database or the fold said of it. */
export const asideWith = (event: RecordedEvent, error: unknown): ParkedEvent => ({
  position: event.position,
  projection: 'read',
  stream: event.stream,
  eventId: event.id,
  error: textOf(error),
})

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

/** True when no event is to blame: another has taken over, or a server does not answer. */
export const isInterruption = (error: unknown): boolean => error instanceof SteppedDown || isOutage(error)
