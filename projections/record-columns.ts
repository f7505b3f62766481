import { isDated } from '../domain/publishing.ts'
import type { Resource } from '../domain/resource.ts'
import { type Join, readKinds, type RecordRow } from './kinds.ts'
import { quote } from './sql.ts'

export type RecordColumns = { columns: string; joins: string; read(result: RecordRow): RecordRow }

const base = [
  'id',
  'status',
  'version',
  'slug',
  'label',
  'created_at',
  'changed_at',
  'changed_by_type',
  'changed_by_id',
]

const listed = (resource: Resource): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const isPicture = field.kind === 'picture'
    const isAsked = [...resource.list.columns, ...(resource.list.carries ?? [])].includes(name)
    return !readKinds[field.kind].isLong && (isAsked || isPicture) ? [name] : []
  })

const joinsOf = (
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
  names: readonly string[],
  isPortal: boolean,
): Join[] =>
  names.flatMap((name, index) => {
    const field = resource.fields[name]
    const target = field?.references ? resources.get(field.references) : undefined
    const join = field && target ? readKinds[field.kind].join?.(name, field, target, `j${index}`, isPortal) : undefined
    return join ? [join] : []
  })

/** Values that the API answers in another form than the driver does. */
const readersOf = (resource: Resource, names: readonly string[]) =>
  names.flatMap((name) => {
    const field = resource.fields[name]
    const read = field && readKinds[field.kind].read
    return read ? [[name, read] as const] : []
  })

/** Which columns: of a list (never html or css), of a whole record, or of what employees read of either. */
type Which = 'list' | 'whole' | 'portal list' | 'portal detail'

const portalBase = ['id', 'version', 'slug', 'created_at']

/** The fields of a read. */
export const namesOf = (resource: Resource, which: Which): readonly string[] => {
  const { list = [], detail = [] } = resource.portal ?? {}
  if (which === 'portal list') return list
  if (which === 'portal detail') return [...list, ...detail]
  return which === 'list' ? listed(resource) : Object.keys(resource.fields)
}

const build = (
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
  which: Which,
  extra: readonly string[] = [],
): RecordColumns => {
  const names = namesOf(resource, which)
  const isPortal = which.startsWith('portal')
  const joins = joinsOf(resource, resources, names, isPortal)
  const dated = isDated(resource) ? ['published_at'] : []
  const columns = [
    ...[...(isPortal ? portalBase : [...base, ...dated]), ...names].map((name) => `t.${quote(name)}`),
    ...joins.flatMap((join) => Object.entries(join.columns).map(([name, sql]) => `${sql} as ${name}`)),
    ...extra,
  ]
  const helpers = new Set(joins.flatMap((join) => Object.keys(join.columns)))
  const readers = readersOf(resource, names)
  let own: string[] | undefined
  return {
    columns: columns.join(', '),
    joins: joins.map((join) => join.sql).join(' '),
    read: (result) => {
      // Every result of a statement has the same columns.
      own ??= Object.keys(result).filter((name) => !helpers.has(name) && name !== 'list_total')
      const record: RecordRow = {}
      for (const name of own) record[name] = result[name]
      for (const [name, read] of readers) record[name] = read(record[name])
      for (const join of joins) Object.assign(record, join.read(result))
      return record
    },
  }
}

const written = new WeakMap<ReadonlyMap<string, Resource>, Map<string, RecordColumns>>()

/** The columns of a read. @param extra further columns as SQL on `t` */
export const recordColumns = (
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
  which: Which,
  extra: readonly string[] = [],
): RecordColumns => {
  const known = written.get(resources) ?? new Map<string, RecordColumns>()
  written.set(resources, known)
  const name = `${resource.name} ${which} ${extra.join()}`
  const columns = known.get(name) ?? build(resource, resources, which, extra)
  known.set(name, columns)
  return columns
}
