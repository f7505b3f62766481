import { lazy, Suspense, useId } from 'react'
import type { Option } from '../../../ui-shared/api/answers.ts'
import { Select } from '../../../ui-shared/fields/select.tsx'
import { searchFrom } from '../options.ts'

const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui-shared/fields/search-select.tsx')).SearchSelect,
}))

type OneOfProps = {
  name: string
  label: string
  /** The words of an open filter. */
  placeholder: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

/** A filter by one of a few values. */
export const OneOf = ({ label, options, onChange, ...select }: OneOfProps) => (
  <Select {...select} aria-label={label} options={options} onChange={({ target }) => onChange(target.value)} />
)

/** A filter by one of what is there: many are searched, few are quicker to read. With `search` there are more than are offered; `chosen` may be one of those. */
export const OneOfMany = (
  props: OneOfProps & { search: ((keyword: string) => void) | undefined; chosen: Option | undefined },
) => {
  const { name: _name, label, search, chosen, ...select } = props
  const id = useId()
  const plain = <OneOf {...props} />
  if (select.options.length < searchFrom && !search) return plain
  return (
    <Suspense fallback={plain}>
      <span className="search-filter">
        <span className="away" id={`${id}label`}>
          {label}
        </span>
        <SearchSelect
          {...select}
          {...{ id, search, chosen }}
          labelId={`${id}label`}
          describedBy={undefined}
          isInvalid={false}
          isRequired={false}
          isDisabled={false}
        />
      </span>
    </Suspense>
  )
}
