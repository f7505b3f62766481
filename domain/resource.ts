import type { Actor, DecidedEvent, Json, JsonObject, PastEvent, Upcast } from './event.ts'
import type { Field } from './fields/field.ts'
import type { Inbox } from './shapes/inbox.ts'
import type { MenuGroup } from './menu.ts'
import type { Action } from './permission.ts'
import type { PortalDeclaration } from './portal/declaration.ts'
import { type Publishing, publishingChanges } from './publishing.ts'
import type { SheetsDeclaration } from './sheets/declaration.ts'
import { namesOf, type StandardVerb, standardVerbs } from './standard-verb.ts'

export type Status = 'none' | 'active' | 'inactive' | 'deleted'

/** A record as its stream tells it: `version` counts its events (X7b), the last of `slugs` is in force, `values` holds every field. */
export type RecordState = {
  id: number
  status: Status
  restoresTo: 'active' | 'inactive'
  version: number
  createdAt: string
  changedAt: string
  changedBy: Actor | null
  slugs: readonly string[]
  values: JsonObject
}

/** What a verb is given besides the record: the clock and who acts. Nothing else may decide. */
export type Context = { now: string; actor: Actor }

/** A verb of a resource's own: `on` names its event, whose data is what `input` reads; `from` and `to` are values of its state. */
export type Verb = {
  on: string
  action: Action
  label: string
  done: string
  input?: Readonly<Record<string, Field>>
  from?: readonly string[]
  to?: string
  /** True when an employee may do it to what is their own (`author`). */
  isForAuthor?: boolean
  decide?(state: RecordState, input: JsonObject, context: Context): DecidedEvent[]
  apply?(values: JsonObject, event: PastEvent): JsonObject
}

/** A list: its columns, what the keyword is looked for in, filters of any kind of field, what headings sort by, and how many records `of` another resource point at a row `by` a field. */
export type ListDeclaration = {
  /** What every row of it holds, where it shows a part of the records. */
  where?: Readonly<Record<string, string>>
  columns: readonly string[]
  carries?: readonly string[]
  counts?: Readonly<Record<string, { of: string; by: string }>>
  search: readonly string[]
  filters?: readonly string[]
  /** References that may be set for many records at once. */
  bulk?: readonly string[]
  /** A column, descending with a dash before it, ties by id; without one by `order`, else the newest first. */
  sort?: string
  sortable?: readonly string[]
}

export const singletonId = 1

export type ResourceDeclaration = {
  name: string
  label: string
  /** The plural in small letters, for sentences: "113 posts". */
  plural: string
  /** What the dashboard calls the number of all records; without it they are not counted there. */
  totalLabel?: string
  /** The area of its permissions; null for what has no screens of its own. */
  area: string | null
  /** Where its screens stand in the side menu, under Content when nothing is said; null for what has no screens. */
  menu?: MenuGroup | null
  /** Which sequence gives its ids; users and employees share `person` (spec/decisions X6). */
  sequence?: string
  /** The fields that name a record for people, joined by a space. */
  recordLabel: readonly string[]
  /** The call under /utility that answers what selects offer of it; `getTender` when nothing is said. */
  options?: string
  /** True when there is one record, with the id 1: it is read and edited, never listed, created or deleted. Its first edit makes it. */
  isSingleton?: boolean
  /** The whole number that people put records in order by; the list can then be rearranged. */
  order?: string
  /** Two moments: the record counts as active between them. One that is not set is no bound. */
  activeBetween?: readonly [from: string, until: string]
  /** Its records may begin as drafts and be published at a moment (domain/publishing.ts). */
  publishing?: Publishing
  /** The column whose newest value among active records makes one of them live: the only one that the portal shows. */
  live?: string
  portal?: PortalDeclaration
  /** Employees find its records by the search of the portal: by all that lists are searched by, or by these of it, and with these values. */
  portalSearch?: { by?: readonly string[]; where?: Readonly<Record<string, string | boolean>> }
  /** Fields that employees see of it elsewhere (the menu, settings, the directory): changes of these are told to their screens. */
  noticed?: readonly string[]
  /** True when the form of a new record may begin with what another holds. */
  isDuplicable?: boolean
  /** True when records are looked up by who made them, such as the files that count towards somebody's quota. */
  isFoundByCreator?: boolean
  /** Whether its writers may upload for the house and use its library; else it follows from texts and pictures among the fields. */
  usesLibrary?: boolean
  /** The supplied field that names the employee who wrote it: employees create records and see their own. */
  author?: string
  /** What makes its records come in for staff: their number, and the lists in which they are read until they are done. */
  inbox?: Inbox
  /** The field that its slug is made from. Without one the record is addressed by its id. */
  slug?: string
  fields: Readonly<Record<string, Field>>
  /** Fields whose values are unique over active and inactive records, case-insensitively (spec/decisions X20). */
  unique?: readonly string[]
  /** Fields whose values at any earlier moment are read; none of them personal. */
  asOf?: readonly string[]
  /** True when the record is a person: what is personal is sealed under its own key. */
  isPerson?: boolean
  /** Of people who sign in: the unique fields that hold what they sign in with, and where mail reaches them. */
  signsIn?: { by: string; mail: string }
  /** The field that names the person (`user-7`) a record belongs to, under whose key what is personal is sealed; empty for nobody. */
  owner?: string
  /** True when access is read from it: it says who can sign in, or what they may do. Its events are never skipped. */
  authorises?: boolean
  list: ListDeclaration
  routes?: 'standard' | 'own'
  /** Records come from spreadsheets and go into them. */
  sheets?: SheetsDeclaration
  /** The event of each standard verb; a verb without one is not offered. */
  events: Readonly<{ create: string } & Partial<Record<StandardVerb, string>>>
  /** By event type: what lifts events that were written when a field had another name or meaning (version 1 to 2, 2 to 3 …). */
  past?: Readonly<Record<string, readonly Upcast[]>>
  verbs?: Readonly<Record<string, Verb>>
}

export type Resource = ResourceDeclaration & {
  sequence: string
  unique: readonly string[]
  isPerson: boolean
  authorises: boolean
  routes: 'standard' | 'own'
  menu: MenuGroup | null
  options: string
  list: ListDeclaration & { sort: string }
  verbs: Readonly<Record<string, Verb>>
  stateField: string | null
  verbOf: Readonly<Record<string, string>>
  initialValues: JsonObject
}

/** The action that each standard verb needs in the resource's area (spec/1 §6, reference/reliability AZ-3). */
export const standardActions: Readonly<Record<StandardVerb, Action>> = {
  create: 'c',
  edit: 'u',
  activate: 'u',
  deactivate: 'u',
  delete: 'd',
  restore: 'd',
}

/** A resource from its declaration: event schemas and the table of verbs follow from it, nothing is computed into names. */
export const defineResource = (declaration: ResourceDeclaration): Resource => ({
  ...declaration,
  sequence: declaration.sequence ?? declaration.name,
  unique: declaration.unique ?? [],
  isPerson: declaration.isPerson ?? false,
  authorises: declaration.authorises ?? false,
  routes: declaration.routes ?? 'standard',
  menu: declaration.menu === undefined ? 'Content' : declaration.menu,
  options: declaration.options ?? `get${declaration.name.charAt(0).toUpperCase()}${declaration.name.slice(1)}`,
  list: { ...declaration.list, sort: declaration.list.sort ?? declaration.order ?? '-id' },
  verbs: declaration.verbs ?? {},
  stateField: Object.entries(declaration.fields).find(([, { kind }]) => kind === 'state')?.[0] ?? null,
  initialValues: Object.fromEntries(Object.entries(declaration.fields).map(([name, field]) => [name, field.initial])),
  verbOf: Object.fromEntries([
    ...namesOf(declaration).map(([verb, type]) => [type, verb]),
    ...Object.entries(declaration.verbs ?? {}).map(([name, verb]) => [verb.on, name]),
  ]),
})

/** The action a verb needs, or null when the resource has no such verb. */
export const actionOf = (resource: Resource, verb: string): Action | null => {
  const own = resource.verbs[verb]
  if (own) return own.action
  const standard = standardVerbs.find((name) => name === verb)
  return standard && resource.events[standard] !== undefined ? standardActions[standard] : null
}

/** A record before its first event. */
export const initialState = (resource: Resource, id: number): RecordState => ({
  id,
  status: 'none',
  restoresTo: 'active',
  version: 0,
  createdAt: '',
  changedAt: '',
  changedBy: null,
  slugs: [],
  values: resource.initialValues,
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

/** The record after one more event. Never throws; an event that is not one of the resource's own only counts. */
export const evolve = (resource: Resource, state: RecordState, event: PastEvent): RecordState => {
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
  }
  if (own) {
    const moved = own.to !== undefined && resource.stateField !== null ? { [resource.stateField]: own.to } : {}
    return { ...after, values: { ...(own.apply?.(state.values, event) ?? state.values), ...moved } }
  }
  if (!isStandard || !resource.publishing) return after
  return { ...after, ...publishingChanges(resource, verb, state, after, event.at) }
}

/** A known state with the events that follow it. */
export const foldOn = (resource: Resource, state: RecordState, events: readonly PastEvent[]): RecordState =>
  events.reduce((known, event) => evolve(resource, known, event), state)

/** A record from all of its events. */
export const fold = (resource: Resource, id: number, events: readonly PastEvent[]): RecordState =>
  foldOn(resource, initialState(resource, id), events)
