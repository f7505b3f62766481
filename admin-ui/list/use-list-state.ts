import { filterNames, listedField, sortNames } from '../../domain/filters.ts'
import type { Resource } from '../../domain/resource.ts'
import { boundsOfDay } from '../../ui-shared/date.tsx'
import { useAddress } from '../../ui-shared/use-address.ts'

/** What a list shows: all of it stands in the address. `filters` are the resource's own, by name; `sort` is '' for its own order. */
export type ListState = {
  page: number
  per_page: number
  keyword: string
  status: string
  sort: string
  filters: Record<string, string>
}

export const pageSizes = [10, 20, 50, 100] as const
const defaultSize = 20

const whole = (text: string | null, fallback: number): number =>
  text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : fallback

/** Reads the state from an address; what is missing or nonsense is the default. */
export const readListState = (parameters: URLSearchParams, resource: Resource): ListState => {
  const sort = parameters.get('sort') ?? ''
  const size = whole(parameters.get('per_page'), defaultSize)
  const status = parameters.get('status') ?? ''
  return {
    page: whole(parameters.get('page'), 1),
    per_page: pageSizes.some((known) => known === size) ? size : defaultSize,
    keyword: parameters.get('keyword') ?? '',
    status: ['active', 'inactive', 'deleted'].includes(status) ? status : '',
    sort: sortNames(resource).includes(sort.replace(/^-/, '')) ? sort : '',
    filters: Object.fromEntries(filterNames(resource).map((name) => [name, parameters.get(name) ?? ''])),
  }
}

// A day of the calendar is a span of moments, by the clock of the site.
const asMoment = (name: string, value: string): string => {
  const bounds = boundsOfDay(value)
  if (bounds === null) return value
  return name.endsWith('_until') ? bounds.until : bounds.from
}

/** The query of the state without page, size and order: what "all that match" means. */
export const matchQuery = ({ keyword, status, filters }: ListState, resource: Resource): Record<string, string> => ({
  keyword,
  status,
  ...Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const isMoment = listedField(resource, name.replace(/_(from|until)$/, ''))?.kind === 'moment'
      return [name, isMoment ? asMoment(name, value) : value]
    }),
  ),
  ...resource.list.where,
})

/** True when a list shows less than everything. */
export const isFiltered = ({ keyword, status, filters }: ListState): boolean =>
  [keyword, status, ...Object.values(filters)].some((value) => value !== '')

/** Why a list shows nothing: there is nothing yet, nothing was thrown away, or nothing is like what was asked for. */
export const whyEmpty = (state: ListState): 'nothing yet' | 'empty trash' | 'no match' => {
  const { status } = state
  if (isFiltered({ ...state, status: '' })) return 'no match'
  if (status === 'deleted') return 'empty trash'
  return status === '' ? 'nothing yet' : 'no match'
}

type Change = { page?: number; per_page?: number } & Record<string, string | number | undefined>

const defaults: Readonly<Record<string, string>> = { page: '1', per_page: String(defaultSize) }

/** The address after a change: defaults are left out, anything but the page itself leads back to page 1. */
export const changed = (before: URLSearchParams, change: Change): URLSearchParams => {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries(change)) {
    const text = String(value ?? '')
    if (text === (defaults[name] ?? '')) next.delete(name)
    else next.set(name, text)
  }
  if (!('page' in change)) next.delete('page')
  return next
}

/** The state of a list. Typing replaces the entry in the browser's history (`isTyping`), everything else adds one. */
export const useListState = (resource: Resource) => {
  const { query, change: changeAddress } = useAddress()
  const change = (next: Change, isTyping = false) => changeAddress((before) => changed(before, next), isTyping)
  return { state: readListState(query, resource), change, search: query.toString() }
}
