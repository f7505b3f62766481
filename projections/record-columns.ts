import type { Resource } from '../domain/resource.ts'
import { fileLink, labelSql } from './sql.ts'
import { longKinds, quote } from './tables.ts'

/** A row as the API reads it: wire names; references as {id, name, slug}, pictures also as `<field>_url`. */
export type RecordRow = Record<string, unknown>

/** What a statement selects for a record under the alias `t`, what it joins for that, and how a result becomes a record. */
export type RecordColumns = { columns: string; joins: string; read(result: RecordRow): RecordRow }

const base = ['id', 'status', 'version', 'slug', 'created_at', 'changed_at', 'changed_by_type', 'changed_by_id']

const listed = (resource: Resource): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const isPicture = field.kind === 'picture'
    return !longKinds.has(field.kind) && (resource.list.columns.includes(name) || isPicture) ? [name] : []
  })

type Join = { field: string; alias: string; sql: string; columns: string[]; read(result: RecordRow): RecordRow }

const referenceJoin = (field: string, target: Resource, alias: string): Join => ({
  field,
  alias,
  sql: `left join ${quote(target.name)} ${alias} on ${alias}.id = t.${quote(field)}`,
  columns: [
    `${alias}.id as ${alias}_id`,
    `${labelSql(target, alias) ?? 'null'} as ${alias}_name`,
    `${alias}.slug as ${alias}_slug`,
  ],
  read: (result) => ({
    [field]:
      result[`${alias}_id`] === null
        ? null
        : { id: result[`${alias}_id`], name: result[`${alias}_name`], slug: result[`${alias}_slug`] },
  }),
})

const pictureJoin = (field: string, alias: string): Join => ({
  field,
  alias,
  sql: `left join file ${alias} on ${alias}.id = t.${quote(field)} and ${alias}.status <> 'deleted'`,
  columns: [`${alias}.key as ${alias}_key`, `${alias}.name as ${alias}_name`],
  read: (result) => {
    const [key, name] = [result[`${alias}_key`], result[`${alias}_name`]]
    return { [`${field}_url`]: typeof key === 'string' && typeof name === 'string' ? fileLink(key, name) : null }
  },
})

const joinsOf = (resource: Resource, resources: ReadonlyMap<string, Resource>, names: readonly string[]): Join[] =>
  names.flatMap((name, index) => {
    const field = resource.fields[name]
    if (field?.kind === 'picture') return [pictureJoin(name, `j${index}`)]
    const target = field?.kind === 'reference' && field.references ? resources.get(field.references) : undefined
    return target ? [referenceJoin(name, target, `j${index}`)] : []
  })

// A name that a list shows and that no field holds: people's full names.
const labelColumn = (resource: Resource): string[] => {
  const label = resource.fields.fullname ? null : labelSql(resource, 't')
  return label !== null && resource.list.columns.includes('fullname') ? [`${label} as fullname`] : []
}

const build = (
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
  which: 'list' | 'whole',
  extra: readonly string[] = [],
): RecordColumns => {
  const names = which === 'list' ? listed(resource) : Object.keys(resource.fields)
  const joins = joinsOf(resource, resources, names)
  const columns = [
    ...[...base, ...names].map((name) => `t.${quote(name)}`),
    ...labelColumn(resource),
    ...joins.flatMap((join) => join.columns),
    ...extra,
  ]
  const helpers = new Set(joins.flatMap((join) => ['id', 'name', 'slug', 'key'].map((part) => `${join.alias}_${part}`)))
  let own: string[] | undefined
  return {
    columns: columns.join(', '),
    joins: joins.map((join) => join.sql).join(' '),
    read: (result) => {
      // Every result of a statement has the same columns.
      own ??= Object.keys(result).filter((name) => !helpers.has(name) && name !== 'list_total')
      const record: RecordRow = {}
      for (const name of own) record[name] = result[name]
      for (const join of joins) Object.assign(record, join.read(result))
      return record
    },
  }
}

// Columns follow from declarations, which never change: each set is written once.
const written = new WeakMap<ReadonlyMap<string, Resource>, Map<string, RecordColumns>>()

/**
 * The columns of a list (what the declaration lists and its pictures, never html or css) or of a whole record.
 * @param extra further columns as SQL on `t`, for what a single resource has of its own.
 */
export const recordColumns = (
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
  which: 'list' | 'whole',
  extra: readonly string[] = [],
): RecordColumns => {
  const known = written.get(resources) ?? new Map<string, RecordColumns>()
  written.set(resources, known)
  const name = `${resource.name} ${which} ${extra.join()}`
  const columns = known.get(name) ?? build(resource, resources, which, extra)
  known.set(name, columns)
  return columns
}
