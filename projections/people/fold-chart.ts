import { type Json, type JsonObject, splitStream } from '../../domain/event.ts'
import type { Declared } from '../../domain/catalog.ts'
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

const standingAfter = (status: Json | undefined): JsonObject => {
  if (status === undefined) return {}
  return status === 'deleted' ? { isDeleted: true } : { isDeleted: false, isInactive: status === 'inactive' }
}

// What reporting lines are drawn from; none of it is personal.
export type Drawn = keyof Pick<Declared['employee']['fields'], 'title' | 'division' | 'departement' | 'empSuper'>
const drawn: readonly Drawn[] = ['title', 'division', 'departement', 'empSuper']

/** What an event of an employee says of that, and of where they stand. */
const saidBy = ({ verbOf }: Resource, event: LogEvent): JsonObject => {
  const verb = verbOf[event.type] ?? ''
  const said: JsonObject = { ...(verb === 'revert' ? standingAfter(event.data.status) : standing[verb]) }
  if (verb !== 'create' && verb !== 'edit' && verb !== 'revert') return said
  for (const name of drawn) if (Object.hasOwn(event.data, name)) said[name] = event.data[name] ?? null
  return said
}

const ofLines = (resource: Resource): Projection => ({
  name: 'as_of',
  table: 'as_of',
  category: resource.name,
  concerns: (event) => Object.keys(saidBy(resource, event)).length > 0,
  keyOf: (event) => String(event.position),
  begins: () => true,
  apply: (_row, event) => ({
    position: String(event.position),
    at: event.at,
    resource: resource.name,
    record_id: Number(splitStream(event.stream).id),
    values: saidBy(resource, event),
  }),
  tallies: () => [],
})

/** A row for each event that changes reporting lines: what it said, and when. None where there are no employees. */
export const chartProjections = (resources: readonly Resource[]): Projection[] =>
  resources.filter(({ name }) => name === 'employee').map(ofLines)
