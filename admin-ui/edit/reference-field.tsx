import { lazy, Suspense } from 'react'
import { Select, SelectField } from '../../ui-shared/fields/select.tsx'
import { Field } from '../../ui-shared/fields/field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useOptions } from '../list/options.ts'
import { referenceOf } from '../list/row.ts'
import { asText } from './form-values.ts'
import { useBound, type WidgetProps } from './widgets.tsx'

const SearchSelect = lazy(async () => ({
  default: (await import('../../ui-shared/fields/search-select.tsx')).SearchSelect,
}))

// A short list is quicker to read than to search, and needs nothing loaded.
const searchFrom = 12

/** A reference: one record of another resource, found by typing where there are many. An inactive one that is held stays, marked by its name. */
export const ReferenceField = (props: WidgetProps) => {
  const { frame, input, set } = useBound(props)
  const { name, field, row, isDisabled } = props
  const { data = [] } = useOptions(field.references ?? '')
  const held = row && referenceOf(row, name)
  const isHeldMissing = held && !data.some(({ value }) => String(value) === String(held.id))
  const options = [...data, ...(isHeldMissing ? [{ value: held.id, label: held.name }] : [])]
  const value = asText(input.value)
  const placeholder = t('Select {thing}', { thing: frame.label })
  if (options.length < searchFrom) {
    return (
      <SelectField
        {...frame}
        name={input.name}
        ref={input.ref}
        onBlur={input.onBlur}
        value={value}
        options={options}
        placeholder={placeholder}
        disabled={isDisabled}
        onChange={(event) => set(event.target.value)}
      />
    )
  }
  return (
    <Field {...frame}>
      {({ id, labelId, ...ties }) => (
        <Suspense
          fallback={
            <Select
              id={id}
              disabled
              value={value}
              options={options}
              placeholder={placeholder}
              onChange={() => undefined}
            />
          }
        >
          <SearchSelect
            id={id}
            labelId={labelId}
            describedBy={ties['aria-describedby']}
            isInvalid={ties['aria-invalid'] === true}
            isRequired={field.isRequired}
            inputRef={input.ref}
            value={value}
            options={options}
            placeholder={placeholder}
            isDisabled={isDisabled}
            onBlur={input.onBlur}
            onChange={set}
          />
        </Suspense>
      )}
    </Field>
  )
}
