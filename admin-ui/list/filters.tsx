import type { Resource } from '../../domain/resource.ts'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { useMe } from '../../ui-shared/session.ts'
import { useOptions } from './options.ts'
import type { ScreenOverrides } from './screen.ts'
import type { ListState } from './use-list-state.ts'
import { useTyping } from './use-typing.ts'

type Change = (change: Record<string, string>, isTyping?: boolean) => void

const ReferenceFilter = ({
  name,
  label,
  target,
  placeholder,
  value,
  onChange,
}: {
  name: string
  label: string
  target: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) => {
  const { data = [] } = useOptions(target)
  return (
    <Select
      name={name}
      aria-label={label}
      placeholder={placeholder}
      options={data}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const statuses = (hasTrash: boolean) => [
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
  ...(hasTrash ? [{ value: 'deleted', label: t('Trash') }] : []),
]

const searchHint = (resource: Resource): string => {
  const labels = resource.list.search.map((name) =>
    name === 'slug' ? t('slug') : t(resource.fields[name]?.label ?? name).toLowerCase(),
  )
  return t('Search {fields}…', { fields: labels.join(', ') })
}

/** The filters of a list: keyword, the references the resource filters by, status. */
export const Filters = ({
  resource,
  overrides,
  state,
  change,
}: {
  resource: Resource
  overrides: ScreenOverrides
  state: ListState
  change: Change
}) => {
  const me = useMe()
  const [typed, setTyped] = useTyping(state.keyword, (keyword) => change({ keyword }, true))
  return (
    <search className="filters no-print">
      <input
        className="in"
        type="search"
        name="keyword"
        value={typed}
        placeholder={searchHint(resource)}
        aria-label={t('Search {many}', { many: t(resource.plural) })}
        onChange={(event) => setTyped(event.target.value)}
      />
      {Object.entries(state.filters).map(([name, value]) => {
        const field = resource.fields[name]
        if (!field?.references) return null
        const label = t(field.label)
        const placeholder = t(overrides.filterPlaceholders?.[name] ?? 'Any')
        return (
          <ReferenceFilter
            key={name}
            name={name}
            label={label}
            target={field.references}
            placeholder={placeholder}
            value={value}
            onChange={(next) => change({ [name]: next })}
          />
        )
      })}
      <Select
        name="status"
        aria-label={t('Status')}
        placeholder={t('Any status')}
        options={statuses(can(me, `d-${resource.area}`))}
        value={state.status}
        onChange={(event) => change({ status: event.target.value })}
      />
      <span className="rest">{t('Newest first')}</span>
    </search>
  )
}
