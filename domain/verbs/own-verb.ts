import { canonicalJson } from '../canonical-json.ts'
import type { DecidedEvent, Json, JsonObject } from '../event.ts'
import type { Field } from '../fields/field.ts'
import { isSame } from '../json.ts'
import { standsAt } from './editable.ts'
import { hasPersonal, initialOf } from '../fields/walk.ts'
import { Rejected } from '../rejected.ts'
import type { Context, RecordState, Resource, Verb } from '../resource.ts'

type Call = { verb: string; input: JsonObject; hasSeen?: boolean }

/** The verb behind a field that brings it to a value; what the verb asks for besides stays empty. */
const callFor = (name: string, { kind, sets }: Field, value: Json): Call | null => {
  if (!sets) return null
  if (kind === 'flag') return { verb: value === true ? sets[0] : sets[1], input: {} }
  return { verb: sets[0], input: { [name]: value } }
}

/** Values without the fields that have verbs, and the verbs that bring these to what was asked. */
export const splitVerbs = (resource: Resource, values: JsonObject): { plain: JsonObject; calls: Call[] } => {
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

/** The refusal of what cannot be done from where a record stands. @param state as people read it */
export const notFrom = ({ label }: Resource, state: string): Rejected =>
  new Rejected('This {record} is {state} now, so this cannot be done.', 'rule', {
    values: { record: label.toLowerCase(), state },
  })

/** What whoever asks for a verb says with it, the rest as if nothing were said. */
const saidBy = ({ input = {} }: Verb, values: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, { isSupplied }]) => !isSupplied)
      .map(([name, { initial }]) => [name, values[name] ?? initial]),
  )

/** What tells of whoever wrote the record is sealed under their key, so the event names them. */
const writtenBy = ({ author }: Resource, { values }: RecordState, { input = {} }: Verb): JsonObject =>
  author !== undefined && hasPersonal(input) ? { [author]: values[author] ?? null } : {}

/**
 * The events of a verb of the resource's own. A record that stands where the verb leads takes a call that says nothing, or the same
 * again, as a repetition, unless whoever says it has seen the first. @throws Rejected when it cannot be done from where the record stands
 */
export const ownEvent = (
  resource: Resource,
  { verb: name, input, hasSeen = false }: Call,
  state: RecordState,
  context: Context,
): DecidedEvent[] => {
  const verb = resource.verbs[name]
  if (!verb) return []
  const { word } = standsAt(resource, state.values)
  const isThere = verb.to !== undefined && word === verb.to
  const isAllowed = verb.from?.includes(word) ?? true
  const said = saidBy(verb, input)
  if (isThere && isSame(said, saidBy(verb, {}))) return []
  const isRepeated = state.last?.name === name && canonicalJson(said) === canonicalJson(saidBy(verb, state.last.data))
  if (isRepeated && (isThere || !isAllowed) && !(isAllowed && hasSeen)) return []
  if (!isAllowed) throw notFrom(resource, standsAt(resource, state.values).label)
  const data = { ...initialOf(verb.input ?? {}), ...writtenBy(resource, state, verb), ...input }
  return verb.decide?.(state, data, context) ?? [{ type: verb.on, data }]
}

/** The events of several verbs. */
export const ownEvents = (
  resource: Resource,
  calls: readonly Call[],
  state: RecordState,
  context: Context,
): DecidedEvent[] => calls.flatMap((call) => ownEvent(resource, call, state, context))
