import { useConfig } from '../../../ui-shared/config/use-config.ts'
import { currencyOf } from '../../../ui-shared/fields/decimal.ts'
import { Counter } from '../../../ui-shared/fields/field.tsx'
import { fromLocal, toLocal } from '../../../ui-shared/fields/local-time.ts'
import { SelectField } from '../../../ui-shared/fields/select.tsx'
import { Switch } from '../../../ui-shared/fields/switch.tsx'
import { TextArea, TextField } from '../../../ui-shared/fields/text-field.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { asText } from './field-values.ts'
import { choiceOptions, controlOf, frameOf, type WidgetProps } from './widget-props.ts'

const counted = 1_000

/** @param isDigits true for a text of digits, for which a device shows its keys */
export const TextWidget = ({ isDigits = false, ...props }: WidgetProps & { isDigits?: boolean }) => {
  const { kind, max } = props.field
  const value = asText(props.value)
  const frame = frameOf(props)
  // The count takes the place of "optional" once there is something to count.
  const isCounted = max !== undefined && max <= counted && kind === 'text' && (frame.isRequired || value !== '')
  return (
    <TextField
      {...frame}
      {...controlOf(props)}
      {...(isCounted ? { aside: <Counter text={value} max={max} /> } : {})}
      dir="auto"
      type={kind === 'email' ? 'email' : 'text'}
      inputMode={kind === 'integer' || isDigits ? 'numeric' : kind === 'decimal' ? 'decimal' : undefined}
      value={value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

/** An amount, with the currency of the site beside its label. */
export const DecimalWidget = (props: WidgetProps) => {
  const currency = currencyOf(useConfig())
  const isMoney = props.field.isMoney === true && currency !== ''
  return (
    <TextWidget {...props} {...(isMoney ? { field: { ...props.field, hint: props.field.hint ?? currency } } : {})} />
  )
}

/** Several lines of text. */
export const AreaWidget = (props: WidgetProps) => (
  <TextArea
    {...frameOf(props)}
    {...controlOf(props)}
    dir={props.field.kind === 'css' ? 'ltr' : 'auto'}
    value={asText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

/** E-mail addresses, one below the other. */
export const EmailsWidget = (props: WidgetProps) => {
  const { hint, ...frame } = frameOf(props)
  return (
    <TextArea
      {...frame}
      {...controlOf(props)}
      hint={hint ?? t('Several addresses with a comma between them.')}
      rows={1}
      inputMode="email"
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

/** A day of the calendar. */
export const DateWidget = (props: WidgetProps) => (
  <TextField
    {...frameOf(props)}
    {...controlOf(props)}
    type="date"
    max="9999-12-31"
    value={asText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
)

/** A moment, typed and shown in the site's time zone, held in UTC. */
export const MomentWidget = (props: WidgetProps) => (
  <TextField
    {...frameOf(props)}
    {...controlOf(props)}
    type="datetime-local"
    max="9999-12-31T23:59"
    value={toLocal(asText(props.value))}
    onChange={(event) => props.onChange(fromLocal(event.target.value))}
  />
)

/** @param words what stands beside it when it is on */
export const FlagWidget = ({ words = t('Yes'), ...props }: WidgetProps & { words?: string }) => {
  const { isRequired: _, ...frame } = frameOf(props)
  const isOn = props.value === true
  return (
    <Switch
      {...frame}
      name={props.path}
      checked={isOn}
      disabled={props.isDisabled || props.form.isBusy}
      state={isOn ? words : t('No')}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  )
}

/** One of a few options. */
export const ChoiceWidget = (props: WidgetProps) => (
  <SelectField
    {...frameOf(props)}
    isRequired
    name={props.path}
    value={asText(props.value)}
    disabled={props.isDisabled || props.form.isBusy}
    options={choiceOptions(props.field, asText(props.value))}
    onChange={(event) => props.onChange(event.target.value)}
  />
)
