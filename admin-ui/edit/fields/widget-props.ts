import type { ReactNode } from 'react'
import { builtInOf } from '../../../domain/fields/built-in.ts'
import type { Field as FieldDeclaration } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import type { Row } from '../../list/row.ts'
import type { FieldValue } from './field-values.ts'

/** What all controls of a form share. */
export type FormPart = {
  resource: Resource
  /** The record as it was loaded, null for a new one. */
  row: Row | null
  /** The resource of the record, where the form is of what a verb asks for. */
  heldBy?: Resource
  /** While it is being saved. */
  isBusy: boolean
  /** The sent share (0 to 1) of the file of a path while the form is on its way; null otherwise. */
  progressOf: (path: string) => number | null
  /** What stands in the form for a field of the record. */
  valueOf: (name: string) => FieldValue
  /** What is wrong, by path. */
  errors: Readonly<Record<string, string>>
  /** The control of a field, by its kind: how composite ones draw their parts. */
  Control: (props: WidgetProps) => ReactNode
}

/** What a control is given, for a field of the record or of a part of one. `path` names its place: `pictures[7].caption`. */
export type WidgetProps = {
  form: FormPart
  path: string
  field: FieldDeclaration
  value: FieldValue
  /** Without the permission to change it, or not to be changed any more. */
  isDisabled: boolean
  /** What stands below it besides the hint of the field: why it cannot be changed. */
  why?: string | undefined
  onChange: (value: FieldValue) => void
  /** The styles that belong to a text. */
  css?: { value: string; onChange: (value: string) => void } | undefined
  /** The focal point that belongs to a picture. */
  focus?: { value: string; onChange: (value: string) => void } | undefined
}

/** The label, hint and error around the control of a field. */
export const frameOf = ({ field, form, path, why }: WidgetProps) => ({
  label: t(field.label),
  hint: why ?? (field.hint === undefined ? undefined : t(field.hint)),
  error: form.errors[path],
  isRequired: field.isRequired,
})

/** What the browser's own controls have in common. */
export const controlOf = ({ path, isDisabled, form }: WidgetProps) => ({
  name: path,
  disabled: isDisabled,
  readOnly: form.isBusy,
})

/** True when anything is wrong at a path or inside it. */
export const hasErrors = (errors: FormPart['errors'], path: string): boolean =>
  Object.keys(errors).some((at) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`))

/** What a choice offers, by its words; also the one that the record holds when only the system's own records have it. */
export const choiceOptions = (field: FieldDeclaration, held: string) => {
  const { options = [], labels = {} } = field
  const known = [...options, ...builtInOf(field).filter((one) => one === held)]
  return known.map((value) => ({ value, label: t(labels[value] ?? value) }))
}
