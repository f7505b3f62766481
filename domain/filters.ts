import type { Field, FieldKind } from './fields/field.ts'
import type { Resource } from './resource.ts'

const spans: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'date', 'moment'])

/** True for a field that is filtered by a range: `<field>_from` and `<field>_until`, each end included. */
export const isSpan = ({ kind }: Pick<Field, 'kind'>): boolean => spans.has(kind)

/** A field as lists show it and filter by it. `isFolded`: its range takes the room of a select until one is chosen. */
export type ListedField = Pick<Field, 'kind' | 'label'> & Partial<Field> & { isFolded?: boolean }

// What is known of records beside their fields: when each was made, published and changed, which of the staff made it, and whether whoever asks has opened it.
const common: Readonly<Record<string, ListedField>> = {
  created_at: { kind: 'moment', label: 'Created', isFolded: true },
  published_at: { kind: 'moment', label: 'Published', isFolded: true },
  created_by: { kind: 'text', label: 'Author' },
  changed_at: { kind: 'moment', label: 'Last change' },
  unread: {
    kind: 'flag',
    label: 'Unread',
    labels: { true: 'Unread', false: 'Already read' },
  },
}

const received: ListedField = { kind: 'moment', label: 'Date' }

/** What a list shows or filters by: a field of its own, or one that every record has. */
export const listedField = (
  { fields, inbox }: Pick<Resource, 'fields' | 'inbox'>,
  name: string,
): ListedField | undefined => fields[name] ?? (inbox && name === 'created_at' ? received : common[name])

/** True for lists that tell which of the staff made a record. */
export const tellsAuthor = ({ list }: Pick<Resource, 'list'>): boolean => list.columns.includes('created_by')

/** What the filters of a list are called in its address. */
export const filterNames = (resource: Resource, filters: readonly string[] = resource.list.filters ?? []): string[] =>
  filters.flatMap((name) => {
    const field = listedField(resource, name)
    if (!field) return []
    return isSpan(field) ? [`${name}_from`, `${name}_until`] : [name]
  })

/** What a list may be sorted by. */
export const sortNames = ({ list }: Resource): string[] => [...new Set([...(list.sortable ?? []), 'id', 'changed_at'])]
