import type { ReactNode } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { useTyping } from '../list/use-typing.ts'
import type { ChangeLog } from './log-state.ts'

type Changing = { filters: Readonly<Record<string, string>>; change: ChangeLog }

const Words = ({ filters, change, placeholder }: Changing & { placeholder: string }) => {
  const [typed, setTyped] = useTyping(filters.keyword ?? '', (keyword) => change({ keyword }, true))
  return (
    <input
      className="in"
      type="search"
      name="keyword"
      value={typed}
      placeholder={placeholder}
      aria-label={t('Search')}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

/**
 * Filters in a row above what they narrow: words, where a `placeholder` says of what, its own, and a way to end them all. `after` comes last and
 * is no filter.
 */
export const FilterBar = ({
  filters,
  change,
  placeholder,
  children,
  after,
}: Changing & { placeholder?: string; children: ReactNode; after?: ReactNode }) => (
  <search className="filters log-filters no-print">
    {placeholder !== undefined && <Words filters={filters} change={change} placeholder={placeholder} />}
    {children}
    {Object.values(filters).some((value) => value !== '') && (
      <button
        type="button"
        className="btn bare small"
        onClick={() => change(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))}
      >
        {t('Clear the filters')}
      </button>
    )}
    {after}
  </search>
)
