import { isDated } from '../domain/publishing.ts'
import type { Resource } from '../domain/resource.ts'
import { indexesOf } from './indexes.ts'
import { foldedColumn, readKinds } from './kinds.ts'
import type { Table } from './table.ts'
import { hasPast, pastTable } from './past/tables.ts'
import { totalsTable } from './past/totals.ts'
import { quote } from './sql.ts'

/** Columns that every record has besides its fields. */
export const baseColumns: readonly (readonly [string, string])[] = [
  ['id', 'integer'],
  ['status', 'text'],
  ['restores_to', 'text'],
  ['version', 'integer'],
  ['slug', 'text'],
  ['slugs', 'text[]'],
  ['label', 'text'],
  ['created_at', 'timestamptz'],
  ['changed_at', 'timestamptz'],
  ['created_by_type', 'text'],
  ['created_by_id', 'text'],
  ['changed_by_type', 'text'],
  ['changed_by_id', 'text'],
  ['keyword', 'text'],
  ['position', 'bigint'],
]

// A list reads many rows and no articles: these are moved out of the row first, all else only as the last resort. They are not
// compressed: that took a third of the time of a rebuild.
const settingsOf = (resource: Resource): string[] => {
  const inRow = (type: string) => type === 'text' || type === 'text[]' || type === 'jsonb'
  const storageOf = (name: string) => {
    const kind = resource.fields[name]?.kind
    return kind && readKinds[kind].isLong ? 'external' : 'main'
  }
  const columns = [...baseColumns, ...fieldColumns(resource)].filter(([, type]) => inRow(type))
  return [
    'set (toast_tuple_target = 512)',
    ...columns.map(([name]) => `alter column ${quote(name)} set storage ${storageOf(name)}`),
  ]
}

const fieldColumns = (resource: Resource): (readonly [string, string])[] => [
  ...(isDated(resource) ? [['published_at', 'timestamptz'] as const] : []),
  ...Object.entries(resource.fields).map(([name, field]) => [name, readKinds[field.kind].column] as const),
  ...resource.unique.map((name) => [foldedColumn(name), 'text'] as const),
]

/** The read table of a resource, derived from its declaration. @throws Error when a field has the name of a base column. */
export const recordTable = (resource: Resource): Table => {
  const taken = baseColumns.find(([name]) => Object.hasOwn(resource.fields, name))
  if (taken) throw new Error(`a field of ${resource.name} may not be named ${taken[0]}`)
  return {
    name: resource.name,
    key: 'id',
    columns: [...baseColumns, ...fieldColumns(resource)],
    long: Object.entries(resource.fields).flatMap(([name, field]) => (readKinds[field.kind].isLong ? [name] : [])),
    settings: settingsOf(resource),
    indexes: indexesOf(resource),
  }
}

const plain = { long: [], settings: [], indexes: [] }

const activityTable: Table = {
  name: 'activity',
  key: 'position',
  columns: [
    ['position', 'bigint'],
    ['at', 'timestamptz'],
    ['actor_type', 'text'],
    ['actor_id', 'text'],
    ['action_type', 'text'],
    ['event_type', 'text'],
    ['resource', 'text'],
    ['record_id', 'integer'],
    ['changed_fields', 'text[]'],
    ['said', 'text[]'],
    ['job', 'text'],
    ['request_id', 'text'],
    ['recorded_at', 'timestamptz'],
    ['attempts', 'integer'],
    ['told', 'text'],
    ['address', 'text'],
  ],
  ...plain,
  indexes: [
    '(at, position)',
    '(action_type, at, position) include (event_type)',
    '(resource, at, position) include (action_type, changed_fields)',
    '(resource, record_id, at, position) include (actor_type, actor_id)',
    '(actor_type, actor_id, at, position) include (action_type, resource, changed_fields)',
    '(job, at, position) where job is not null',
    '(request_id, at, position)',
    '(address, at, position) where address is not null',
    "(at) where event_type = 'SignInFailed'",
    'using gin (said)',
    '(recorded_at, position)',
    "(at) where at - recorded_at > interval '1 hour'",
  ],
}

// A row for each record that points at files: `fields` says which field at what, `targets` is all of it for the index.
const usesTable: Table = {
  name: 'uses',
  key: 'source',
  columns: [
    ['source', 'text'],
    ['resource', 'text'],
    ['record_id', 'integer'],
    ['fields', 'jsonb'],
    ['targets', 'text[]'],
    ['position', 'bigint'],
  ],
  ...plain,
  indexes: ['using gin (targets) with (fastupdate = off)'],
}

// A row for each event that changes reporting lines: what it said of them (people/fold-chart.ts).
const asOfTable: Table = {
  name: 'as_of',
  key: 'position',
  columns: [
    ['position', 'bigint'],
    ['at', 'timestamptz'],
    ['resource', 'text'],
    ['record_id', 'integer'],
    ['values', 'jsonb'],
  ],
  ...plain,
  indexes: [
    '(resource, record_id, position)',
    // Who came to stand below somebody, below nobody, or into Trash.
    `using gin (("values"->'empSuper') jsonb_path_ops) with (fastupdate = off)`,
    `(record_id) where "values"->'empSuper' = '[]'`,
    `(record_id) where "values"->'isDeleted' = 'true'`,
  ],
}

/** The tables of the read models: each that has rows replaced with a table of those (past/tables.ts). */
export const tablesOf = (resources: readonly Resource[]): readonly Table[] =>
  [...resources.map(recordTable), activityTable, usesTable, asOfTable].flatMap((table) => [
    table,
    ...(hasPast(table) ? [pastTable(table)] : []),
  ])

/** Tables beside the projected rows: totals of lists, the checkpoint with its fence, and dead-lettered events. */
export const supportTables: readonly Table[] = [
  totalsTable,
  {
    name: 'list_total',
    key: 'resource',
    ...plain,
    columns: [
      ['resource', 'text'],
      ['active', 'integer not null'],
      ['inactive', 'integer not null'],
      ['deleted', 'integer not null'],
    ],
  },
  {
    name: 'checkpoint',
    key: 'name',
    ...plain,
    columns: [
      ['name', 'text'],
      ['position', 'bigint not null'],
      ['fence', 'uuid not null'],
      ['is_indexed', 'boolean not null'],
      ['updated_at', 'timestamptz not null'],
      ['halted', 'text'],
    ],
  },
  {
    name: 'dead_letter',
    key: 'position',
    ...plain,
    columns: [
      ['position', 'bigint'],
      ['projection', 'text not null'],
      ['stream', 'text not null'],
      ['event_id', 'text not null'],
      ['error', 'text not null'],
      ['at', 'timestamptz not null'],
    ],
  },
]
