import * as z from 'zod/mini'
import type { Field } from '../../domain/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { isSamePicture, type Picture, pictureToWire, storedPicture } from '../../ui-shared/fields/picture.ts'
import { flagOf, referenceOf, type Row, textOf } from '../list/row.ts'

/** What a control holds: text (also of numbers and references), a switch, a picture. */
export type FieldValue = string | boolean | Picture | null
export type FormValues = Record<string, FieldValue>

/** The fields that a form has: all but those that only events set. */
export const formFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => !field.isDerived)

const blank = (field: Field): FieldValue => {
  if (field.kind === 'flag') return field.initial === true
  if (field.kind === 'picture') return null
  return typeof field.initial === 'string' || typeof field.initial === 'number' ? String(field.initial) : ''
}

const fromRow = (name: string, field: Field, row: Row): FieldValue => {
  if (field.kind === 'flag') return flagOf(row, name)
  if (field.kind === 'picture') return storedPicture(textOf(row, `${name}_url`))
  if (field.kind === 'reference') return String(referenceOf(row, name)?.id ?? textOf(row, name))
  const value = row[name]
  return Array.isArray(value) ? value.join(',') : textOf(row, name)
}

/** The values of a form: those of a record, or empty ones for a new one. */
export const valuesOf = (resource: Resource, row: Row | null): FormValues =>
  Object.fromEntries(
    formFields(resource).map(([name, field]) => [name, row ? fromRow(name, field, row) : blank(field)]),
  )

const isPicture = (value: FieldValue | undefined): value is Picture => typeof value === 'object' && value !== null

/** The picture that a control holds, or null. */
export const asPicture = (value: FieldValue | undefined): Picture | null => (isPicture(value) ? value : null)

/** The text that a control holds. */
export const asText = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')

/** True when two values are the same for the one who fills the form. */
export const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  isPicture(one) || isPicture(other) ? isSamePicture(asPicture(one), asPicture(other)) : (one ?? '') === (other ?? '')

/** The names of the fields whose values differ. */
export const changedNames = (before: FormValues, now: FormValues): string[] =>
  Object.keys(before).filter((name) => !isSame(before[name], now[name]))

const plainText = (value: FormValues[string] | undefined) =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''

/**
 * The body of a save with the named fields: JSON, or a form when a picture is sent along. JSON is the rule because a form
 * rewrites the line ends of texts. Flags are sent as text (spec/1 §3).
 */
export const bodyOf = (values: FormValues, names: readonly string[]): FormData | Record<string, string> => {
  const sent = names.map((name): [string, File | string] => {
    const value = values[name]
    return [name, isPicture(value) || value === null ? pictureToWire(asPicture(value)) : plainText(value)]
  })
  if (!sent.some(([, value]) => value instanceof File))
    return Object.fromEntries(sent.map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  const body = new FormData()
  for (const [name, value] of sent) body.set(name, value)
  return body
}

/** What the declaration says about a form's values, field by field; pictures are judged by the server. */
export const schemaOf = (resource: Resource) =>
  z.looseObject(
    Object.fromEntries(
      formFields(resource)
        .filter(([, field]) => field.kind !== 'picture')
        .map(([name, field]) => [name, field.input]),
    ),
  )

const isFieldValue = (value: unknown): value is FieldValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'object' && 'link' in value && 'file' in value)

const revived = (value: FieldValue): FieldValue =>
  isPicture(value) && value.file ? { ...value, link: URL.createObjectURL(value.file) } : value

/** Values that were kept on this device, as far as the form still has such fields. Local pictures get a living address. */
export const fromKept = (resource: Resource, kept: Record<string, unknown>): FormValues =>
  Object.fromEntries(
    formFields(resource).flatMap(([name]) => {
      const value = kept[name]
      return name in kept && isFieldValue(value) ? [[name, revived(value)]] : []
    }),
  )

/** The values of these fields only. */
export const pick = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
