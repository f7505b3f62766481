import { type JsonObject, splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { LogEvent } from '../../event-store/log.ts'
import type { Projection } from '../projection.ts'

// Beside the values: whether a record is put away or thrown away, each said by the verbs that change it.
const standing: Readonly<Record<string, JsonObject>> = {
  create: { isInactive: false, isDeleted: false },
  activate: { isInactive: false },
  deactivate: { isInactive: true },
  delete: { isDeleted: true },
  restore: { isDeleted: false },
}

type Known = ReadonlyMap<string, Resource>

/** What an event says of the fields whose past is read, and of where the record stands. What is personal is left out. */
const saidBy = (known: Known, event: LogEvent): JsonObject => {
  const resource = known.get(splitStream(event.stream).category)
  const verb = resource?.verbOf[event.type] ?? ''
  if (!resource) return {}
  const said: JsonObject = { ...standing[verb] }
  if (verb !== 'create' && verb !== 'edit') return said
  for (const name of resource.asOf ?? [])
    if (Object.hasOwn(event.data, name) && !resource.fields[name]?.isPersonal) said[name] = event.data[name] ?? null
  return said
}

/** A row for each event that changes what is read of the past: what it said, and when. */
export const asOfProjection = (resources: readonly Resource[]): Projection => {
  const known: Known = new Map(resources.flatMap((one) => (one.asOf ? [[one.name, one] as const] : [])))
  return {
    name: 'as_of',
    table: 'as_of',
    category: null,
    concerns: (event) => Object.keys(saidBy(known, event)).length > 0,
    keyOf: (event) => String(event.position),
    begins: () => true,
    apply: (_row, [event]) => {
      const { category, id } = splitStream(event.stream)
      return {
        position: String(event.position),
        at: event.at,
        resource: category,
        record_id: Number(id),
        values: saidBy(known, event),
      }
    },
    tallies: () => [],
  }
}
