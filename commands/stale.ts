import type { JsonObject } from '../domain/event.ts'
import { Rejected } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { LogEvent } from '../event-store/log.ts'

/**
 * The refusal of a change that was made for an older version (spec/decisions X13): the version now, and the fields that
 * changed meanwhile with their values, so that the form can merge.
 */
export const staleWith = (
  resource: Resource,
  events: readonly LogEvent[],
  state: RecordState,
  seen: number,
): Rejected => {
  const since = events.filter((event) => event.revision >= seen && Object.hasOwn(resource.eventTypes, event.type))
  const names = new Set(since.flatMap((event) => Object.keys(event.data)))
  for (const event of since) {
    const own = resource.verbs[resource.verbOf[event.type] ?? '']
    if (!own?.apply) continue
    for (const name of Object.keys(own.apply(state.values, event))) if (resource.fields[name]?.sets) names.add(name)
  }
  const changed: JsonObject = {}
  for (const name of names) if (name in state.values) changed[name] = state.values[name] ?? null
  return new Rejected('Somebody changed this record while you were editing it.', 'stale', {
    data: { version: state.version, changed },
  })
}
