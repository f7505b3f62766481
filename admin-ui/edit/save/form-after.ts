import type { Field } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { Row } from '../../list/row.ts'
import { type FieldValue, isSame, sendValue, type Upload } from '../fields/field-values.ts'
import { type FormValues, formFields, valuesOf } from '../form-values.ts'

// Texts stay as they were typed, so that the editor keeps its place and what can be undone; a picture that was sent, a new
// entry or a password stands in the form as the record has it now.
const isKept = (sent: FieldValue, read: FieldValue, field: Field, name: string): boolean => {
  if (field.kind === 'html' || field.kind === 'css') return true
  const uploads: Upload[] = []
  const [one, other] = [sendValue(sent, field, name, uploads), sendValue(read, field, name, [])]
  return uploads.length === 0 && JSON.stringify(one) === JSON.stringify(other)
}

/** What a form stands on and shows once `sent` was saved, with the record as it was read after it, and what was typed meanwhile. */
export const formAfter = (
  resource: Resource,
  sent: FormValues,
  typed: FormValues,
  read: Row | null,
): { base: FormValues; now: FormValues } => {
  const theirs = read ? valuesOf(resource, read) : sent
  const base = { ...sent }
  const now = { ...typed }
  for (const [name, field] of formFields(resource)) {
    const [was, is] = [sent[name] ?? null, theirs[name] ?? null]
    // A button said it, not the form.
    if (field.isApart) now[name] = is
    if (isKept(was, is, field, name)) continue
    base[name] = is
    if (isSame(typed[name], was)) now[name] = is
  }
  return { base, now }
}

/** True when a record, as it was read, is what a form shows that nothing was typed into. */
export const isShownAs = (resource: Resource, shown: FormValues, read: Row): boolean => {
  const theirs = valuesOf(resource, read)
  return formFields(resource).every(
    ([name, { isApart }]) => isApart || isSame(shown[name] ?? null, theirs[name] ?? null),
  )
}
