import type { DecidedEvent, Json, JsonObject } from './event.ts'
import type { Field } from './fields/field.ts'
import { isShown } from './fields/composite.ts'
import { isGivenOnce, picking, UnknownEntry, withIds } from './fields/walk.ts'
import { isSame } from './json.ts'
import { notFrom, ownEvent, ownEvents, splitVerbs } from './verbs/own-verb.ts'
import { type FieldProblem, fieldProblem, Rejected, rejectFields, noSuchRecord, noSuchAction } from './rejected.ts'
import type { StandardVerb } from './verbs/standard-verb.ts'
import {
  checkPlanned,
  checkWhole as checkPublished,
  emptied,
  isAwaiting,
  isPlainDraft,
  publishingProblems,
  withDraft,
} from './publishing.ts'
import { actionOf, type Context, type RecordState, type Resource } from './resource.ts'

/**
 * What is asked of one record: `values` as `readInput` answers them, the `slug` chosen for it, the moment an activation is `due`, and
 * whether whoever asks has seen the record as it stands (If-Match).
 */
export type RecordCommand = { verb: string; values?: JsonObject; slug?: string; due?: string; hasSeen?: boolean }

/** The event of a standard verb. @throws Rejected when the resource does not have the verb */
const eventOf = (resource: Resource, verb: StandardVerb): string => {
  const type = resource.events[verb]
  if (type === undefined) throw noSuchAction(resource)
  return type
}

// More entries than all lists of one record can hold together.
const entriesPerVersion = 1_000

const isKnown = (state: RecordState) => state.status === 'active' || state.status === 'inactive'

const isBuiltIn = ({ builtIn = [] }: Field, value: Json | undefined) => builtIn.some((one) => one === value)

const ruled = picking(({ isFixed, builtIn, shownWhen }) => isFixed || builtIn !== undefined || shownWhen !== undefined)

/** What no schema of a single field can tell: fields that stay as they were made, or that records like this one do not have. */
const checkTogether = (resource: Resource, before: RecordState, changes: JsonObject, { actor, now }: Context) => {
  const after = { ...before.values, ...changes }
  const problems: FieldProblem[] = []
  const isAskedAtOnce = before.status === 'none' && !isPlainDraft(resource, after)
  for (const [name, field] of Object.entries(ruled(resource.fields))) {
    const { label } = field
    if (before.status !== 'none' && field.isFixed && Object.hasOwn(changes, name))
      problems.push(fieldProblem(name, 'fixed', '{label} cannot be changed', { label }))
    if (before.status === 'none' && isBuiltIn(field, after[name]) && actor.type !== 'system')
      problems.push(
        fieldProblem(name, 'options', '{label} is one of {options}', {
          label,
          options: field.options?.join(', ') ?? '',
        }),
      )
    if (!field.shownWhen) continue
    const value = after[name] ?? field.initial
    if (!isShown(field, after) && Object.hasOwn(changes, name) && !isSame(value, field.initial))
      problems.push(fieldProblem(name, 'unknown', '{label} does not belong here', { label }))
    if (isAskedAtOnce && isShown(field, after) && field.isRequired && isSame(value, field.initial))
      problems.push(fieldProblem(name, 'required', '{label} is required', { label }))
  }
  problems.push(...spanProblems(resource, before.values, after), ...publishingProblems(resource, before, changes, now))
  if (before.status !== 'none') problems.push(...emptied(resource, after, changes))
  if (problems.length > 0) rejectFields(problems)
  checkPlanned(resource, after)
}

/** A record that would never be active, because its time ends before it begins. */
const spanProblems = ({ activeBetween, fields }: Resource, before: JsonObject, after: JsonObject): FieldProblem[] => {
  const [from = '', until = ''] = activeBetween ?? []
  const [begin, end] = [after[from], after[until]]
  if (typeof begin !== 'string' || typeof end !== 'string' || begin < end) return []
  const isChanged = [from, until].some((name) => !isSame(before[name], after[name]))
  const values = { label: fields[until]?.label ?? until, earlier: fields[from]?.label ?? from }
  return isChanged ? [fieldProblem(until, 'order', '{label} is not later than {earlier}', values)] : []
}

/** Values whose new entries have numbers: those follow from the record's version, so that none is ever given twice. */
const keyed = picking(({ kind }) => kind === 'object' || kind === 'list' || kind === 'tree')

const withEntryIds = (resource: Resource, state: RecordState, values: JsonObject): JsonObject => {
  let drawn = (state.version + 1) * entriesPerVersion
  const numbered = { ...values }
  for (const [name, field] of Object.entries(keyed(resource.fields))) {
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
  checkTogether(resource, state, plain, context)
  const data: JsonObject = {}
  for (const [name, { initial }] of Object.entries(told(resource.fields))) data[name] = plain[name] ?? initial
  const slug: JsonObject = command.slug === undefined ? {} : { slug: command.slug }
  const created = { ...state, status: 'active' as const, values: { ...state.values, ...plain } }
  return [{ type: resource.events.create, data: { ...data, ...slug } }, ...ownEvents(resource, calls, created, context)]
}

/** The first save of a singleton has no create before it, which would have asked for what is required. */
const checkWhole = ({ fields }: Resource, values: JsonObject) => {
  const problems = Object.entries(fields).flatMap(([name, field]) => {
    if (field.isDerived || field.isSupplied || field.shownWhen || Object.hasOwn(values, name)) return []
    const { error } = field.input.safeParse(field.initial)
    return error ? [fieldProblem(name, 'required', '{label} is required', { label: field.label })] : []
  })
  if (problems.length > 0) rejectFields(problems)
}

/**
 * A form that says everything else that is asked of whoever edits the record says what is not stored yet as well: pictures and
 * secrets, which nobody sends again (C2). Parts of the record may be saved alone (X7b).
 */
const checkAskedLater = ({ fields }: Resource, { values: kept }: RecordState, sent: JsonObject) => {
  const asked = Object.entries(fields).filter(([, { isAskedLater }]) => isAskedLater)
  const isForm = asked.every(([name, field]) => isGivenOnce(field) || Object.hasOwn(sent, name))
  const missing = asked.filter(
    ([name, { initial }]) => !Object.hasOwn(sent, name) && isSame(kept[name] ?? initial, initial),
  )
  if (!isForm || missing.length === 0) return
  rejectFields(missing.map(([name, { label }]) => fieldProblem(name, 'required', '{label} is required', { label })))
}

const edit: Standard = (resource, state, command, context) => {
  if (resource.isSingleton && state.status === 'none') {
    checkWhole(resource, command.values ?? {})
    return create(resource, state, command, context)
  }
  if (!isKnown(state)) throw noSuchRecord(resource)
  const { plain, calls } = splitVerbs(resource, withEntryIds(resource, state, command.values ?? {}))
  const changes = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => !isSame(state.values[name], value)),
  )
  checkTogether(resource, state, changes, context)
  checkAskedLater(resource, state, plain)
  if (command.slug !== undefined && command.slug !== state.slugs.at(-1)) changes.slug = command.slug
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

const remove: Standard = (resource, state, _command, { actor }) => {
  if (state.status === 'none') throw noSuchRecord(resource)
  if (
    actor.type !== 'system' &&
    Object.entries(resource.fields).some(([name, field]) => isBuiltIn(field, state.values[name]))
  )
    throw new Rejected('This {record} is built in. It can be deactivated, not deleted.', 'rule', {
      values: { record: resource.label.toLowerCase() },
    })
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

const standard: Readonly<Record<string, Standard>> = {
  create,
  edit,
  activate: moveTo('active', 'activate'),
  deactivate: moveTo('inactive', 'deactivate'),
  delete: remove,
  restore,
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
