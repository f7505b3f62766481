import { type JsonObject, splitStream } from '../../domain/event.ts'
import { auditCategory, auditFacts, toldIn } from '../../domain/events/audit.ts'
import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import type { LogEvent } from '../../event-store/log.ts'
import type { Projection, Row } from '../projection.ts'
import { saidValues, soughtFields } from './said-values.ts'

// The names of actions in the trail are those of L2.
const byVerb: Readonly<Record<string, string>> = {
  create: 'Create',
  edit: 'Update',
  activate: 'Activate',
  deactivate: 'Deactivate',
  delete: 'Delete',
  restore: 'Restore',
  revert: 'Revert',
}

const bySignIn: Readonly<Record<string, string>> = {
  SignedIn: 'Login',
  SignInFailed: 'Login',
  SignedOut: 'Logout',
  SignInEnded: 'Logout',
}

export const signInCategory = 'signin'

/** The event of a minute in which sign-ins failed. */
export const signInFailed = 'SignInFailed'

/** The name under which the total of the trail, or of one type of action in it, is kept. */
export const activityList = (actionType = ''): string => (actionType === '' ? 'activity' : `activity:${actionType}`)

/** The names under which the totals of the trail are kept by day and by hour, in UTC: pages far behind begin where these lead. */
export const activityWhen = (at: string): string[] => [`activity@${at.slice(0, 10)}`, `activity@${at.slice(0, 13)}`]

// By event type: the fields that a verb of the resource's own sets, and that of the state to which it leads.
const setBy = ({ fields, stateField, verbs }: Resource): Map<string, string[]> =>
  new Map(
    Object.entries(verbs).map(([verb, { on, to }]) => [
      on,
      Object.entries(fields).flatMap(([name, field]) =>
        field.sets?.includes(verb) || (to !== undefined && name === stateField) ? [name] : [],
      ),
    ]),
  )

type About = {
  action_type: string
  resource: string | null
  record_id: number | null
  changed_fields: string[]
  said: string[]
}

const numberOf = (value: JsonObject[string] | undefined): number | null => (typeof value === 'number' ? value : null)

/** What a revert says of itself is no field. */
const fieldsIn = (verb: string, data: JsonObject): string[] =>
  Object.keys(data).filter((name) => verb !== 'revert' || !aboutReverts.has(name))
const aboutReverts = new Set(['version', 'without', 'restores_to', 'created_at'])

type KnownResource = {
  verbOf: Resource['verbOf']
  setBy: ReadonlyMap<string, string[]>
  sought: ReadonlySet<string>
  /** By event type: the state that its verb leads to, as `said` holds it. */
  leadsTo: ReadonlyMap<string, string>
}

type Known = ReadonlyMap<string, KnownResource>

const nothingSaid: ReadonlySet<string> = new Set()

const knownOf = (resource: Resource): KnownResource => ({
  verbOf: resource.verbOf,
  setBy: setBy(resource),
  sought: soughtFields(resource),
  leadsTo: new Map(
    Object.values(resource.verbs).flatMap(({ on, to }) =>
      resource.stateField === null || to === undefined ? [] : [[on, `${resource.stateField}=${to}`]],
    ),
  ),
})

const about = (resources: Known, event: LogEvent): About => {
  const { category, id } = splitStream(event.stream)
  const { personType, personId } = event.data
  if (category === signInCategory) {
    const resource = typeof personType === 'string' ? personType : null
    return {
      action_type: bySignIn[event.type] ?? 'Update',
      resource,
      // Of a name that nobody has.
      record_id: personId === 0 ? null : numberOf(personId),
      changed_fields: [],
      said: [],
    }
  }
  if (category === auditCategory)
    return {
      action_type: auditFacts[event.type]?.action ?? 'Update',
      resource: textOf(personType ?? event.data.resource) || null,
      record_id: numberOf(personId ?? event.data.record),
      changed_fields: [],
      said: [],
    }
  const resource = resources.get(category)
  const verb = resource?.verbOf[event.type] ?? ''
  const state = resource?.leadsTo.get(event.type)
  return {
    action_type: byVerb[verb] ?? 'Update',
    resource: category,
    record_id: Number(id),
    changed_fields: [...(resource?.setBy.get(event.type) ?? []), ...fieldsIn(verb, event.data)].sort(),
    said: [...saidValues(resource?.sought ?? nothingSaid, event.data), ...(state === undefined ? [] : [state])],
  }
}

/** The job that an event came from. The end of a sign-in names the command that led to it instead. */
const jobOf = ({ stream, meta }: LogEvent): string | null =>
  meta.causationId === meta.commandId || splitStream(stream).category === signInCategory ? null : meta.causationId

/** The trail: one row for each event of ours, named by its position (L1). */
export const activityProjection = (resources: readonly Resource[]): Projection => {
  const byName: Known = new Map(resources.map((resource) => [resource.name, knownOf(resource)]))
  return {
    name: 'activity',
    table: 'activity',
    category: null,
    keyOf: (event) => String(event.position),
    begins: () => true,
    apply: (_row, event): Row => ({
      position: String(event.position),
      at: event.at,
      recorded_at: event.recordedAt,
      actor_type: event.actor.type,
      actor_id: String(event.actor.id),
      event_type: event.type,
      job: jobOf(event),
      request_id: event.meta.correlationId,
      attempts: event.type === signInFailed ? numberOf(event.data.count) : null,
      told: splitStream(event.stream).category === auditCategory ? toldIn(event.type, event.data) : null,
      address: event.type === signInFailed ? textOf(event.data.address) || null : null,
      ...about(byName, event),
    }),
    tallies: (row) => [
      { list: activityList(), column: 'active' },
      ...activityWhen(typeof row.at === 'string' ? row.at : '').map((list) => ({ list, column: 'active' as const })),
      { list: activityList(typeof row.action_type === 'string' ? row.action_type : 'Update'), column: 'active' },
    ],
  }
}
