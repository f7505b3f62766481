import { lazy, Suspense } from 'react'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { Select, SelectField } from '../../../ui-shared/fields/select.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { searchFrom } from '../../list/options.ts'
import { useFieldChoices } from './choices.ts'
import { asText } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui-shared/fields/search-select.tsx')).SearchSelect,
}))

/** A reference: one record of another resource, found by typing where there are many. */
export const ReferenceField = (props: WidgetProps) => {
  const { path, onChange } = props
  const frame = frameOf(props)
  const value = asText(props.value)
  const { options, chosen, search } = useFieldChoices(props, [value])
  const isDisabled = props.isDisabled || props.form.isBusy
  const plain = { value, options, placeholder: t('Select {thing}', { thing: frame.label }) }
  if (options.length < searchFrom)
    return (
      <SelectField
        {...frame}
        {...plain}
        name={path}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Field {...frame}>
      {({ id, labelId, ...ties }) => (
        <Suspense fallback={<Select id={id} disabled {...plain} onChange={() => undefined} />}>
          <SearchSelect
            {...{ id, labelId, isDisabled, ...plain, onChange, search }}
            chosen={chosen[0]}
            describedBy={ties['aria-describedby']}
            isInvalid={ties['aria-invalid'] === true}
            isRequired={frame.isRequired}
          />
        </Suspense>
      )}
    </Field>
  )
}
