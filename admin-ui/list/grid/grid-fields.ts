import type { Field, FieldKind } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { can, type Me } from '../../../ui-shared/session/me.ts'
import { formFields } from '../../edit/form-values.ts'

/** How many records are edited at once. */
export const mostRows = 100

// What is typed into one line as it is shown. All else has a control that needs its room.
const plainKinds: ReadonlySet<FieldKind> = new Set(['text', 'integer', 'decimal', 'email', 'link'])

const isPlain = ({ kind, isFixed, isApart, sets, focusOf }: Field): boolean =>
  plainKinds.has(kind) && !isFixed && !isApart && sets === undefined && focusOf === undefined

/** The fields that a grid edits: the plain ones among those that a list reads, in the order of the form. */
export const gridFields = (resource: Resource): [string, Field][] => {
  const { columns, carries = [] } = resource.list
  const read: ReadonlySet<string> = new Set([...columns, ...carries])
  return formFields(resource).filter(([name, field]) => read.has(name) && isPlain(field))
}

/** True when a person may edit records of a list in a grid. */
export const mayUseGrid = (me: Me | null, resource: Resource): boolean =>
  resource.events.edit !== undefined &&
  resource.inbox === undefined &&
  can(me, `r-${resource.area}`) &&
  can(me, `u-${resource.area}`) &&
  gridFields(resource).length > 0

/** The address of the grid of what a list shows by its `search`; `ids`: of these alone. */
export const gridPath = (resource: Pick<Resource, 'name'>, search: string, ids: readonly number[] = []): string => {
  const query = new URLSearchParams(search)
  if (ids.length > 0) query.set('ids', ids.join('.'))
  const text = query.toString()
  return `/dashboard/${resource.name}/bulk${text && `?${text}`}`
}

/** The search of everything that a list shows by its own, as one page. */
export const wholeOf = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete('page')
  query.set('per_page', String(mostRows))
  return query.toString()
}
