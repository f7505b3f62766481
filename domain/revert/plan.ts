import { canonicalJson } from '../canonical-json.ts'
import type { Json, JsonObject, PastEvent } from '../event.ts'
import { evolve, fold, initialState } from '../evolve.ts'
import type { Field } from '../fields/field.ts'
import { revertible } from './event.ts'
import type { RecordState, Resource } from '../resource.ts'
import { answerVerb } from '../shapes/stages.ts'

/** What a revert is to bring about: the record as it was at a version (0: before it was there), or as if some of its versions had not been. */
export type Goal = { version: number } | { without: readonly number[] }

/** A part that a version to be left out changed and later ones changed as well: before it, after it, and now. */
export type Contested = { name: string; before: Json; base: Json; now: Json }

/** What a revert would change, as its event says it; what has to be chosen first; and the verbs of the resource's own that it takes back. */
export type Plan = { data: JsonObject; contested: readonly Contested[]; verbs: ReadonlySet<string> }

const isAlike = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other))

/** True for what forms set: whoever edits the record may say it. */
export const isEdited = ({ isDerived, isSupplied, isFixed, sets, kind }: Field): boolean =>
  !isDerived && !isSupplied && !isFixed && !sets && kind !== 'secret' && kind !== 'state'

/** The part of the record that a name in the event belongs to: a field, its address, or whether it is active. */
export const partOf = ({ publishing }: Pick<Resource, 'publishing'>, name: string): string =>
  name === 'restores_to' || name === 'created_at' || name === publishing?.draft ? 'status' : name

/** What differs between two states of a record, as the event of a revert from one to the other says it; `evolve` makes the other of it. */
export const partsBetween = (resource: Resource, from: RecordState, to: RecordState): JsonObject => {
  if (to.status === 'none') return from.status === 'deleted' ? {} : { status: 'deleted' }
  const data: JsonObject = {}
  for (const name of Object.keys(revertible(resource)))
    if (!isAlike(from.values[name], to.values[name])) data[name] = to.values[name] ?? null
  const slug = to.slugs.at(-1)
  if (slug !== undefined && slug !== from.slugs.at(-1)) data.slug = slug
  if (to.status !== from.status) data.status = to.status
  if (to.status === 'deleted' && to.restoresTo !== from.restoresTo) data.restores_to = to.restoresTo
  if (to.createdAt !== from.createdAt) data.created_at = to.createdAt
  return data
}

/** True for a part that is brought together by hand: what somebody may write into a form. */
export const isChoice = ({ fields }: Pick<Resource, 'fields'>, name: string): boolean =>
  fields[name] !== undefined && isEdited(fields[name])

type Turn = { version: number; from: Json; to: Json }

const shown = (status: RecordState['status']): Json => (status === 'none' ? 'deleted' : status)

/** Every change of every part, the oldest first. */
const turnsOf = (resource: Resource, id: number, events: readonly PastEvent[]): Map<string, Turn[]> => {
  const turns = new Map<string, Turn[]>()
  const names = Object.keys(revertible(resource))
  let before = initialState(resource, id)
  for (const event of events) {
    const after = evolve(resource, before, event)
    const note = (name: string, from: Json | undefined, to: Json | undefined) => {
      if (isAlike(from, to)) return
      turns.set(name, [...(turns.get(name) ?? []), { version: after.version, from: from ?? null, to: to ?? null }])
    }
    for (const name of names) note(name, before.values[name], after.values[name])
    note('slug', before.slugs.at(-1), after.slugs.at(-1))
    note('status', shown(before.status), shown(after.status))
    before = after
  }
  return turns
}

/** A number that verbs add to: what they added later stays added. */
const isSum = ({ fields }: Resource, name: string): boolean =>
  fields[name]?.kind === 'integer' && fields[name].sets !== undefined

/** The last changes of a part that are left out, without a kept one between them; and whether kept ones follow. */
const leftOut = (turns: readonly Turn[], isLeftOut: (version: number) => boolean) => {
  const last = turns.findLastIndex(({ version }) => isLeftOut(version))
  if (last < 0) return null
  const kept = turns.findLastIndex(({ version }, index) => index < last && !isLeftOut(version))
  return { first: turns[kept + 1], last: turns[last], isFollowed: last < turns.length - 1 }
}

const planWithout = (resource: Resource, state: RecordState, events: readonly PastEvent[], gone: readonly number[]) => {
  const isGone = (version: number) => gone.includes(version)
  const rest = fold(
    resource,
    state.id,
    events.filter(({ revision }) => !isGone(revision + 1)),
  )
  const now: JsonObject = { ...state.values, slug: state.slugs.at(-1) ?? null, status: shown(state.status) }
  const data: JsonObject = {}
  const contested: Contested[] = []
  for (const [name, turns] of turnsOf(resource, state.id, events)) {
    const run = leftOut(turns, isGone)
    if (!run?.first || !run.last) continue
    const before = run.isFollowed && isSum(resource, name) ? (rest.values[name] ?? null) : run.first.from
    const [base, is] = [run.last.to, now[name] ?? null]
    if (isAlike(before, is)) continue
    if (!run.isFollowed || isAlike(base, is) || isSum(resource, name)) data[name] = before
    else contested.push({ name, before, base, now: is })
  }
  return { data, contested }
}

/** The verbs of the resource's own among some versions, those included that a revert among them took back. */
const verbsAmong = (resource: Resource, events: readonly PastEvent[], versions: readonly number[]): Set<string> => {
  const [verbs, seen, waiting] = [new Set<string>(), new Set<number>(), [...versions]]
  for (let version = waiting.pop(); version !== undefined; version = waiting.pop()) {
    const event = events[version - 1]
    if (!event || seen.has(version)) continue
    seen.add(version)
    const verb = resource.verbOf[event.type] ?? ''
    // What was answered stays.
    if (resource.verbs[verb] && verb !== answerVerb) verbs.add(verb)
    if (verb === 'revert') waiting.push(...versionsOf(goalOf(event), version - 1))
  }
  return verbs
}

const goalOf = ({ data: { version, without } }: PastEvent): Goal =>
  Array.isArray(without) ? { without: without.map(Number) } : { version: Number(version) }

const versionsOf = (goal: Goal, last: number): readonly number[] =>
  'without' in goal
    ? goal.without
    : Array.from({ length: Math.max(0, last - goal.version) }, (_, index) => goal.version + index + 1)

/** What a revert would do to a record. @param events all of its stream */
export const planOf = (resource: Resource, state: RecordState, events: readonly PastEvent[], goal: Goal): Plan => {
  const verbs = verbsAmong(resource, events, versionsOf(goal, state.version))
  if ('without' in goal) return { ...planWithout(resource, state, events, goal.without), verbs }
  const target = fold(resource, state.id, events.slice(0, goal.version))
  return { data: partsBetween(resource, state, target), contested: [], verbs }
}

/** What a record's event is about, of what the plan says: the parts that were asked for. */
export const onlyParts = (resource: Resource, data: JsonObject, parts: readonly string[] | undefined): JsonObject =>
  parts === undefined
    ? data
    : Object.fromEntries(Object.entries(data).filter(([name]) => parts.includes(partOf(resource, name))))
