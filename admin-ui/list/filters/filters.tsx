import { lazy, type ReactNode, Suspense } from 'react'
import { listedField } from '../../../domain/filters.ts'
import type { Resource } from '../../../domain/resource.ts'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { Select } from '../../../ui-shared/fields/select.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import type { ScreenOverrides } from '../screen.ts'
import { isFiltered, type ListState } from '../use-list-state.ts'
import { useTyping } from '../use-typing.ts'

type Change = (change: Record<string, string>, isTyping?: boolean) => void

// Lists come before what narrows them; each filter's place is kept.
const SortSelect = lazy(async () => ({ default: (await import('./sort-select.tsx')).SortSelect }))
const FieldFilter = lazy(async () => ({ default: (await import('./field-filter.tsx')).FieldFilter }))

// Drafts are inactive records with a flag; to those who look for them they are a status.
const drafts = 'drafts'

const statuses = (resource: Resource, hasTrash: boolean) => [
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
  ...(resource.publishing ? [{ value: drafts, label: t('Drafts') }] : []),
  ...(hasTrash ? [{ value: 'deleted', label: t('Trash') }] : []),
]

const StatusSelect = ({ resource, state, change }: Pick<Props, 'resource' | 'state' | 'change'>) => {
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
      {resource.events.deactivate !== undefined && <StatusSelect {...{ resource, state, change }} />}
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
