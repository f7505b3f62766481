import { lazy, type ReactNode, Suspense } from 'react'
import { builtInOf } from '../../../domain/fields/built-in.ts'
import type { FieldKind } from '../../../domain/fields/field.ts'
import type { ListedField } from '../../../domain/filters.ts'
import type { Resource } from '../../../domain/resource.ts'
import { DayRangeButton } from '../../../ui-shared/fields/day-range-button.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { useChoices } from '../use-choices.ts'
import { OneOf, OneOfMany } from './one-of.tsx'
import { useFilterInput } from './use-filter-input.ts'

const AuthorFilter = lazy(async () => ({ default: (await import('./author-filter.tsx')).AuthorFilter }))

/** What a filter is given: the field, and what of the address is its own. */
type FilterProps = {
  resource: Pick<Resource, 'name'>
  name: string
  field: ListedField
  filters: Readonly<Record<string, string>>
  /** The words of an open filter. */
  placeholder: string
  change: (change: Record<string, string>) => void
}

/** What a filter by one value is drawn with. */
const selectOf = ({ name, field, filters, placeholder, change }: FilterProps) => ({
  name,
  placeholder,
  label: t(field.label),
  value: filters[name] ?? '',
  onChange: (value: string) => change({ [name]: value }),
})

const ChoiceFilter = (props: FilterProps) => (
  <OneOf
    {...selectOf(props)}
    options={[...(props.field.options ?? []), ...builtInOf(props.field)].map((value) => ({
      value,
      label: t(props.field.labels?.[value] ?? value),
    }))}
  />
)

const FlagFilter = (props: FilterProps) => (
  <OneOf
    {...selectOf(props)}
    options={[
      { value: 'true', label: t(props.field.labels?.true ?? 'Yes') },
      { value: 'false', label: t(props.field.labels?.false ?? 'No') },
    ]}
  />
)

const ReferenceFilter = (props: FilterProps) => {
  const { options, chosen, search } = useChoices(props.field.references ?? '', [props.filters[props.name] ?? ''])
  return <OneOfMany {...selectOf(props)} {...{ options, search }} chosen={chosen[0]} />
}

const End = ({
  name,
  label,
  value,
  type,
  change,
}: {
  name: string
  label: string
  value: string
  type: 'date' | 'number'
  change: FilterProps['change']
}) => {
  const input = useFilterInput(type, value, (next) => change({ [name]: next }))
  return (
    <input
      className="in"
      name={name}
      aria-label={label}
      {...(type === 'number' ? { placeholder: label, step: 'any' } : {})}
      {...input}
    />
  )
}

const rangeOf =
  (type: 'date' | 'number') =>
  ({ name, field, filters, change }: FilterProps) => {
    const label = t(field.label)
    const words = { thing: amid(label) }
    const [from, until] = [`${name}_from`, `${name}_until`]
    const isFolded = field.isFolded && !filters[from] && !filters[until]
    return (
      <span className={isFolded ? 'folded' : 'range-filter'} role="group" aria-label={label}>
        {!isFolded && (
          <>
            <span aria-hidden="true">{label}</span>
            <End
              {...{ type, change }}
              name={from}
              label={t('{thing} from', { thing: label })}
              value={filters[from] ?? ''}
            />
            <span aria-hidden="true">–</span>
            <End {...{ type, change }} name={until} label={t('until {thing}', words)} value={filters[until] ?? ''} />
          </>
        )}
        {type === 'date' && (
          <DayRangeButton
            label={label}
            isNamed={isFolded ?? false}
            days={{ from: filters[from] ?? '', until: filters[until] ?? '' }}
            onChange={(days) => change({ [from]: days.from, [until]: days.until })}
          />
        )}
      </span>
    )
  }

type Kind = (props: FilterProps) => ReactNode
const DateRange = rangeOf('date')
const NumberRange = rangeOf('number')

// Texts are found by the keyword; the rest is nothing that one would filter by.
const none: Kind = () => null

const kinds: Readonly<Record<FieldKind, Kind>> = {
  text: none,
  longText: none,
  html: none,
  css: none,
  email: none,
  emails: none,
  link: none,
  picture: none,
  file: none,
  permissions: none,
  secret: none,
  object: none,
  list: none,
  tree: none,
  flag: FlagFilter,
  choice: ChoiceFilter,
  state: ChoiceFilter,
  integer: NumberRange,
  decimal: NumberRange,
  date: DateRange,
  moment: DateRange,
  reference: ReferenceFilter,
  references: ReferenceFilter,
}

/** The filter of a field, by its kind; of the author by a list of its own. */
export const FieldFilter = (props: FilterProps) => {
  const { resource, name, filters, placeholder, change } = props
  if (name === 'created_by')
    return (
      <Suspense fallback={<span className="select" />}>
        <AuthorFilter
          resource={resource.name}
          author={filters[name] ?? ''}
          placeholder={placeholder}
          onChange={(author) => change({ [name]: author })}
        />
      </Suspense>
    )
  const Filter = kinds[props.field.kind]
  return <Filter {...props} />
}
