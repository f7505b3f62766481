import type { DecidedEvent, Json, JsonObject } from './event.ts'
import { type FieldProblem, Rejected, rejectFields } from './rejected.ts'
import type { Context, RecordState, Resource } from './resource.ts'

/** A wish about one record. `values` are read by `readInput`; `slug` is the one that the command room has chosen. */
export type Wish = { verb: string; values?: JsonObject; slug?: string }

const gone = (resource: Resource) => new Rejected(`This ${resource.label.toLowerCase()} does not exist.`, 'missing')

const isSame = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other)

const isKnown = (state: RecordState) => state.status === 'active' || state.status === 'inactive'

/** Values without the flags that have verbs, and the verbs that bring the flags to what was asked. */
const splitFlags = (resource: Resource, values: JsonObject) => {
  const verbs: string[] = []
  const plain: JsonObject = {}
  for (const [name, value] of Object.entries(values)) {
    const sets = resource.fields[name]?.sets
    if (!sets) plain[name] = value
    else verbs.push(value === true ? sets[0] : sets[1])
  }
  return { plain, verbs }
}

const ownEvents = (
  resource: Resource,
  verbs: readonly string[],
  state: RecordState,
  context: Context,
): DecidedEvent[] => verbs.flatMap((verb) => resource.verbs[verb]?.decide(state, context) ?? [])

type Standard = (resource: Resource, state: RecordState, wish: Wish, context: Context) => DecidedEvent[]

const create: Standard = (resource, state, wish, context) => {
  if (state.status !== 'none') throw new Rejected(`This ${resource.label.toLowerCase()} exists already.`)
  const { plain, verbs } = splitFlags(resource, wish.values ?? {})
  const initial = Object.entries(resource.fields)
    .filter(([, field]) => !field.isDerived && !field.sets)
    .map(([name, field]) => [name, plain[name] ?? field.initial] as const)
  const slug: JsonObject = wish.slug === undefined ? {} : { slug: wish.slug }
  const created = { ...state, status: 'active' as const, values: { ...state.values, ...plain } }
  return [
    { type: resource.events.create, data: { ...Object.fromEntries(initial), ...slug } },
    ...ownEvents(resource, verbs, created, context),
  ]
}

const edit: Standard = (resource, state, wish, context) => {
  if (!isKnown(state)) throw gone(resource)
  const { plain, verbs } = splitFlags(resource, wish.values ?? {})
  const changes = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => !isSame(state.values[name], value)),
  )
  if (wish.slug !== undefined && wish.slug !== state.slugs.at(-1)) changes.slug = wish.slug
  // Whose key seals an event, it says itself.
  const owned = resource.owner === undefined ? {} : { [resource.owner]: state.values[resource.owner] ?? '' }
  const edited = Object.keys(changes).length > 0 ? [{ type: resource.events.edit, data: { ...owned, ...changes } }] : []
  return [...edited, ...ownEvents(resource, verbs, state, context)]
}

const moveTo =
  (status: 'active' | 'inactive', verb: 'activate' | 'deactivate'): Standard =>
  (resource, state) => {
    if (!isKnown(state)) throw gone(resource)
    return state.status === status ? [] : [{ type: resource.events[verb], data: {} }]
  }

const remove: Standard = (resource, state) => {
  if (state.status === 'none') throw gone(resource)
  return state.status === 'deleted' ? [] : [{ type: resource.events.delete, data: {} }]
}

const restore: Standard = (resource, state, wish) => {
  if (state.status === 'none') throw gone(resource)
  if (state.status !== 'deleted') return []
  const data: JsonObject = wish.slug === undefined || wish.slug === state.slugs.at(-1) ? {} : { slug: wish.slug }
  return [{ type: resource.events.restore, data }]
}

const standard: Readonly<Record<string, Standard>> = {
  create,
  edit,
  activate: moveTo('active', 'activate'),
  deactivate: moveTo('inactive', 'deactivate'),
  delete: remove,
  restore,
}

/**
 * What a wish about one record leads to: events, none when nothing changes (saying it twice says nothing).
 * @throws Rejected when the record does not exist (missing) or a rule of the resource says no.
 */
export const decide = (resource: Resource, state: RecordState, wish: Wish, context: Context): DecidedEvent[] => {
  const verb = standard[wish.verb]
  if (verb) return verb(resource, state, wish, context)
  const own = resource.verbs[wish.verb]
  if (!own) throw new Rejected(`There is no such action on ${resource.plural}.`, 'missing')
  if (!isKnown(state)) throw gone(resource)
  return own.decide(state, context)
}

/**
 * Reads what a client sent into values: unknown names are refused, each field by its schema; an absent field stays away
 * (spec/decisions X7b), except that a create asks for what is required.
 * @throws Rejected validation with the first constraint of each field.
 */
export const readInput = (
  resource: Resource,
  verb: 'create' | 'edit',
  sent: Readonly<Record<string, unknown>>,
): JsonObject => {
  const problems: FieldProblem[] = []
  const values: JsonObject = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.isDerived) continue
    if (!Object.hasOwn(sent, name) && !(verb === 'create' && field.isRequired)) continue
    const read = field.input.safeParse(Object.hasOwn(sent, name) ? sent[name] : (field.initial ?? ''))
    if (read.success) {
      values[name] = read.data
      continue
    }
    const issue = read.error.issues[0]
    problems.push({
      property: name,
      constraints: { [issue?.code ?? 'invalid']: issue?.message ?? `${field.label} is not valid` },
    })
  }
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(resource.fields, name) || resource.fields[name]?.isDerived)
      problems.push({
        property: name,
        constraints: {
          unknown: `${/^\w{1,60}$/.test(name) ? name : 'One of the names'} is not a field of ${resource.plural}`,
        },
      })
  }
  if (problems.length > 0) rejectFields(problems)
  return values
}
