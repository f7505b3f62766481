import { isShown } from '../../../domain/fields/composite.ts'
import type { Field } from '../../../domain/fields/field.ts'
import { fieldsOfDraft, isPlainDraft } from '../../../domain/publishing.ts'
import type { Resource } from '../../../domain/resource.ts'
import type { Me } from '../../../ui-shared/session/me.ts'
import { lockedByState } from '../../edit/locked.ts'
import { maySet } from '../../edit/standing.ts'
import { formOf } from '../../forms.ts'
import type { Row } from '../row.ts'

/** Why nobody may change a record, or this person may not; null when they may. */
export const lockOf = (resource: Resource, me: Me | null, row: Row): string | null =>
  formOf(resource).lock?.(row, me) ?? lockedByState(resource, row)

/** True when the record with these values has the field, and a person may set it. */
export const isOpenCell = (
  resource: Resource,
  me: Me | null,
  field: Field,
  values: Readonly<Record<string, unknown>>,
): boolean => isShown(field, values) && maySet(me, resource, field, false)

/** True when nothing may stand in a cell of a row: in a draft, in all that does not name it. */
export const mayBeBlank = (resource: Resource, row: Readonly<Record<string, unknown>>, name: string): boolean => {
  const fields = isPlainDraft(resource, row) ? fieldsOfDraft(resource) : resource.fields
  return fields[name]?.isRequired !== true
}
