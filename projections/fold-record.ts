import { type Actor, type Json, splitStream } from '../domain/event.ts'
import { foldText } from '../domain/fold.ts'
import { evolve, initialState, type RecordState, type Resource, type Status } from '../domain/resource.ts'
import type { LogEvent } from '../event-store/log.ts'
import type { Projection, Row, Tally } from './projection.ts'

const statuses: readonly Status[] = ['none', 'active', 'inactive', 'deleted']
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const actorOf = (row: Row): Actor | null => {
  const { changed_by_type: type, changed_by_id: id } = row
  if (typeof id !== 'string') return null
  if (type === 'system') return { type, id }
  return type === 'user' || type === 'employee' ? { type, id: Number(id) } : null
}

/** The values that a row names, of a resource's fields. */
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
  }
}

const keywordOf = (resource: Resource, state: RecordState): string =>
  resource.list.search
    .map((name) => foldText(textOf(name === 'slug' ? state.slugs.at(-1) : state.values[name])))
    .join('\n')

const toRow = (
  resource: Resource,
  names: readonly string[],
  state: RecordState,
  creator: Pick<Row, 'created_by_type' | 'created_by_id'>,
  position: bigint,
): Row =>
  Object.assign(pick(state.values, names), {
    id: state.id,
    status: state.status,
    restores_to: state.restoresTo,
    version: state.version,
    slug: state.slugs.at(-1) ?? null,
    slugs: [...state.slugs],
    created_at: state.createdAt,
    changed_at: state.changedAt,
    ...creator,
    changed_by_type: state.changedBy?.type ?? null,
    changed_by_id: state.changedBy === null ? null : String(state.changedBy.id),
    keyword: keywordOf(resource, state),
    position: String(position),
  })

const creatorOf = (row: Row | undefined, event: LogEvent) =>
  row
    ? { created_by_type: row.created_by_type ?? null, created_by_id: row.created_by_id ?? null }
    : { created_by_type: event.actor.type, created_by_id: String(event.actor.id) }

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
  return {
    name: resource.name,
    table: resource.name,
    category: resource.name,
    keyOf: (event) => String(idOf(event.stream)),
    begins: (event) => event.revision === 0,
    apply: (row, event) => {
      const id = idOf(event.stream)
      const state = evolve(resource, row ? toState(names, id, row) : initialState(resource, id), event)
      return toRow(resource, names, state, creatorOf(row, event), event.position)
    },
    tallies: (row) => (isTallied(row.status) ? [{ list: resource.name, column: row.status }] : []),
  }
}
