import type { Field, FieldKind } from './fields/field.ts'
import type { Resource } from './resource.ts'

const spans: ReadonlySet<FieldKind> = new Set(['integer', 'date', 'moment'])

/** True for a field that is filtered by a range: `<field>_from` and `<field>_until`, each end included. */
export const isSpan = ({ kind }: Pick<Field, 'kind'>): boolean => spans.has(kind)

/** What the filters of a list are called in its address. */
export const filterNames = (resource: Resource, filters: readonly string[] = resource.list.filters ?? []): string[] =>
  filters.flatMap((name) => {
    const field = resource.fields[name]
    if (!field) return []
    return isSpan(field) ? [`${name}_from`, `${name}_until`] : [name]
  })

/** What a list may be sorted by. */
export const sortNames = ({ list }: Resource): string[] => [...(list.sortable ?? []), 'id', 'changed_at']
