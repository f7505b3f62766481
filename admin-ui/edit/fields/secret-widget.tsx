import { SecretField } from '../../../ui-shared/fields/secret-field.tsx'
import { flagOf } from '../../list/row.ts'
import { asText } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

/** A secret: whether there is one, and what replaces it. */
export const SecretWidget = (props: WidgetProps) => {
  const { row, isBusy } = props.form
  return (
    <SecretField
      {...frameOf(props)}
      name={props.path}
      isSet={row !== null && flagOf(row, `${props.path}_set`)}
      value={props.value === null ? null : asText(props.value)}
      disabled={props.isDisabled || isBusy}
      onChange={props.onChange}
    />
  )
}
