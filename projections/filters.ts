import { isDay, isMoment } from '../domain/fields/time.ts'
import { staff } from '../domain/person.ts'
import { isSpan, type ListedField, listedField } from '../domain/filters.ts'
import type { Resource } from '../domain/resource.ts'
import { idIn, isKeyOf, quote } from './sql.ts'

type Put = (value: unknown) => string
type Resources = ReadonlyMap<string, Resource>

export type Filters = Readonly<Record<string, string>>

const targetIds = (field: ListedField, resources: Resources, slug: string, put: Put): string | null => {
  const target = field.references ? resources.get(field.references) : undefined
  return target?.slug
    ? `array(select id from ${quote(target.name)} where slug = ${put(slug)} and status <> 'deleted')`
    : null
}

const conditionOf = (field: ListedField, column: string, value: string, resources: Resources, put: Put): string => {
  const isMany = field.kind === 'references'
  if (field.kind === 'reference' || isMany) {
    const id = idIn(value)
    if (id !== null) return isMany ? `${column} @> ${put(String(id))}::jsonb` : `${column} = ${put(id)}`
    const ids = targetIds(field, resources, value, put)
    if (ids === null) return 'false'
    return isMany
      ? `exists (select from jsonb_array_elements_text(${column}) one where one::integer = any(${ids}))`
      : `${column} = any(${ids})`
  }
  if (field.kind === 'flag') return value === 'true' || value === 'false' ? `${column} = ${value}` : 'false'
  return `${column} = ${put(value)}`
}

/** True for what an end of a range may be. A day is a whole one of UTC at both ends. */
const isEnd = ({ kind }: ListedField, value: string): boolean => {
  if (kind === 'integer') return /^-?\d{1,9}$/.test(value)
  if (kind === 'decimal') return /^-?\d{1,12}(\.\d{1,6})?$/.test(value)
  if (kind === 'date') return isDay(value)
  return isMoment(isDay(value) ? `${value}T00:00Z` : value)
}

/** An end of a range as the rest of a comparison, or null for what its field cannot have. */
const boundOf = (field: ListedField, end: string | undefined, value: string, put: Put): string | null => {
  const { kind } = field
  const compare = end === 'from' ? '>=' : '<='
  if (!isEnd(field, value)) return null
  if (kind === 'integer') return `${compare} ${put(value)}::integer`
  if (kind === 'decimal') return `${compare} ${put(value)}::numeric`
  if (kind === 'date') return `${compare} ${put(value)}`
  const isWhole = isDay(value)
  const moment = isWhole ? `${value}T00:00Z` : value
  const at = `${put(new Date(moment).toISOString())}::timestamptz`
  return isWhole && end === 'until' ? `< ${at} + interval '1 day'` : `${compare} ${at}`
}

// Of authors lists know staff alone (docs/decisions/ui/0187).
const authorSql = (value: string, put: Put): string => {
  const id = value.startsWith(`${staff}-`) ? idIn(value.slice(staff.length + 1)) : null
  return id === null ? 'false' : `t.created_by_type = '${staff}' and t.created_by_id = ${put(String(id))}`
}

/** One filter as a condition on `t`, by id or slug for references; a value that its field cannot have matches nothing. */
export const filterSql = (resource: Resource, resources: Resources, name: string, value: string, put: Put): string => {
  if (name === 'created_by') return authorSql(value, put)
  const plain = listedField(resource, name)
  if (plain && !isSpan(plain)) return conditionOf(plain, `t.${quote(name)}`, value, resources, put)
  const [, of = '', end] = /^(.*)_(from|until)$/.exec(name) ?? []
  const field = listedField(resource, of)
  const bound = field && isSpan(field) ? boundOf(field, end, value, put) : null
  return bound === null ? 'false' : `t.${quote(of)} ${bound}`
}

/** True for what a filter of a list may be asked for: of a reference an id, or a slug where its target has one. A word of a choice that is none matches nothing. */
export const isFilterValue = (resource: Resource, known: readonly Resource[], name: string, value: string): boolean => {
  if (name === 'created_by') return value.startsWith(`${staff}-`) && /^\d{1,10}$/.test(value.slice(staff.length + 1))
  const field = listedField(resource, name)
  if (!field || isSpan(field)) {
    const span = listedField(resource, name.replace(/_(from|until)$/, ''))
    return span === undefined || isEnd(span, value)
  }
  if (field.kind === 'flag') return value === 'true' || value === 'false'
  if (field.kind !== 'reference' && field.kind !== 'references') return true
  const target = known.find((one) => one.name === field.references)
  return target === undefined || isKeyOf(target, value)
}

/** The index, in SQL, that a filter by the field uses. */
export const filterIndex = (name: string, field: ListedField): string => {
  if (field.kind === 'references') return `using gin (${quote(name)} jsonb_path_ops)`
  const columns = name === 'created_by' ? 'created_by_type, created_by_id' : quote(name)
  return `(${columns}, id, "position") where status <> 'deleted'`
}
