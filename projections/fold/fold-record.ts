import { isPersonType } from '../../domain/person.ts'
import { type Actor, erasedText, type Json, splitStream } from '../../domain/event.ts'
import { textOf, wordsOf } from '../../domain/json.ts'
import { comparableName, searchableText, searchedAddress } from '../../domain/comparable.ts'
import { numberOf } from '../../domain/shapes/inbox.ts'
import { evolve, initialState } from '../../domain/evolve.ts'
import { isDated, publishedAt } from '../../domain/publishing.ts'
import type { RecordState, Resource, Status } from '../../domain/resource.ts'
import type { Projection, Row, Tally } from '../projection.ts'
import { foldedColumn } from '../kinds.ts'
import { recordTable } from '../tables.ts'

const statuses: readonly Status[] = ['none', 'active', 'inactive', 'deleted']

const actorOf = (row: Row): Actor | null => {
  const { changed_by_type: type, changed_by_id: id } = row
  if (typeof id !== 'string') return null
  if (type === 'system') return { type, id }
  return isPersonType(type) ? { type, id: Number(id) } : null
}

const pick = (row: Row, names: readonly string[]): Row => {
  const values: Row = {}
  for (const name of names) {
    const value = row[name]
    if (value !== undefined) values[name] = value
  }
  return values
}

/** The record that a row stands for. Moments are spelled as the database spells them, which it reads as well. */
const toState = (names: readonly string[], id: number, row: Row): RecordState => {
  return {
    id,
    status: statuses.find((status) => status === row.status) ?? 'none',
    restoresTo: row.restores_to === 'inactive' ? 'inactive' : 'active',
    version: Number(row.version),
    createdAt: textOf(row.created_at),
    changedAt: textOf(row.changed_at),
    changedBy: actorOf(row),
    slugs: Array.isArray(row.slugs) ? row.slugs.filter((slug) => typeof slug === 'string') : [],
    values: pick(row, names),
    last: null,
  }
}

const labelOf = ({ recordLabel, inbox }: Resource, { id, createdAt, values }: RecordState): string => {
  if (inbox) return numberOf(inbox, id, createdAt)
  const parts = recordLabel.map((name) => wordsOf(values[name])).filter(Boolean)
  return parts.every((part) => part === erasedText) ? (parts[0] ?? '') : parts.join(' ')
}

const searchedOf = (resource: Resource, state: RecordState): string[] =>
  resource.list.search.map((name) => {
    if (name === 'label') return labelOf(resource, state)
    const text = textOf(name === 'slug' ? state.slugs.at(-1) : state.values[name])
    return resource.fields[name]?.kind === 'email' ? searchedAddress(text) : text
  })

/** Most events say nothing that is searched for: then the row's keyword stands. */
const keywordOf = (searched: readonly string[], row: Row | undefined, before: readonly string[]): string =>
  row && searched.every((text, index) => text === before[index])
    ? textOf(row.keyword)
    : searched.map(searchableText).join('\n')

type Others = {
  label: string
  created_by_type: Json
  created_by_id: Json
  keyword: string
  position: string
}

/** @param empty a row of the table without values: its copies have one shape, which the engine folds three times as fast */
const toRow = (empty: Row, names: readonly string[], state: RecordState, others: Others): Row => {
  const row = { ...empty }
  for (const name of names) row[name] = state.values[name] ?? null
  row.id = state.id
  row.status = state.status
  row.restores_to = state.restoresTo
  row.version = state.version
  row.slug = state.slugs.at(-1) ?? null
  row.slugs = [...state.slugs]
  row.created_at = state.createdAt
  row.changed_at = state.changedAt
  row.label = others.label
  row.created_by_type = others.created_by_type
  row.created_by_id = others.created_by_id
  row.keyword = others.keyword
  row.position = others.position
  row.changed_by_type = state.changedBy?.type ?? null
  row.changed_by_id = state.changedBy === null ? null : String(state.changedBy.id)
  return row
}

const isTallied = (status: Json | undefined): status is Tally['column'] =>
  status === 'active' || status === 'inactive' || status === 'deleted'

const idOf = (stream: string): number => {
  const { id } = splitStream(stream)
  if (!/^[1-9]\d{0,9}$/.test(id)) throw new TypeError(`${stream} does not end in a record's id`)
  return Number(id)
}

/** The read model of a resource: the record as domain's `evolve` tells it. */
export const recordProjection = (resource: Resource): Projection => {
  const names = Object.keys(resource.fields)
  const folded = resource.unique.map((name) => [name, foldedColumn(name)] as const)
  const empty: Row = Object.fromEntries(recordTable(resource).columns.map(([name]) => [name, null]))
  return {
    name: resource.name,
    table: resource.name,
    category: resource.name,
    isListed: true,
    keyOf: (event) => splitStream(event.stream).id,
    begins: (event) => event.revision === 0,
    apply: (row, event) => {
      const id = idOf(event.stream)
      const before = row ? toState(names, id, row) : initialState(resource, id)
      const state = evolve(resource, before, event)
      const after = toRow(empty, names, state, {
        label: labelOf(resource, state),
        created_by_type: row?.created_by_type ?? event.actor.type,
        created_by_id: row?.created_by_id ?? String(event.actor.id),
        keyword: keywordOf(searchedOf(resource, state), row, row ? searchedOf(resource, before) : []),
        position: String(event.position),
      })
      if (isDated(resource)) after.published_at = publishedAt(resource, state)
      for (const [name, column] of folded) after[column] = comparableName(textOf(state.values[name]))
      return after
    },
    // What belongs to a person is in no list (list.ts).
    tallies: (row) =>
      isTallied(row.status) && (resource.owner === undefined || row[resource.owner] === '')
        ? [{ list: resource.name, column: row.status }]
        : [],
  }
}
