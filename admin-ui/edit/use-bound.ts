import { type Control, useController } from 'react-hook-form'
import type { Field as FieldDeclaration } from '../../domain/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { Row } from '../list/row.ts'
import type { FieldValue, FormValues } from './form-values.ts'

/** What a widget is given. `row` is the record as it was loaded, null for a new one. */
export type WidgetProps = {
  resource: Resource
  name: string
  field: FieldDeclaration
  control: Control<FormValues>
  row: Row | null
  /** Without the permission to change it. */
  isDisabled: boolean
  /** While it is being saved. */
  isBusy: boolean
  progress: number | null
}

type Bound = {
  frame: { label: string; hint?: string; error: string | undefined; isRequired: boolean }
  input: { name: string; value: FieldValue; onBlur: () => void; ref: (element: HTMLElement | null) => void }
  set: (value: FieldValue) => void
}

/** A field of the form tied to its declaration: label, hint, error and value. */
export const useBound = ({ name, field, control }: Pick<WidgetProps, 'name' | 'field' | 'control'>): Bound => {
  const { field: bound, fieldState } = useController({ name, control })
  return {
    frame: {
      label: t(field.label),
      ...(field.hint === undefined ? {} : { hint: t(field.hint) }),
      error: fieldState.error?.message,
      isRequired: field.isRequired,
    },
    input: { name: bound.name, value: bound.value, onBlur: bound.onBlur, ref: bound.ref },
    set: bound.onChange,
  }
}
