import { listedField } from '../../../domain/filters.ts'
import type { Resource } from '../../../domain/resource.ts'
import { Select } from '../../../ui-shared/fields/select.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'

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
