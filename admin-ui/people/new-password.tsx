import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { asText } from '../edit/fields/field-values.ts'
import { controlOf, frameOf, type WidgetProps } from '../edit/fields/widget-props.ts'

/** The password that staff give to somebody; what is there is never shown. */
export const NewPassword = (props: WidgetProps) => (
  <TextField
    {...frameOf(props)}
    {...controlOf(props)}
    type="password"
    autoComplete="new-password"
    value={asText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
)
