import type { Json, JsonObject, PastEvent } from './event.ts'
import type { Fields } from './fields/values.ts'
import { publishingChanges } from './publishing.ts'
import type { RecordState, Resource, Verb } from './resource.ts'
import { revertedBy } from './revert/event.ts'

/** A record before its first event. */
export const initialState = <F extends Fields>(resource: Resource<F>, id: number): RecordState<F> => ({
  id,
  status: 'none',
  restoresTo: 'active',
  version: 0,
  createdAt: '',
  changedAt: '',
  changedBy: null,
  slugs: [],
  values: resource.initialValues,
  last: null,
})

const statusAfter = (verb: string, state: RecordState): Pick<RecordState, 'status' | 'restoresTo'> => {
  if (verb === 'create' || verb === 'activate') return { status: 'active', restoresTo: 'active' }
  if (verb === 'deactivate') return { status: 'inactive', restoresTo: 'inactive' }
  if (verb === 'delete') return { status: 'deleted', restoresTo: state.restoresTo }
  if (verb === 'restore') return { status: state.restoresTo, restoresTo: state.restoresTo }
  return { status: state.status, restoresTo: state.restoresTo }
}

const withSlug = (slugs: readonly string[], slug: Json | undefined) =>
  typeof slug === 'string' ? [...slugs.filter((known) => known !== slug), slug] : slugs

/** Values with what an event says of the fields of today. Others stay in the event, where the history finds them. */
const valuesAfter = ({ fields }: Resource, before: JsonObject, data: JsonObject): JsonObject => {
  let values = before
  for (const name of Object.keys(data)) {
    if (!Object.hasOwn(fields, name)) continue
    if (values === before) values = { ...before }
    values[name] = data[name] ?? null
  }
  return values
}

/** What a verb of its own changes of a record. */
const moved = ({ stateField }: Resource, { values }: RecordState, event: PastEvent, own: Verb & { name: string }) => {
  const stage = own.to !== undefined && stateField !== null ? { [stateField]: own.to } : {}
  return {
    values: Object.assign({}, values, own.apply?.(values, event), stage),
    last: { name: own.name, data: event.data, from: values[stateField ?? ''] ?? null },
  }
}

const evolved = (resource: Resource, state: RecordState, event: PastEvent): RecordState => {
  const verb = resource.verbOf[event.type]
  const own = verb === undefined ? undefined : resource.verbs[verb]
  const isStandard = verb !== undefined && !own
  const { status, restoresTo } = isStandard ? statusAfter(verb, state) : state
  // Spelled out, because every event of the log comes by here.
  const after: RecordState = {
    id: state.id,
    status,
    restoresTo,
    version: event.revision + 1,
    createdAt: state.createdAt || event.at,
    changedAt: event.at,
    changedBy: event.actor,
    slugs: isStandard ? withSlug(state.slugs, event.data.slug) : state.slugs,
    values: isStandard ? valuesAfter(resource, state.values, event.data) : state.values,
    last: state.last,
  }
  if (verb !== undefined && own) return { ...after, ...moved(resource, state, event, { ...own, name: verb }) }
  if (verb === 'revert') return { ...after, ...revertedBy(state, event.data) }
  if (!isStandard || !resource.publishing) return after
  return { ...after, ...publishingChanges(resource, verb, state, after, event.at) }
}

/** The record after one more event. Never throws; an event that is not one of the resource's own only counts. */
export const evolve = <F extends Fields>(resource: Resource<F>, state: RecordState<F>, event: PastEvent) =>
  // What an event holds follows from these fields: its schema was checked when it was appended, and `read` when it was read.
  evolved(resource, state, event) as RecordState<F>

/** A known state with the events that follow it. */
export const foldOn = <F extends Fields>(
  resource: Resource<F>,
  state: RecordState<F>,
  events: readonly PastEvent[],
): RecordState<F> => events.reduce((known, event) => evolve(resource, known, event), state)

/** A record from all of its events. */
export const fold = <F extends Fields>(
  resource: Resource<F>,
  id: number,
  events: readonly PastEvent[],
): RecordState<F> => foldOn(resource, initialState(resource, id), events)
