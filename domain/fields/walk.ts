import { type Json, type JsonObject, streamOf } from '../event.ts'
import { partsOf } from '../json.ts'
import type { Field } from './field.ts'
import type { Fields, Values } from './values.ts'

/** A value inside a field that is no composite. `path` names it from the record on: `images[7].file`, `blocks.menu1.title`. */
export type Leaf = { path: string; field: Field; value: Json }

const itemsOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const keyOf = (item: Json, index: number) => {
  const { id } = partsOf(item)
  return typeof id === 'number' || typeof id === 'string' ? id : index
}

/** What an event may hold of each field. */
export const storedOf = (fields: Fields): Record<string, Field['stored']> =>
  Object.fromEntries(Object.entries(fields).map(([name, { stored }]) => [name, stored]))

/** The values of fields of which nothing was said. */
export const initialOf = <F extends Fields>(fields: F): Values<F> =>
  // `Object.entries` forgets which name goes with which type.
  Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])) as Values<F>

/** A value with each of its leaves replaced by what `change` answers. The shape, the ids and the order stay. */
export const mapLeaves = (path: string, field: Field, value: Json, change: (leaf: Leaf) => Json): Json => {
  if (!field.fields && !field.of) return change({ path, field, value })
  const inside = (prefix: string, parts: Json) =>
    Object.fromEntries(
      Object.entries(field.fields ?? field.of?.fields ?? {}).map(([name, part]) => [
        name,
        mapLeaves(`${prefix}.${name}`, part, partsOf(parts)[name] ?? part.initial, change),
      ]),
    )
  if (field.kind === 'object') return inside(path, value)
  if (field.kind === 'list')
    return itemsOf(value).map((item, index) => {
      const key = `${path}[${keyOf(item, index)}]`
      if (field.of?.kind === 'object') return { ...partsOf(item), ...inside(key, item) }
      return field.of ? mapLeaves(key, field.of, item, change) : item
    })
  if (field.kind === 'tree')
    return itemsOf(value).map((node, index) => ({
      ...partsOf(node),
      ...inside(`${path}[${keyOf(node, index)}]`, node),
      children: mapLeaves(path, field, partsOf(node).children ?? [], change),
    }))
  return change({ path, field, value })
}

/** The leaves of one field's value. */
export const leavesOf = (path: string, field: Field, value: Json): Leaf[] => {
  if (!field.fields && !field.of) return [{ path, field, value }]
  const leaves: Leaf[] = []
  mapLeaves(path, field, value, (leaf) => {
    leaves.push(leaf)
    return leaf.value
  })
  return leaves
}

/** The leaves of a record, or of what is sent of one. */
export const leavesOfRecord = (fields: Fields, values: JsonObject): Leaf[] => {
  const leaves: Leaf[] = []
  for (const name in fields) {
    const [field, value] = [fields[name], values[name]]
    if (field && value !== undefined) leaves.push(...leavesOf(name, field, value))
  }
  return leaves
}

/** Every kind of field that a field is made of. */
export const fieldsWithin = (field: Field): Field[] => [
  field,
  ...Object.values(field.fields ?? {}).flatMap(fieldsWithin),
  ...(field.of ? fieldsWithin(field.of) : []),
]

/** The records that a leaf points at: a resource and ids. */
export const pointsAt = ({ field, value }: Leaf): { to: string; ids: number[] } | null => {
  if (field.references === undefined) return null
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')
  return { to: field.references, ids }
}

/** The streams of the records that a leaf points at. */
export const targetsOf = (leaf: Leaf): string[] => {
  const at = leaf.value === null ? null : pointsAt(leaf)
  return at ? at.ids.map((id) => streamOf(at.to, id)) : []
}

/** Picks those of a declaration's fields that a rule is about. Looked for once per declaration: commands ask for each record. */
export const picking = (isPicked: (field: Field) => boolean | undefined) => {
  const known = new WeakMap<object, Fields>()
  return (fields: Fields): Fields => {
    const picked = known.get(fields) ?? Object.fromEntries(Object.entries(fields).filter(([, one]) => isPicked(one)))
    known.set(fields, picked)
    return picked
  }
}

const named = new WeakMap<Fields, readonly (readonly [string, Field])[]>()

/** The fields of a declaration with their names. Made once per declaration as well. */
export const namedFields = (fields: Fields): readonly (readonly [string, Field])[] => {
  const known = named.get(fields) ?? Object.entries(fields)
  named.set(fields, known)
  return known
}

const pointing = picking((field) => fieldsWithin(field).some(({ references }) => references !== undefined))

/** The leaves that point at records. */
export const pointingLeaves = (fields: Fields, values: JsonObject): Leaf[] => leavesOfRecord(pointing(fields), values)

/** The records of the same resource that values point at. */
export const ownTargets = (
  { name, fields }: { name: string; fields: Fields },
  values: Readonly<Record<string, unknown>>,
): number[] =>
  // Whoever is no JSON points at nothing.
  pointingLeaves(fields, values as JsonObject).flatMap((leaf) =>
    leaf.field.references === name ? (pointsAt(leaf)?.ids ?? []) : [],
  )

/** True for fields whose entries need the permission of what is done to them. */
export const isByAction = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'tree'

/** True for fields that hold the id of a stored file. */
export const isFile = ({ kind }: Field): boolean => kind === 'picture' || kind === 'file'

/** The field that a path leads to, such as `images[new_1].thumbnail`; null when there is none. */
export const fieldAt = (fields: Fields, path: string): Field | null => {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  let [inside, field]: [Fields, Field | null] = [fields, null]
  for (const step of steps) {
    if (step.startsWith('[')) {
      if (field?.kind !== 'list' && field?.kind !== 'tree') return null
      field = field.of ?? field
    } else field = Object.hasOwn(inside, step) ? (inside[step] ?? null) : null
    if (field === null) return null
    inside = field.fields ?? {}
  }
  return field
}

/** The path of a problem inside a field: names after dots, ids and places in brackets. */
export const pathOf = (name: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (known, part) =>
      typeof part === 'number' || String(part).startsWith('new_')
        ? `${known}[${String(part)}]`
        : `${known}.${String(part)}`,
    name,
  )

/** The field of a record that a path leads into: `pictures` of `pictures[7].caption`. */
export const rootOf = (path: string): string => path.split(/[.[]/, 1)[0] ?? path

const entriesOf = (field: Field, value: Json | undefined): JsonObject[] =>
  itemsOf(value).flatMap((item) => [
    partsOf(item),
    ...(field.kind === 'tree' ? entriesOf(field, partsOf(item).children) : []),
  ])

/** An entry that names a number which the record does not hold, or that another entry names as well. */
export class UnknownEntry extends Error {
  readonly field: Field
  constructor(field: Field) {
    super(`${field.label} holds an entry that is not there any more`)
    this.name = 'UnknownEntry'
    this.field = field
  }
}

/** New entries get a number from `draw`, which no entry of this record ever had; the others keep theirs. @throws UnknownEntry */
export const withIds = (field: Field, value: Json, before: Json | undefined, draw: () => number): Json => {
  const parts = (fields: Fields, now: Json, then: Json | undefined): JsonObject =>
    Object.fromEntries(
      Object.entries(fields).map(([name, part]) => [
        name,
        withIds(part, partsOf(now)[name] ?? part.initial, partsOf(then)[name], draw),
      ]),
    )
  if (field.kind === 'object') return parts(field.fields ?? {}, value, before)
  const isKeyed = field.kind === 'tree' || (field.kind === 'list' && field.of?.kind === 'object')
  if (!isKeyed) return value
  const known = new Map(entriesOf(field, before).map((entry) => [entry.id, entry]))
  const sent = entriesOf(field, value).flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  if (new Set(sent).size < sent.length || sent.some((id) => !known.has(id))) throw new UnknownEntry(field)
  const number = (items: Json | undefined): Json[] =>
    itemsOf(items).map((item) => {
      const entry = partsOf(item)
      const id = typeof entry.id === 'number' ? entry.id : draw()
      const own = parts(field.fields ?? field.of?.fields ?? {}, entry, known.get(id))
      return { id, ...own, ...(field.kind === 'tree' ? { children: number(entry.children) } : {}) }
    })
  return number(value)
}

/** True when some field of these, or a part of one, is about a person. */
export const hasPersonal = (fields: Fields): boolean =>
  Object.values(fields)
    .flatMap(fieldsWithin)
    .some(({ isPersonal }) => isPersonal)

/** True for a kind of field of which nobody sends again what is stored. */
export const isGivenOnce = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'picture' || kind === 'secret'
