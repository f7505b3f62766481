import { lazy, Suspense } from 'react'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { Checkbox } from '../../../ui-shared/fields/switch.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import type { Choices } from '../../list/use-choices.ts'
import { useFieldChoices } from './choices.ts'
import { asTexts } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const ManySelect = lazy(async () => ({
  default: (await import('../../../ui-shared/fields/many-select.tsx')).ManySelect,
}))

// So few are ticked, more are searched.
const searchFrom = 12

type Parts = Choices & { props: WidgetProps; held: readonly string[] }

const Ticks = ({ props, held, options }: Parts) => (
  <div className="ticks">
    {options.map(({ value, label }) => {
      const id = String(value)
      return (
        <Checkbox
          key={id}
          name={props.path}
          checked={held.includes(id)}
          disabled={props.isDisabled || props.form.isBusy}
          onChange={(event) =>
            props.onChange(event.target.checked ? [...held, id] : held.filter((other) => other !== id))
          }
        >
          {label}
        </Checkbox>
      )
    })}
    {options.length === 0 && <span className="dim">{t('Nothing to choose from')}</span>}
  </div>
)

const Many = ({ props, held, options, chosen, search }: Parts) => {
  const frame = frameOf(props)
  return (
    <Field {...frame}>
      {({ id, labelId, ...ties }) => (
        <Suspense fallback={<span className="select" />}>
          <ManySelect
            {...{ id, labelId, options, chosen, search }}
            describedBy={ties['aria-describedby']}
            isInvalid={ties['aria-invalid'] === true}
            isRequired={frame.isRequired}
            isDisabled={props.isDisabled || props.form.isBusy}
            values={held}
            placeholder={t('Select {thing}', { thing: frame.label })}
            max={props.field.max}
            onChange={props.onChange}
          />
        </Suspense>
      )}
    </Field>
  )
}

/** References to several records: ticks where there are few to choose from, else searched. */
export const ReferencesField = (props: WidgetProps) => {
  const held = asTexts(props.value)
  const choices = useFieldChoices(props, held)
  const parts = { props, held, ...choices }
  if (choices.options.length >= searchFrom || choices.search) return <Many {...parts} />
  return (
    <Field {...frameOf(props)} isGroup>
      {() => <Ticks {...parts} />}
    </Field>
  )
}
