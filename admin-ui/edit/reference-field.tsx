import { lazy, Suspense } from 'react'
import { Select, SelectField } from '../../ui-shared/fields/select.tsx'
import { Field } from '../../ui-shared/fields/field.tsx'
import type { Option } from '../../ui-shared/api/answers.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useOptions } from '../list/options.ts'
import { referenceOf } from '../list/row.ts'
import { asText } from './form-values.ts'
import { useBound, type WidgetProps } from './use-bound.ts'

const SearchSelect = lazy(async () => ({
  default: (await import('../../ui-shared/fields/search-select.tsx')).SearchSelect,
}))

// A short list is quicker to read than to search, and needs nothing loaded.
const searchFrom = 12

// What is held stays held, also when it is no longer offered (spec/decisions E12).
const useChoices = ({ name, field, row }: WidgetProps): Option[] => {
  const { data = [] } = useOptions(field.references ?? '')
  const held = row && referenceOf(row, name)
  if (!held || data.some(({ value }) => String(value) === String(held.id))) return data
  return [...data, { value: held.id, label: t('{name}, no longer offered', { name: held.name }) }]
}

/** A reference: one record of another resource, found by typing where there are many. */
export const ReferenceField = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const options = useChoices(props)
  const isDisabled = props.isDisabled || props.isBusy
  const placeholder = t('Select {thing}', { thing: frame.label })
  const plain = { value: asText(input.value), options, placeholder }
  if (options.length < searchFrom) {
    return (
      <SelectField
        {...frame}
        {...plain}
        name={input.name}
        ref={input.ref}
        onBlur={input.onBlur}
        disabled={isDisabled}
        onChange={(event) => set(event.target.value)}
      />
    )
  }
  return (
    <Field {...frame}>
      {({ id, labelId, ...ties }) => (
        <Suspense fallback={<Select id={id} disabled {...plain} onChange={() => undefined} />}>
          <SearchSelect
            {...{ id, labelId, isDisabled, ...plain }}
            describedBy={ties['aria-describedby']}
            isInvalid={ties['aria-invalid'] === true}
            isRequired={frame.isRequired}
            inputRef={input.ref}
            onBlur={input.onBlur}
            onChange={set}
          />
        </Suspense>
      )}
    </Field>
  )
}
