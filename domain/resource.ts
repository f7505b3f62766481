import type { Actor, DecidedEvent, Json, JsonObject, PastEvent, Upcast } from './event.ts'
import type { Beside, Fields, Input, NameIn, StateIn, Values } from './fields/values.ts'
import { initialOf } from './fields/walk.ts'
import type { Inbox } from './shapes/inbox.ts'
import type { Held, ListDeclaration } from './shapes/list-declaration.ts'
import type { MenuGroup } from './menu.ts'
import type { Action } from './permission.ts'
import type { PortalDeclaration } from './portal/declaration.ts'
import { listDrafts, type Publishing } from './fields/draft.ts'
import type { SheetsDeclaration } from './sheets/declaration.ts'
import { namesOf, type StandardVerb, standardVerbs } from './verbs/standard-verb.ts'

export type Status = 'none' | 'active' | 'inactive' | 'deleted'

/**
 * A record as its stream tells it: `version` counts its events (X7b), the last of `slugs` is in force, `values` holds every field.
 * `last` is the latest verb of the resource's own, what its event says, and the state before; rows of read models know none.
 */
export type RecordState<F extends Fields = Fields> = {
  id: number
  status: Status
  restoresTo: 'active' | 'inactive'
  version: number
  createdAt: string
  changedAt: string
  changedBy: Actor | null
  slugs: readonly string[]
  values: Values<F>
  last: { name: string; data: JsonObject; from: Json } | null
}

/** The values of a record that came by way of the engine, as the declaration of its resource says them. */
export const valuesOf = <F extends Fields>(
  _resource: Resource<F>,
  { values }: Pick<RecordState, 'values'>,
): Values<F> =>
  // The engine knows no names: what it folded and checked by this declaration has its fields.
  values as Values<F>

/** What a verb is given besides the record: the clock and who acts. Nothing else may decide. */
export type Context = { now: string; actor: Actor }

/**
 * A verb of a resource's own: `on` names its event, whose data is what `input` reads; `from` and `to` are values of its state. One that
 * starts in the state that it leads to adds to what was said before.
 */
export type Verb<F extends Fields = Fields, I extends Fields = Fields, Event extends string = string> = {
  on: string
  action: Action
  label: string
  done: string
  input?: I
  from?: readonly string[]
  to?: string
  /** True when an employee may do it to what is their own (`author`). */
  isForAuthor?: boolean
  decide?(state: RecordState<F>, input: Input<I>, context: Context): DecidedEvent<JsonObject, Event>[]
  /** What its event changes of the values. */
  apply?(values: Values<F>, event: PastEvent<Input<I>>): Partial<Values<F>>
}

/** A verb as the engine calls it, with the names of its event and of those that it decides. */
export type Named<On extends string, Event extends string> = Verb<Fields, Fields, Event> & { on: On }

/** A verb of records with these fields: it reads and changes them, and its own input, by their names. */
export const verbOf =
  <F extends Fields>(_fields: F) =>
  <I extends Fields, const On extends string, const Event extends string>(
    verb: Verb<F, I, Event> & { on: On; from?: readonly StateIn<F>[]; to?: StateIn<F> },
  ): Named<On, Event> =>
    verb

export const singletonId = 1

/** What is said of a resource. Every place that names one of its fields takes the names of `F` alone. */
export type ResourceDeclaration<F extends Fields = Fields> = {
  name: string
  label: string
  /** The plural in small letters, for sentences: "113 posts". */
  plural: string
  /** The area of its permissions; null for what has no screens of its own. */
  area: string | null
  /** Where its screens stand in the side menu, under Content when nothing is said; null for what has no screens. */
  menu?: MenuGroup | null
  /** Which sequence gives its ids; users and employees share `person` (X6). */
  sequence?: string
  /** The fields that name a record for people, joined by a space. */
  recordLabel: readonly NameIn<F>[]
  /** The call under /utility that answers what selects offer of it; `getTender` when nothing is said. */
  options?: string
  /** True when there is one record, with the id 1: it is read and edited, never listed, created or deleted. Its first edit makes it. */
  isSingleton?: boolean
  /** The whole number that people put records in order by; the list can then be rearranged. */
  order?: NameIn<F>
  /** Two moments: the record counts as active between them. One that is not set is no bound. */
  activeBetween?: readonly [from: NameIn<F>, until: NameIn<F>]
  /** The states in which its fields may be edited; in all when nothing is said. Verbs say for themselves where they begin (`from`). */
  editableIn?: readonly string[]
  /** Its records may begin as drafts (domain/publishing.ts). */
  publishing?: Publishing<NameIn<F>>
  /** The column whose newest value among active records makes one of them live: the only one that the portal shows. */
  live?: NameIn<F> | 'id'
  portal?: PortalDeclaration<NameIn<F>>
  /** Employees find its records by the search of the portal: by these of the fields that lists are searched by, and with these values. */
  portalSearch?: { by: readonly (NameIn<F> | 'slug')[]; where?: Held<NameIn<F>, string | boolean> }
  /** The address at which one of its records is read that has no page by `portal`, with a value of it in braces: `/employee/{id}`. */
  readAt?: string
  /** Fields that employees see of it elsewhere (the menu, settings, the directory): changes of these are told to their screens. */
  broadcast?: readonly NameIn<F>[]
  /** True when the form of a new record may begin with what another holds. */
  isDuplicable?: boolean
  /** Whether its writers may upload for the house and use its library; else it follows from texts and pictures among the fields. */
  usesLibrary?: boolean
  /**
   * The supplied field that names the employee who wrote it: employees create records and see their own. Where there is no area, all that
   * can be done to a record is for its author.
   */
  author?: NameIn<F>
  /** False where its records keep nobody from deleting what they point at. */
  holdsUp?: false
  /** What makes its records come in for staff: their number, and the lists in which they are read until they are done. */
  inbox?: Inbox<NameIn<F>>
  /** The field that its slug is made from. Without one the record is addressed by its id. */
  slug?: NameIn<F>
  fields: F
  /** Fields whose values are unique over active and inactive records, case-insensitively (X20). */
  unique?: readonly NameIn<F>[]
  /** True when the record is a person: what is personal is sealed under its own key. */
  isPerson?: boolean
  /** Of people who sign in: the unique fields that hold what they sign in with, and where mail reaches them. */
  signsIn?: { by: NameIn<F>; mail: NameIn<F> }
  /** The field that names the person (`user-7`) a record belongs to, under whose key what is personal is sealed; empty for nobody. */
  owner?: NameIn<F>
  /** True when access is read from it: it says who can sign in, or what they may do. Its events are never skipped. */
  authorises?: boolean
  list: ListDeclaration<NameIn<F>>
  routes?: 'standard' | 'own'
  /** Records come from spreadsheets and go into them. */
  sheets?: SheetsDeclaration<NameIn<F>>
  /** The event of each standard verb; a verb without one is not offered. */
  events: Readonly<{ create: string } & Partial<Record<StandardVerb, string>>>
  /** By event type: what upcasts events that were written when a field had another name or meaning (version 1 to 2, 2 to 3 …). */
  past?: Readonly<Record<string, readonly Upcast[]>>
  verbs?: Readonly<Record<string, Verb>>
}

export type Resource<F extends Fields = Fields> = ResourceDeclaration<F> & {
  sequence: string
  unique: readonly NameIn<F>[]
  isPerson: boolean
  authorises: boolean
  routes: 'standard' | 'own'
  menu: MenuGroup | null
  options: string
  list: ListDeclaration<NameIn<F>> & { sort: string }
  verbs: Readonly<Record<string, Verb>>
  stateField: string | null
  verbOf: Readonly<Record<string, string>>
  initialValues: Values<F>
}

/** The action that each standard verb needs in the resource's area (docs/specification/access.md, AZ-3). */
export const standardActions: Readonly<Record<StandardVerb, Action>> = {
  create: 'c',
  edit: 'u',
  activate: 'u',
  deactivate: 'u',
  delete: 'd',
  restore: 'd',
  // Whether each part may be changed by whoever asks is looked at once it is known which parts change (commands/revert/).
  revert: 'u',
}

type Events = ResourceDeclaration['events']
type Verbs = Readonly<Record<string, Verb>>

type Literal<T> = string extends T ? never : T
type Written<T> = { [Name in keyof T as Literal<Name>]: T[Name] }
type NamesIn<T> = { [Name in keyof T]: Literal<T[Name]> }[keyof T]
type OwnOf<V extends Verbs> = { [Name in keyof Written<V>]: Literal<V[Name & keyof V]['on']> }[keyof Written<V>]

/** The events that a resource is made of, by the names that its declaration writes out. */
export type EventOf<R extends { events: Events; verbs: Verbs }> =
  | Extract<NamesIn<R['events']>, string>
  | OwnOf<R['verbs']>

type DecidedBy<V extends Verb> = ReturnType<NonNullable<V['decide']>>[number]['type']

/** Verbs that decide the events of these verbs, and no others. */
type Deciding<V extends Verbs> = {
  readonly [Name in keyof V]: string extends DecidedBy<V[Name]>
    ? unknown
    : [DecidedBy<V[Name]>] extends [V[keyof V]['on']]
      ? unknown
      : never
}

/** What of a declaration names values of its fields. */
type Typed<F extends Fields> = {
  editableIn?: readonly StateIn<F>[]
  portal?: { where?: { readonly [Name in NameIn<F>]?: readonly F[Name]['initial'][] } }
}

// A list of the usual kind stands below the resource's own name.
const atItsName = (name: string, { title }: PortalDeclaration) => (title === undefined ? {} : { at: `/${name}/` })

/** A resource from its declaration: event schemas and the table of verbs follow from it, nothing is computed into names. */
export const defineResource = <F extends Fields, const E extends Events, V extends Verbs = Verbs>(
  declaration: ResourceDeclaration<F> & { fields: Beside<F>; events: E; verbs?: V & Deciding<V> } & Typed<F>,
): Resource<F> & { events: E; verbs: V } => ({
  ...declaration,
  sequence: declaration.sequence ?? declaration.name,
  unique: declaration.unique ?? [],
  isPerson: declaration.isPerson ?? false,
  authorises: declaration.authorises ?? false,
  routes: declaration.routes ?? 'standard',
  menu: declaration.menu === undefined ? 'Content' : declaration.menu,
  options: declaration.options ?? `get${declaration.name.charAt(0).toUpperCase()}${declaration.name.slice(1)}`,
  list: listDrafts({ ...declaration.list, sort: declaration.list.sort ?? declaration.order ?? '-id' }, declaration),
  // One without verbs has none of them by name either: V is what every declaration may have.
  verbs: declaration.verbs ?? ({} as V),
  ...(declaration.portal
    ? { portal: { ...atItsName(declaration.name, declaration.portal), ...declaration.portal } }
    : {}),
  stateField: Object.entries(declaration.fields).find(([, { kind }]) => kind === 'state')?.[0] ?? null,
  initialValues: initialOf(declaration.fields),
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
