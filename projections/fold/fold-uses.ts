import { library } from '../../domain/library.ts'
import { type JsonObject, splitStream, streamOf } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { fieldsWithin, isFile, type Leaf, leavesOf, targetsOf } from '../../domain/fields/walk.ts'
import { partsOf } from '../../domain/json.ts'
import { evolve, initialState } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import type { LogEvent } from '../../event-store/log.ts'
import type { Projection, Row } from '../projection.ts'

/** Under what a file stands in the targets of a use: by its number in a field, then by its address in a text. */
export const fileTargets = ({ id, key }: { id: number; key: string }): [chosen: string, named: string] => [
  streamOf(library, id),
  `/files/${key}`,
]

const linked = /\/files\/[0-9a-f]{32}(?=\/)/g

// References are counted in the tables themselves, so they are not in here.
const hasTargets = (field: Field) => fieldsWithin(field).some((part) => isFile(part) || part.kind === 'html')

const targetsOfLeaf = (leaf: Leaf): string[] => {
  if (isFile(leaf.field)) return targetsOf(leaf)
  return leaf.field.kind === 'html' && typeof leaf.value === 'string' ? [...new Set(leaf.value.match(linked))] : []
}

type Pointing = readonly (readonly [string, Field])[]
type Known = ReadonlyMap<string, { resource: Resource; pointing: Pointing; unsaid: JsonObject }>

// What a verb reads is there; whether it says something of a field that points at files shows by that field alone.
const unsaidOf = ({ initialValues }: Resource, pointing: Pointing): JsonObject => {
  const shown = new Set(pointing.flatMap(([name, { isDerived }]) => (isDerived ? [] : [name])))
  return Object.fromEntries(Object.entries(initialValues).filter(([name]) => !shown.has(name)))
}

const knownOf = (resources: readonly Resource[]): Known =>
  new Map(
    resources.flatMap((resource) => {
      const pointing = Object.entries(resource.fields).filter(([, field]) => hasTargets(field))
      return pointing.length > 0 ? [[resource.name, { resource, pointing, unsaid: unsaidOf(resource, pointing) }]] : []
    }),
  )

/** The targets of each pointing field that an event says something of. */
const saidBy = (known: Known, event: LogEvent): Record<string, string[]> => {
  const { category, id } = splitStream(event.stream)
  const entry = known.get(category)
  if (!entry) return {}
  const { resource, pointing, unsaid } = entry
  // Most events say nothing of these fields; a verb of the resource's own may set them from other data.
  const isApplied = resource.verbs[resource.verbOf[event.type] ?? '']?.apply !== undefined
  if (!isApplied && !pointing.some(([name]) => Object.hasOwn(event.data, name))) return {}
  const { values } = evolve(resource, { ...initialState(resource, Number(id)), values: unsaid }, event)
  return Object.fromEntries(
    pointing.flatMap(([name, field]) => {
      const value = values[name]
      return value === undefined || value === unsaid[name]
        ? []
        : [[name, leavesOf(name, field, value).flatMap(targetsOfLeaf)]]
    }),
  )
}

/** A list that verbs add to still points at what it pointed at: an event says what came. */
const grown = (pointing: Pointing, before: JsonObject, said: Record<string, string[]>): JsonObject =>
  Object.fromEntries(
    Object.entries(said).map(([name, targets]) => {
      const isAddedTo = pointing.some(([one, { isDerived }]) => one === name && isDerived)
      const known = isAddedTo && Array.isArray(before[name]) ? before[name] : []
      return [name, [...new Set([...known, ...targets])]]
    }),
  )

/** What each record uses, field by field: one row for a record that ever pointed at something. */
export const usesProjection = (resources: readonly Resource[]): Projection => {
  const known = knownOf(resources)
  return {
    name: 'uses',
    table: 'uses',
    category: null,
    concerns: (event) => {
      const said = Object.values(saidBy(known, event))
      // Most records begin without a picture; those need no row.
      return event.revision === 0 ? said.some((targets) => targets.length > 0) : said.length > 0
    },
    keyOf: (event) => event.stream,
    begins: (event) => event.revision === 0,
    apply: (row, event) => {
      const { category, id } = splitStream(event.stream)
      const before = partsOf(row?.fields)
      const fields: JsonObject = {
        ...before,
        ...grown(known.get(category)?.pointing ?? [], before, saidBy(known, event)),
      }
      const after: Row = {
        source: event.stream,
        resource: category,
        record_id: Number(id),
        fields,
        targets: [...new Set(Object.values(fields).flat())],
        position: String(event.position),
      }
      return after
    },
    tallies: () => [],
  }
}
