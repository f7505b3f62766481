import { isObject } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { Row } from '../list/row.ts'
import { asParts, asPicture, asText, blankOf, type FieldValue, newId } from './fields/field-values.ts'
import { formFields, type FormValues, valuesOf } from './form-values.ts'

/** A value for another record: entries of lists and trees belong to theirs, so that those of another one are new. */
export const renewed = (value: FieldValue): FieldValue => {
  if (asPicture(value)) return value
  if (Array.isArray(value)) return value.map(renewed)
  if (!isObject(value) || value instanceof File) return value
  const parts = asParts(value)
  const others = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, renewed(part)]))
  return typeof parts.id === 'number' ? { ...others, id: newId() } : others
}

/** The form of a duplicate: all under another name, but for what is unique, asked for by buttons, or set by verbs. */
export const copyOf = (resource: Resource, row: Row): FormValues => {
  const values = valuesOf(resource, row)
  const [title = ''] = resource.recordLabel
  const copied = formFields(resource).map(([name, field]) => {
    if (field.isApart || field.sets || resource.unique.includes(name)) return [name, blankOf(field)]
    const value = values[name] ?? null
    return [name, name === title ? t('{title} (copy)', { title: asText(value) }) : renewed(value)]
  })
  return Object.fromEntries(copied)
}
