import { isShown, messageAt } from '../../domain/fields/composite.ts'
import { inEnglish } from '../../domain/message.ts'
import { fieldsWithin, pathOf } from '../../domain/fields/walk.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import type { Row } from '../list/row.ts'
import { blankOf, type FieldValue, isSame, readValue, revived, sendValue, type Upload } from './fields/field-values.ts'

/** The values of a form, by field. */
export type FormValues = Record<string, FieldValue>

/** The fields that a form asks for: all but those that events or the server set. */
export const formFields = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => !field.isDerived && !field.isSupplied)

/** The values of a form: those of a record, or empty ones for a new one. */
export const valuesOf = (resource: Resource, row: Row | null): FormValues =>
  Object.fromEntries(
    formFields(resource).map(([name, field]) => [name, row ? readValue(row, name, field) : blankOf(field)]),
  )

/** The names of the fields whose values differ. */
export const changedNames = (before: FormValues, now: FormValues): string[] =>
  Object.keys(before).filter((name) => !isSame(before[name], now[name]))

/** True when a record with these values has the field. */
export const isAsked = (resource: Resource, values: FormValues, name: string): boolean => {
  const field = resource.fields[name]
  return field !== undefined && isShown(field, values)
}

const asForm = (sent: readonly (readonly [string, unknown])[], uploads: readonly Upload[]): FormData => {
  const body = new FormData()
  for (const [name, value] of sent)
    body.set(name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
  for (const { path, file } of uploads) body.set(path, file)
  return body
}

/** The files that go with a save of the named fields, in the order in which they are sent. */
export const uploadsOf = ({ fields }: Resource, values: FormValues, names: readonly string[]): Upload[] => {
  const uploads: Upload[] = []
  for (const name of names) if (fields[name]) sendValue(values[name] ?? null, fields[name], name, uploads)
  return uploads
}

/** The body of a save: JSON, or a form when a file is sent, which rewrites line ends. Flags are sent as text (docs/specification/wire.md#fields). */
export const bodyOf = (
  { fields }: Resource,
  values: FormValues,
  names: readonly string[],
): FormData | Record<string, unknown> => {
  const uploads: Upload[] = []
  const sent = names.flatMap((name) => {
    const field = fields[name]
    return field ? [[name, sendValue(values[name] ?? null, field, name, uploads)] as const] : []
  })
  if (uploads.length === 0) return Object.fromEntries(sent)
  // The file itself stands in the place of a field that is nothing but a file.
  const beside = sent.filter(([name]) => !uploads.some(({ path }) => path === name))
  return asForm(beside, uploads)
}

/** What the declaration says against values, by path: `pictures[new_1].caption`; what `isKept` is not judged: it may be older. */
export const problemsOf = (
  resource: Resource,
  values: FormValues,
  isKept: (name: string) => boolean = () => false,
): ReadonlyMap<string, string> => {
  const problems = new Map<string, string>()
  for (const [name, field] of formFields(resource)) {
    if (!isShown(field, values) || isKept(name)) continue
    const read = field.input.safeParse(sendValue(values[name] ?? null, field, name, []))
    for (const issue of read.error?.issues ?? []) {
      const at = pathOf(name, issue.path)
      const message = messageAt(field, issue)
      if (!problems.has(at)) problems.set(at, say(inEnglish(message), message))
    }
  }
  // A form cannot say "nothing" other than by an empty text, which leaves a secret as it is.
  const removed = formFields(resource).filter(([name, { kind }]) => kind === 'secret' && values[name] === null)
  const hasUploads = removed.length > 0 && uploadsOf(resource, values, Object.keys(values)).length > 0
  for (const [name] of hasUploads ? removed : []) problems.set(name, t('Save the new files first, then remove this.'))
  return problems
}

/** Values that were kept on this device, as far as the form still has such fields of the same shape. */
export const fromKept = (resource: Resource, kept: Record<string, unknown>): FormValues =>
  Object.fromEntries(
    formFields(resource).flatMap(([name, field]) => {
      if (!Object.hasOwn(kept, name)) return []
      const isList = Array.isArray(blankOf(field))
      if (typeof kept[name] === 'number' || Array.isArray(kept[name]) !== isList) return []
      // What was kept is what a form held.
      return [[name, revived(kept[name] as FieldValue)]]
    }),
  )

/** The fields that are not kept on a device: people and secrets, also inside of other fields. */
export const unkeptNames = (resource: Resource): string[] =>
  formFields(resource)
    .filter(([, field]) => fieldsWithin(field).some(({ kind, isPersonal }) => isPersonal || kind === 'secret'))
    .map(([name]) => name)

/** The values of these fields only. */
export const pick = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
