import type { DecidedEvent, JsonObject } from './event.ts'
import { namedFields, picking, UnknownEntry, withIds } from './fields/walk.ts'
import { evolve } from './evolve.ts'
import { isSame } from './json.ts'
import { isEdited } from './revert/plan.ts'
import { isEditable, standsAt } from './verbs/editable.ts'
import { notFrom, ownEvent, ownEvents, splitVerbs } from './verbs/own-verb.ts'
import { type FieldProblem, fieldProblem, Rejected, rejectFields, noSuchRecord, noSuchAction } from './rejected.ts'
import type { StandardVerb } from './verbs/standard-verb.ts'
import { checkPlanned, checkWhole as checkPublished, isAwaiting, withDraft } from './publishing.ts'
import { actionOf, type Context, type RecordState, type Resource } from './resource.ts'
import { askedLater, isBuiltIn, leftOutOfFirst, problemsTogether, type Unread } from './verbs/together.ts'

/**
 * What is asked of one record: `values` as `readInput` answers them, the `slug` chosen for it, the moment an activation is `due`, and
 * whether whoever asks has seen the record as it stands (If-Match). Of what is refused in any case, `unread` names the fields that were
 * sent and could not be read: nothing is judged by what they may have meant.
 */
export type RecordCommand = {
  verb: string
  values?: JsonObject
  slug?: string
  due?: string
  hasSeen?: boolean
  unread?: ReadonlySet<string>
  back?: Back
}

/** What a revert changes, as its event says it, and what it goes back to. */
export type Back = { version: number; without?: readonly number[]; data: JsonObject }

const none: Unread = new Set()

/** The event of a standard verb. @throws Rejected when the resource does not have the verb */
const eventOf = (resource: Resource, verb: StandardVerb): string => {
  const type = resource.events[verb]
  if (type === undefined) throw noSuchAction(resource)
  return type
}

// More entries than all lists of one record can hold together.
const entriesPerVersion = 1_000

const isKnown = (state: RecordState) => state.status === 'active' || state.status === 'inactive'

/** Values whose new entries have numbers: those follow from the record's version, so that none is ever given twice. */
const keyed = picking(({ kind }) => kind === 'object' || kind === 'list' || kind === 'tree')

const withEntryIds = (resource: Resource, state: RecordState, values: JsonObject): JsonObject => {
  let drawn = (state.version + 1) * entriesPerVersion
  const numbered = { ...values }
  for (const [name, field] of namedFields(keyed(resource.fields))) {
    const value = values[name]
    if (value === undefined) continue
    try {
      numbered[name] = withIds(field, value, state.values[name], () => drawn++)
    } catch (error) {
      if (!(error instanceof UnknownEntry)) throw error
      const { label } = error.field
      rejectFields([fieldProblem(name, 'unknown', '{label} holds an entry that is not there any more', { label })])
    }
  }
  return numbered
}

type Standard = (resource: Resource, state: RecordState, command: RecordCommand, context: Context) => DecidedEvent[]

/** The fields that the event of a new record says. */
const told = picking(({ isDerived, sets }) => !isDerived && !sets)

const create: Standard = (resource, state, command, context) => {
  if (state.status !== 'none')
    throw new Rejected('This {record} exists already.', 'rule', { values: { record: resource.label.toLowerCase() } })
  const values = withDraft(resource, command.values ?? {})
  const { plain, calls } = splitVerbs(resource, withEntryIds(resource, state, values))
  refuseAny(problemsTogether(resource, state, plain, context, command.unread ?? none))
  checkPlanned(resource, { ...state.values, ...plain })
  const data: JsonObject = {}
  for (const [name, { initial }] of namedFields(told(resource.fields))) data[name] = plain[name] ?? initial
  const slug: JsonObject = command.slug === undefined ? {} : { slug: command.slug }
  const created = { ...state, status: 'active' as const, values: { ...state.values, ...plain } }
  return [{ type: resource.events.create, data: { ...data, ...slug } }, ...ownEvents(resource, calls, created, context)]
}

const refuseAny = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0) rejectFields(problems)
}

const edit: Standard = (resource, state, command, context) => {
  if (resource.isSingleton && state.status === 'none') {
    refuseAny(leftOutOfFirst(resource, command.values ?? {}, command.unread ?? none))
    return create(resource, state, command, context)
  }
  if (!isKnown(state)) throw noSuchRecord(resource)
  const { plain, calls } = splitVerbs(resource, withEntryIds(resource, state, command.values ?? {}))
  const changes = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => !isSame(state.values[name], value)),
  )
  const isMoved = command.slug !== undefined && command.slug !== state.slugs.at(-1)
  if ((isMoved || Object.keys(changes).length > 0) && !isEditable(resource, state.values))
    throw notFrom(resource, standsAt(resource, state.values).label)
  const { unread = none } = command
  refuseAny([
    ...problemsTogether(resource, state, changes, context, unread),
    ...askedLater(resource, state, plain, unread),
  ])
  checkPlanned(resource, { ...state.values, ...changes })
  if (isMoved) changes.slug = command.slug ?? ''
  const owned = resource.owner === undefined ? {} : { [resource.owner]: state.values[resource.owner] ?? '' }
  const edited =
    Object.keys(changes).length > 0 ? [{ type: eventOf(resource, 'edit'), data: { ...owned, ...changes } }] : []
  return [...edited, ...ownEvents(resource, calls, state, context)]
}

/** Of what a move was sent, that the record is a draft again. */
const draftOf = ({ publishing: of }: Resource, values: JsonObject): JsonObject =>
  of && values[of.draft] === true ? { [of.draft]: true } : {}

const moveTo =
  (status: 'active' | 'inactive', verb: 'activate' | 'deactivate'): Standard =>
  (resource, state, { due, values = {} }) => {
    if (due !== undefined && !isAwaiting(resource, state, due)) return []
    if (!isKnown(state)) throw noSuchRecord(resource)
    if (verb === 'activate' && state.status !== status) checkPublished(resource, state.values)
    return state.status === status ? [] : [{ type: eventOf(resource, verb), data: draftOf(resource, values) }]
  }

/** @throws Rejected for a record that the house comes with */
const checkMayGo = (resource: Resource, state: RecordState, { actor }: Context): void => {
  if (
    actor.type !== 'system' &&
    Object.entries(resource.fields).some(([name, field]) => isBuiltIn(field, state.values[name]))
  )
    throw new Rejected('This {record} is built in. It can be deactivated, not deleted.', 'rule', {
      values: { record: resource.label.toLowerCase() },
    })
}

const remove: Standard = (resource, state, _command, context) => {
  if (state.status === 'none') throw noSuchRecord(resource)
  checkMayGo(resource, state, context)
  return state.status === 'deleted' ? [] : [{ type: eventOf(resource, 'delete'), data: {} }]
}

const restore: Standard = (resource, state, command) => {
  if (state.status === 'none') throw noSuchRecord(resource)
  const isMoved = command.slug !== undefined && command.slug !== state.slugs.at(-1)
  // Somebody was faster: an address that was chosen is not dropped without a word.
  if (state.status !== 'deleted' && isMoved) throw notFrom(resource, state.status === 'active' ? 'Active' : 'Inactive')
  if (state.status !== 'deleted') return []
  const data: JsonObject = isMoved ? { slug: command.slug ?? '' } : {}
  return [{ type: eventOf(resource, 'restore'), data }]
}

/** Where a record gets by a revert it could get by an edit and the other verbs: their rules are looked at here as well. */
const checkReverted = (
  resource: Resource,
  state: RecordState,
  after: RecordState,
  data: JsonObject,
  context: Context,
) => {
  const edited = Object.entries(data).filter(([name]) => resource.fields[name] && isEdited(resource.fields[name]))
  const isPublished = state.status !== 'active' && after.status === 'active'
  if (after.status === 'deleted' && state.status !== 'deleted') {
    if (resource.isSingleton || resource.events.delete === undefined) throw new Rejected('This cannot be taken back.')
    checkMayGo(resource, state, context)
  }
  if (edited.length > 0 && !isEditable(resource, after.values))
    throw notFrom(resource, standsAt(resource, after.values).label)
  const [draft, { values }] = [resource.publishing?.draft ?? '', after]
  if (isPublished) checkPublished(resource, { ...values, [draft]: state.values[draft] ?? false })
  refuseAny(problemsTogether(resource, { ...state, status: after.status }, Object.fromEntries(edited), context, none))
  checkPlanned(resource, values)
}

const revert: Standard = (resource, state, { back }, context) => {
  if (state.status === 'none') throw noSuchRecord(resource)
  const { version = 0, without, data = {} } = back ?? {}
  if (Object.keys(data).length === 0) return []
  const whose = [resource.owner, resource.author].flatMap((name) =>
    name === undefined ? [] : [[name, state.values[name] ?? null] as const],
  )
  const left: JsonObject = without === undefined ? {} : { without: [...without] }
  const event = { type: eventOf(resource, 'revert'), data: { version, ...left, ...Object.fromEntries(whose), ...data } }
  const { now: at, actor } = context
  const after = evolve(resource, state, { ...event, at, actor, stream: '', revision: state.version })
  // What lies in Trash stays as it is.
  if (state.status === 'deleted' && after.status === 'deleted') throw noSuchRecord(resource)
  checkReverted(resource, state, after, data, context)
  return [event]
}

const standard: Readonly<Record<string, Standard>> = {
  create,
  edit,
  activate: moveTo('active', 'activate'),
  deactivate: moveTo('inactive', 'deactivate'),
  delete: remove,
  restore,
  revert,
}

/** The events that a command leads to, none when nothing changes. @throws Rejected missing, or by a rule of the resource */
export const decide = (
  resource: Resource,
  state: RecordState,
  command: RecordCommand,
  context: Context,
): DecidedEvent[] => {
  if (actionOf(resource, command.verb) === null) throw noSuchAction(resource)
  const verb = standard[command.verb]
  if (verb) return verb(resource, state, command, context)
  if (!isKnown(state)) throw noSuchRecord(resource)
  const { values: input = {}, hasSeen = false } = command
  return ownEvent(resource, { verb: command.verb, input, hasSeen }, state, context)
}
