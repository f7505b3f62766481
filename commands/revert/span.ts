import type { PersonActor } from '../../domain/person.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Goal } from '../../domain/revert/plan.ts'
import type { LogEvent } from '../../event-store/log.ts'

/** Who changed what, from one moment to another, the second left out. */
export type Span = { person: PersonActor; from: Date; until: Date }

const isIn = (event: LogEvent, { person, from, until }: Span): boolean =>
  event.actor.type === person.type &&
  event.actor.id === person.id &&
  Date.parse(event.at) >= from.getTime() &&
  Date.parse(event.at) < until.getTime()

/**
 * What takes back all that somebody did to a record in a span: to the version before, where nobody changed it since; else without these
 * versions, so that later changes stay. Null where they did nothing to it. @throws Rejected for a record that they made and others changed
 */
export const goalOfSpan = (
  events: readonly LogEvent[],
  span: Span,
  { verbOf }: Pick<Resource, 'verbOf'>,
): Goal | null => {
  const own = events.flatMap((event, index) =>
    verbOf[event.type] !== undefined && isIn(event, span) ? [index + 1] : [],
  )
  const [first] = own
  if (first === undefined) return null
  // A password that they set in between is no version of theirs, and nobody else's change.
  if (events.slice(first - 1).every((event) => isIn(event, span))) return { version: first - 1 }
  if (first === 1) throw new Rejected('Others have changed it since it was made, so it stays.')
  return { without: own }
}
