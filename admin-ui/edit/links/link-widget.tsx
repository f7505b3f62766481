import { Field } from '../../../ui-shared/fields/field.tsx'
import { SuggestBox } from '../../../ui-shared/fields/suggest-box.tsx'
import { asText } from '../fields/field-values.ts'
import { useLinkSuggestions } from './link-suggestions.ts'
import { frameOf, type WidgetProps } from '../fields/widget-props.ts'

/**
 * An address: any that the field takes, with the pages of the portal suggested by their names.
 * @param placeholder what it means to leave it empty
 */
export const LinkWidget = ({ placeholder, ...props }: WidgetProps & { placeholder?: string }) => {
  const find = useLinkSuggestions('pages')
  const frame = frameOf(props)
  return (
    <Field {...frame}>
      {({ id, labelId, ...ties }) => (
        <SuggestBox
          {...{ id, labelId, find }}
          describedBy={ties['aria-describedby']}
          isInvalid={ties['aria-invalid'] === true}
          isRequired={frame.isRequired ?? false}
          isDisabled={props.isDisabled}
          isReadOnly={props.form.isBusy}
          isFree
          name={props.path}
          inputMode="url"
          placeholder={placeholder}
          text={asText(props.value)}
          onText={props.onChange}
          onChoose={({ value }) => props.onChange(value)}
        />
      )}
    </Field>
  )
}
