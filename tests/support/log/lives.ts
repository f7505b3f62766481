import fc from 'fast-check'
import { decide } from '../../../domain/decide.ts'
import type { Json, JsonObject, PastEvent } from '../../../domain/event.ts'
import { evolve, initialState } from '../../../domain/evolve.ts'
import type { Field } from '../../../domain/fields/field.ts'
import { partsOf } from '../../../domain/json.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { actionOf, type Context, type RecordState, type Resource } from '../../../domain/resource.ts'
import { isEdited } from '../../../domain/revert/plan.ts'
import { standardVerbs } from '../../../domain/verbs/standard-verb.ts'
import { sampleInput, sampleOf } from '../samples.ts'

/** One thing that may be done to a record: `nth` chooses the verb, `seed` what is said. */
export type Deed = { nth: number; seed: number }

/** What somebody may do to a record one after the other, in any order. */
export const anyDeeds = (most: number) =>
  fc.array(fc.record({ nth: fc.noBias(fc.nat(40)), seed: fc.noBias(fc.nat(1_000)) }), {
    minLength: Math.ceil(most / 2),
    maxLength: most,
    size: 'max',
  })

const entry = (fields: Field['fields'], id: Json, seed: number): JsonObject => ({
  id,
  ...Object.fromEntries(Object.entries(fields ?? {}).map(([name, part]) => [name, valueOf(part, seed)])),
})

// Those that are there in another order, one of them gone now and then, and one more.
const entries = (field: Field, seed: number, before: Json): Json => {
  const known = Array.isArray(before) ? before : []
  const place = seed % (known.length + 1)
  const kept = [...known.slice(place), ...known.slice(0, place)].slice(seed % 3 === 0 ? 1 : 0)
  const added = entry(field.of?.fields ?? field.fields, 'new_1', seed)
  return field.kind === 'tree' ? [{ ...added, children: kept }] : [...kept, added]
}

const later = '2030-01-0'

const wordsOf = (seed: number, { focusOf }: Field): Json => (focusOf ? `${seed % 90} 10` : `Words ${seed}`)

const byKind: Readonly<Partial<Record<Field['kind'], (seed: number, field: Field, before: Json) => Json>>> = {
  flag: (seed) => seed % 2 === 0,
  integer: (seed) => seed + 1,
  decimal: (seed) => seed / 2,
  reference: (seed) => (seed % 4 === 0 ? null : seed),
  picture: (seed) => (seed % 4 === 0 ? null : seed),
  file: (seed) => (seed % 4 === 0 ? null : seed),
  references: (seed) => Array.from({ length: seed % 4 }, (_, index) => seed + index),
  permissions: (seed) => ['r-post', 'u-post', 'd-post'].slice(seed % 4),
  emails: (seed) => Array.from({ length: seed % 3 }, (_, index) => `some${index}@example.org`),
  date: (seed) => `${later}${(seed % 9) + 1}`,
  moment: (seed) => `${later}${(seed % 9) + 1}T09:00:00.000Z`,
  choice: (seed, { options = [''] }) => options[seed % options.length] ?? '',
  object: (seed, { fields = {} }) =>
    Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, valueOf(part, seed + name.length)])),
  list: (seed, field, before) => (field.of?.kind === 'object' ? entries(field, seed, before) : []),
  tree: (seed, field, before) => entries(field, seed, before),
}

/** A value of a field, another one for each seed. */
const valueOf = (field: Field, seed: number, before: Json = null): Json =>
  (byKind[field.kind] ?? wordsOf)(seed, field, before)

const editOf = (resource: Resource, { values }: RecordState, seed: number): JsonObject => {
  const names = Object.entries(resource.fields).filter(([, field]) => isEdited(field) && !field.shownWhen)
  const count = (seed % 3) + 1
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => names[(seed + index * 7) % names.length] ?? []).flatMap(
      ([name, field]) => (name && field ? [[name, valueOf(field, seed, values[name])]] : []),
    ),
  )
}

const at = (revision: number) => new Date(Date.UTC(2026, 10, 2, 9, 0, revision)).toISOString()

/** Who does what: the author their own, staff the rest. */
export const contextOf = (resource: Resource, verb: string, revision: number): Context => ({
  now: at(revision),
  actor: resource.verbs[verb]?.isForAuthor ? { type: 'employee', id: 1 } : { type: 'user', id: 7 },
})

/** The record and its stream after the events that a decision led to. */
export type Life = { states: readonly RecordState[]; events: readonly PastEvent[]; verbs: readonly string[] }

/** Does one thing more to a record; the same life where it is refused or changes nothing. */
export const lived = (resource: Resource, life: Life, command: Parameters<typeof decide>[2]): Life => {
  const before = life.states.at(-1) ?? initialState(resource, 42)
  const { now, actor } = contextOf(resource, command.verb, before.version)
  try {
    let { states, events, verbs } = life
    for (const event of decide(resource, before, command, { now, actor })) {
      const state = states.at(-1) ?? before
      const past = { ...event, stream: `${resource.name}-42`, revision: state.version, at: now, actor }
      events = [...events, past]
      states = [...states, evolve(resource, state, past)]
      verbs = [...verbs, command.verb]
    }
    return { states, events, verbs }
  } catch (error) {
    if (error instanceof Rejected) return life
    throw error
  }
}

const inputOf = (resource: Resource, verb: string, state: RecordState, seed: number): JsonObject => {
  const own = resource.verbs[verb]
  if (!own) return {}
  const { lines } = state.values
  // A text that is there already would change nothing.
  const isSaid = (name: string, said: Json) => own.input?.[name]?.kind === 'longText' && state.values[name] === said
  const input = Object.fromEntries(
    Object.entries(sampleInput(own)).map(([name, said]) => [name, isSaid(name, said) ? `Words ${seed}` : said]),
  )
  // What is delivered is of lines that are there.
  if (!own.input?.lines || !Array.isArray(lines)) return input
  return { ...input, lines: lines.slice(0, 1).map((line) => ({ id: partsOf(line).id ?? 0, delivered: 1 })) }
}

const line = { id: 'new_1', item: 1, name: 'Paper', quantity: 4, unit: 'box', delivered: 0, remarks: '' }

/** A record that was made, and to which some of this was done. */
export const lifeOf = (resource: Resource, deeds: readonly Deed[], isDraft = false): Life => {
  const { isSingleton, slug, publishing, fields } = resource
  const draft = publishing && isDraft ? { [publishing.draft]: true } : {}
  const lines: JsonObject = fields.lines?.kind === 'list' ? { lines: [line] } : {}
  const values = { ...sampleOf(resource), ...lines, ...draft }
  const named = slug === undefined ? {} : { slug: 'some-name' }
  const born: Life = { states: [initialState(resource, 42)], events: [], verbs: [] }
  let life = lived(resource, born, { verb: isSingleton ? 'edit' : 'create', values, ...named })
  // What can be done to the one record is to edit it.
  const standard = isSingleton ? ['edit'] : standardVerbs.filter((verb) => verb !== 'create' && verb !== 'revert')
  const known = [...standard, ...Object.keys(resource.verbs)].filter((verb) => actionOf(resource, verb) !== null)
  for (const { nth, seed } of deeds) {
    const verb = known[nth % known.length] ?? 'edit'
    const state = life.states.at(-1) ?? initialState(resource, 42)
    const moved = slug !== undefined && verb === 'edit' && seed % 5 === 0 ? { slug: `name-${seed}` } : {}
    const said = verb === 'edit' ? editOf(resource, state, seed) : inputOf(resource, verb, state, seed)
    life = lived(resource, life, { verb, values: said, ...moved })
  }
  return life
}
