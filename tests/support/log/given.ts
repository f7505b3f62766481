import type { Fields } from '../../../domain/fields/values.ts'
import { decide, type RecordCommand } from '../../../domain/decide.ts'
import type { DecidedEvent, JsonObject, PastEvent } from '../../../domain/event.ts'
import type { StandardVerb } from '../../../domain/verbs/standard-verb.ts'
import { evolve, fold, initialState } from '../../../domain/evolve.ts'
import type { RecordState, Resource } from '../../../domain/resource.ts'
import type { SentBy } from '../sent.ts'

const at = '2026-11-02T09:00:00.000Z'
const actor = { type: 'user', id: 7 } as const

const author = { type: 'employee', id: 1 } as const

/** Past events of a record as its stream would hold them. */
export const past = (resource: Resource, events: readonly DecidedEvent[], id = 42): PastEvent[] =>
  events.map((event, revision) => ({ ...event, stream: `${resource.name}-${id}`, revision, at, actor }))

/** Given what happened, what does a command lead to, by an employee where it is the author's? Answers the events and the record after them. */
export const when = <F extends Fields, V extends string, S extends JsonObject>(
  resource: Resource<F>,
  happened: readonly DecidedEvent[],
  command: Omit<RecordCommand, 'verb' | 'values'> & { verb: V; values?: SentBy<F, V, S> },
): { events: DecidedEvent[]; state: RecordState<F> } => {
  const before = happened.length === 0 ? initialState(resource, 42) : fold(resource, 42, past(resource, happened))
  const isForAuthor = resource.verbs[command.verb]?.isForAuthor === true
  const events = decide(resource, before, command, { now: at, actor: isForAuthor ? author : actor })
  const state = events.reduce(
    (known, event, index) =>
      evolve(resource, known, { ...event, stream: `${resource.name}-42`, revision: before.version + index, at, actor }),
    before,
  )
  return { events, state }
}

/** The event of a standard verb that a resource has. */
export const eventOf = (resource: Resource, verb: StandardVerb): string => {
  const type = resource.events[verb]
  if (type === undefined) throw new Error(`${resource.plural} have no ${verb}`)
  return type
}
