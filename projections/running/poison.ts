import { splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { isAway } from '../../event-store/away.ts'
import { UnreadableEvent } from '../../event-store/upcast.ts'
import { asError } from '../../platform/as-error.ts'
import { sqlState } from '../../platform/database/outage.ts'
import { type DeadLetter, SteppedDown } from './read-model-writer.ts'

/** The event at which projecting stands still: nothing that authorises is ever skipped. */
export class Halted extends Error {
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    const why = asError(cause).message
    super(`${event.type} of ${event.stream} at position ${event.position} cannot be projected: ${why}`, { cause })
    this.name = 'Halted'
    this.event = event
  }
}

/** 'dead-letter' sets a failing event and its stream aside unless access is read from it or nobody can read it; 'strict' halts; 'aside' never does. */
export type Policy = 'dead-letter' | 'strict' | 'aside'

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
  policy === 'strict' ||
  (policy === 'dead-letter' && (error instanceof UnreadableEvent || authorises(resources, event)))

/** A dead-lettered event with the reason. */
export const asideWith = (event: RecordedEvent, error: unknown): DeadLetter => ({
  position: event.position,
  projection: 'read',
  stream: event.stream,
  eventId: event.id,
  error: asError(error).message,
})

// Locked (55), and a schema that went away (3F, 42).
const passingStates = /^(?:55|3F|42)/

/** True when an error is about a server that does not answer, and not about an event. */
export const isOutage = (error: unknown): boolean => {
  if (isAway(error) || error instanceof AggregateError) return true
  const state = sqlState(error)
  if (state !== null) return passingStates.test(state)
  // Errors of the system, such as a socket file that is not there.
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}

/** True when no event is to blame: another has taken over, or a server does not answer. */
export const isInterruption = (error: unknown): boolean => error instanceof SteppedDown || isOutage(error)
