import type { JsonObject } from '../domain/event.ts'
import { Rejected } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import type { LogEvent } from '../event-store/log.ts'

/** The names of the fields that events of a record changed. */
export const namesIn = (resource: Resource, events: readonly LogEvent[], state: RecordState): Set<string> => {
  const since = events.filter((event) => Object.hasOwn(resource.verbOf, event.type))
  const names = new Set(since.flatMap((event) => Object.keys(event.data)))
  for (const event of since) {
    const own = resource.verbs[resource.verbOf[event.type] ?? '']
    if (!own?.apply) continue
    for (const name of Object.keys(own.apply(state.values, event))) if (resource.fields[name]?.sets) names.add(name)
  }
  return names
}

/** The refusal of a change made for an older version (X13), with what changed since; null `since`: every field. */
export const staleWith = (resource: Resource, since: readonly LogEvent[] | null, state: RecordState): Rejected => {
  const names = since ? namesIn(resource, since, state) : Object.keys(state.values)
  const changed: JsonObject = {}
  const isSecret = (name: string) => resource.fields[name]?.kind === 'secret'
  for (const name of names)
    if (name in state.values) changed[name] = isSecret(name) ? null : (state.values[name] ?? null)
  return new Rejected('Somebody changed this record while you were editing it.', 'stale', {
    data: { version: state.version, changed },
  })
}
