import type { DecidedEvent, Json, JsonObject } from './event.ts'
import type { Field } from './fields/field.ts'
import { isShown } from './fields/composite.ts'
import { hasPersonal, initialOf, picking, UnknownEntry, withIds } from './fields/walk.ts'
import { type FieldProblem, fieldProblem, Rejected, rejectFields, noSuchRecord, noSuchAction } from './rejected.ts'
import type { StandardVerb } from './standard-verb.ts'
import { isAwaiting, publishingProblems, withDraft } from './publishing.ts'
import { actionOf, type Context, type RecordState, type Resource, type Verb } from './resource.ts'

/** What is asked of one record: `values` as `readInput` answers them, the `slug` chosen for it, the moment an activation is `due`. */
export type RecordCommand = { verb: string; values?: JsonObject; slug?: string; due?: string }

/** The event of a standard verb. @throws Rejected when the resource does not have the verb */
const eventOf = (resource: Resource, verb: StandardVerb): string => {
  const type = resource.events[verb]
  if (type === undefined) throw noSuchAction(resource)
  return type
}

const isSame = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other)

// More entries than all lists of one record can hold together.
const entriesPerVersion = 1_000

const isKnown = (state: RecordState) => state.status === 'active' || state.status === 'inactive'

type Call = { verb: string; input: JsonObject }

/** The verb behind a field that brings it to a value; what the verb asks for besides stays empty. */
const callFor = (name: string, { kind, sets }: Field, value: Json): Call | null => {
  if (!sets) return null
  if (kind === 'flag') return { verb: value === true ? sets[0] : sets[1], input: {} }
  return { verb: sets[0], input: { [name]: value } }
}

/** Values without the fields that have verbs, and the verbs that bring these to what was asked. */
const splitVerbs = (resource: Resource, values: JsonObject) => {
  const calls: Call[] = []
  const plain: JsonObject = {}
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name]
    const call = field ? callFor(name, field, value) : null
    if (call) calls.push(call)
    else plain[name] = value
  }
  return { plain, calls }
}

const ownEvents = (resource: Resource, calls: readonly Call[], state: RecordState, context: Context): DecidedEvent[] =>
  calls.flatMap(({ verb, input }) => ownEvent(resource, verb, state, input, context))

/** The events of a verb of the resource's own. @throws Rejected when the record is not in a state that it starts in */
const ownEvent = (
  resource: Resource,
  name: string,
  state: RecordState,
  input: JsonObject,
  context: Context,
): DecidedEvent[] => {
  const verb = resource.verbs[name]
  if (!verb) return []
  const stands = resource.stateField === null ? null : state.values[resource.stateField]
  if (verb.to !== undefined && stands === verb.to) return []
  if (verb.from && !verb.from.some((one) => one === stands))
    throw new Rejected('This {record} is {state} now, so this cannot be done.', 'rule', {
      values: { record: resource.label.toLowerCase(), state: JSON.stringify(stands) },
    })
  const said = { ...initialOf(verb.input ?? {}), ...writtenBy(resource, state, verb), ...input }
  return verb.decide?.(state, said, context) ?? [{ type: verb.on, data: said }]
}

/** What tells of whoever wrote the record is sealed under their key, so the event names them. */
const writtenBy = ({ author }: Resource, { values }: RecordState, { input = {} }: Verb): JsonObject =>
  author !== undefined && hasPersonal(input) ? { [author]: values[author] ?? null } : {}

const isBuiltIn = ({ builtIn = [] }: Field, value: Json | undefined) => builtIn.some((one) => one === value)

const ruled = picking(({ isFixed, builtIn, shownWhen }) => isFixed || builtIn !== undefined || shownWhen !== undefined)

/** What no schema of a single field can tell: fields that stay as they were made, or that records like this one do not have. */
const checkTogether = (resource: Resource, before: RecordState, changes: JsonObject, { actor, now }: Context) => {
  const after = { ...before.values, ...changes }
  const problems: FieldProblem[] = []
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
    if (isShown(field, after) && field.isRequired && before.status === 'none' && isSame(value, field.initial))
      problems.push(fieldProblem(name, 'required', '{label} is required', { label }))
  }
  problems.push(...spanProblems(resource, before.values, after), ...publishingProblems(resource, before, changes, now))
  if (problems.length > 0) rejectFields(problems)
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
  if (command.slug !== undefined && command.slug !== state.slugs.at(-1)) changes.slug = command.slug
  const owned = resource.owner === undefined ? {} : { [resource.owner]: state.values[resource.owner] ?? '' }
  const edited =
    Object.keys(changes).length > 0 ? [{ type: eventOf(resource, 'edit'), data: { ...owned, ...changes } }] : []
  return [...edited, ...ownEvents(resource, calls, state, context)]
}

const moveTo =
  (status: 'active' | 'inactive', verb: 'activate' | 'deactivate'): Standard =>
  (resource, state, { due }) => {
    if (due !== undefined && !isAwaiting(resource, state, due)) return []
    if (!isKnown(state)) throw noSuchRecord(resource)
    return state.status === status ? [] : [{ type: eventOf(resource, verb), data: {} }]
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
  if (state.status !== 'deleted') return []
  const data: JsonObject =
    command.slug === undefined || command.slug === state.slugs.at(-1) ? {} : { slug: command.slug }
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
  return ownEvent(resource, command.verb, state, command.values ?? {}, context)
}
