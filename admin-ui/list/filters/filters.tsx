import { lazy, type ReactNode, Suspense } from 'react'
import { listedField } from '../../../domain/filters.ts'
import type { Resource } from '../../../domain/resource.ts'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import type { ScreenOverrides } from '../screen.ts'
import { isFiltered, type ListState } from '../use-list-state.ts'
import { useTyping } from '../use-typing.ts'

type Change = (change: Record<string, string>, isTyping?: boolean) => void

// Lists come before what narrows them; each filter's place is kept.
const loadSelects = () => import('./selects.tsx')
const StatusSelect = lazy(async () => ({ default: (await loadSelects()).StatusSelect }))
const SortSelect = lazy(async () => ({ default: (await loadSelects()).SortSelect }))
const FieldFilter = lazy(async () => ({ default: (await import('./field-filter.tsx')).FieldFilter }))

const searchHint = (resource: Resource): string => {
  const labels = resource.list.search.map((name) =>
    name === 'slug' ? t('slug') : amid(name === 'label' ? t('Number') : t(resource.fields[name]?.label ?? name)),
  )
  return t('Search {fields}…', { fields: labels.join(', ') })
}

type Props = {
  resource: Resource
  overrides: ScreenOverrides
  state: ListState
  change: Change
  onClear: () => void
  /** What stands at the end. */
  children?: ReactNode
}

const Keyword = ({ resource, state, change }: Pick<Props, 'resource' | 'state' | 'change'>) => {
  const [typed, setTyped] = useTyping(state.keyword, (keyword) => change({ keyword }, true))
  return (
    <input
      className="in"
      type="search"
      name="keyword"
      value={typed}
      placeholder={searchHint(resource)}
      aria-label={t('Search {many}', { many: t(resource.plural) })}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

// As large as what comes: it may go into a line of its own, and the rows below must stay where somebody is about to touch them.
const TailPlace = () => (
  <>
    <span className="rest unseen">{t('Newest first')}</span>
    <span className="select sort-select unseen" />
    <span className="btn unseen">
      {t('View')}
      <Icon name="down" />
    </span>
  </>
)

/** The filters of a list: keyword, those that the resource declares by the kinds of their fields, status; and the order. */
export const Filters = ({ resource, overrides, state, change, onClear, children }: Props) => {
  const me = useMe()
  const maySelect = can(me, `r-${resource.area}`)
  const isPersonal = resource.list.search.some((name) => resource.fields[name]?.isPersonal)
  // The server refuses what would find people by what may not be read of them.
  const isSought = resource.list.search.length > 0 && (maySelect || !isPersonal || can(me, 'r-audit_personal'))
  return (
    <search className="filters no-print">
      {isSought && <Keyword {...{ resource, state, change }} />}
      {(resource.list.filters ?? []).map((name) => {
        const field = listedField(resource, name)
        // Names of other records are offered to whoever works with these.
        const isOffered = field?.references === undefined || maySelect
        if (!field || !isOffered || name === resource.publishing?.draft) return null
        const words = overrides.filterPlaceholders?.[name]
        const placeholder = words ? t(words) : t('Any {thing}', { thing: amid(t(field.label)) })
        return (
          <Suspense key={name} fallback={<span className="select" />}>
            <FieldFilter {...{ resource, name, field, placeholder, change }} filters={state.filters} />
          </Suspense>
        )
      })}
      {resource.events.deactivate !== undefined && (
        <Suspense fallback={<span className="select" />}>
          <StatusSelect {...{ resource, state, change }} />
        </Suspense>
      )}
      {isFiltered(state) && (
        <button type="button" className="btn bare" onClick={onClear}>
          {t('Clear the filters')}
        </button>
      )}
      <div className="tail">
        <Suspense fallback={<TailPlace />}>
          <SortSelect resource={resource} sort={state.sort} onSort={(sort) => change({ sort })} />
          {children}
        </Suspense>
      </div>
    </search>
  )
}
