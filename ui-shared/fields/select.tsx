import type { ComponentProps } from 'react'
import type { Option } from '../api/answers.ts'
import { Field, type FieldFrame } from './field.tsx'

type Control = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly Option[]
  /** The words for "none chosen"; choosing it clears. */
  placeholder?: string | undefined
}

/** The browser's own select. */
export const Select = ({ options, placeholder, className = '', ...control }: Control) => (
  <select className={`select ${control.value === '' ? 'is-blank' : ''} ${className}`.trim()} {...control}>
    {placeholder !== undefined && <option value="">{placeholder}</option>}
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)

/** The same with its label, hint and problem. */
export const SelectField = ({
  label,
  hint,
  error,
  isRequired,
  aside,
  ...control
}: FieldFrame & Omit<Control, 'id' | 'required'>) => (
  <Field label={label} hint={hint} error={error} aside={aside} {...(isRequired === undefined ? {} : { isRequired })}>
    {({ labelId: _, ...ties }) => <Select {...control} {...ties} />}
  </Field>
)
