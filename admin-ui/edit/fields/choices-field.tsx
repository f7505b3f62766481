import { lazy, Suspense } from 'react'
import { Field, type FieldFrame } from '../../../ui-shared/fields/field.tsx'
import { Select, SelectField } from '../../../ui-shared/fields/select.tsx'
import { searchFrom } from '../../list/options.ts'
import type { Choices } from '../../list/use-choices.ts'

const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui-shared/fields/search-select.tsx')).SearchSelect,
}))

type Control = {
  frame: FieldFrame
  choices: Choices
  name: string
  value: string
  placeholder: string
  isDisabled: boolean
  autoFocus?: boolean
  onChange: (value: string) => void
}

/** A select of records: a short list as the browser draws it, a long one that is searched, by the server where it has more. */
export const ChoicesField = ({ frame, choices, name, isDisabled, autoFocus = false, onChange, ...shown }: Control) => {
  const { options, chosen, search } = choices
  const plain = { ...shown, options }
  if (options.length < searchFrom && !search)
    return (
      <SelectField
        {...frame}
        {...plain}
        name={name}
        disabled={isDisabled}
        autoFocus={autoFocus}
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
            isRequired={frame.isRequired ?? false}
          />
        </Suspense>
      )}
    </Field>
  )
}
