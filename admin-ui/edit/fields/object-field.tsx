import { t } from '../../../ui-shared/i18n.ts'
import { asParts, blankOf, type FieldValue, type Parts } from './field-values.ts'
import type { WidgetProps } from './widget-props.ts'
import { frameOf } from './widget-props.ts'

/** The parts of an object, or of an entry of a list or tree, each with the control of its kind. */
export const PartFields = ({
  fields = {},
  onParts,
  ...props
}: Omit<WidgetProps, 'onChange'> & {
  fields: WidgetProps['field']['fields']
  onParts: (parts: Parts) => void
}) => {
  const parts = asParts(props.value)
  const { Control } = props.form
  return Object.entries(fields).map(([name, field]) => (
    <Control
      {...props}
      key={name}
      path={`${props.path}.${name}`}
      field={field}
      why={undefined}
      value={parts[name] ?? blankOf(field)}
      onChange={(value: FieldValue) => onParts({ ...parts, [name]: value })}
    />
  ))
}

/** A group of fields under one name. */
export const ObjectField = (props: WidgetProps) => {
  const { label, hint, error } = frameOf(props)
  return (
    <fieldset className={error ? 'group f bad' : 'group f'}>
      <legend>{t(label)}</legend>
      {hint && <p className="hint">{hint}</p>}
      {error && <p className="wrong">{error}</p>}
      <PartFields {...props} fields={props.field.fields} onParts={props.onChange} />
    </fieldset>
  )
}
