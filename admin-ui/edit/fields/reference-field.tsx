import { t } from '../../../ui-shared/i18n.ts'
import { useFieldChoices } from './choices.ts'
import { ChoicesField } from './choices-field.tsx'
import { asText } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

/** A reference: one record of another resource, found by typing where there are many. */
export const ReferenceField = (props: WidgetProps) => {
  const frame = frameOf(props)
  const value = asText(props.value)
  return (
    <ChoicesField
      frame={frame}
      choices={useFieldChoices(props, [value])}
      name={props.path}
      value={value}
      placeholder={t('Select {thing}', { thing: frame.label })}
      isDisabled={props.isDisabled || props.form.isBusy}
      onChange={props.onChange}
    />
  )
}
