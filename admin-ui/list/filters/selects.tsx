import { listedField } from '../../../domain/filters.ts'
import type { Resource } from '../../../domain/resource.ts'
import { Select } from '../../../ui-shared/fields/select.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import type { ListState } from '../use-list-state.ts'

const labelOf = (resource: Resource, sort: string): string => {
  const name = sort.replace(/^-/, '')
  if (name === 'id') return sort === '-id' ? t('Newest first') : t('Oldest first')
  const words = { thing: amid(t(listedField(resource, name)?.label ?? 'Name')) }
  return sort.startsWith('-') ? t('By {thing}, descending', words) : t('By {thing}', words)
}

/** The order of a list in words. It can be chosen where headings have no room. */
export const SortSelect = ({
  resource,
  sort,
  onSort,
}: {
  resource: Resource
  sort: string
  onSort: (sort: string) => void
}) => {
  const { sortable = [], sort: usual } = resource.list
  const offered = [...new Set([usual, ...sortable.flatMap((name) => [name, `-${name}`]), '-id', 'id'])]
  return (
    <>
      <span className="rest">{labelOf(resource, sort || usual)}</span>
      <Select
        className="sort-select"
        name="sort"
        aria-label={t('Order')}
        options={offered.map((value) => ({ value, label: labelOf(resource, value) }))}
        value={sort || usual}
        onChange={({ target }) => onSort(target.value === usual ? '' : target.value)}
      />
    </>
  )
}

// Drafts are inactive records with a flag; to those who look for them they are a status.
const drafts = 'drafts'

const statuses = (resource: Resource, hasTrash: boolean) => [
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
  ...(resource.publishing ? [{ value: drafts, label: t('Drafts') }] : []),
  ...(hasTrash ? [{ value: 'deleted', label: t('Trash') }] : []),
]

/** The status that a list shows. */
export const StatusSelect = ({
  resource,
  state,
  change,
}: {
  resource: Resource
  state: ListState
  change: (change: Record<string, string>) => void
}) => {
  const me = useMe()
  const hasTrash = (can(me, `d-${resource.area}`) || can(me, 'r-audit')) && resource.events.restore !== undefined
  const flag = resource.publishing?.draft
  return (
    <Select
      name="status"
      aria-label={t('Status')}
      placeholder={t('Any status')}
      options={statuses(resource, hasTrash)}
      value={flag && state.filters[flag] === 'true' ? drafts : state.status}
      onChange={({ target: { value } }) =>
        change({
          status: value === drafts ? '' : value,
          ...(flag && { [flag]: value === drafts ? 'true' : '' }),
        })
      }
    />
  )
}
