import type { Resource } from '../../domain/resource.ts'
import { stateLabel } from '../../domain/verbs/editable.ts'
import { t } from '../../ui-shared/i18n.ts'
import { type Row, textOf } from '../list/row.ts'

/** Why the fields of a record cannot be changed in the state in which it stands; null where they can. */
export const lockedByState = (resource: Resource, row: Row): string | null => {
  const { editableIn = [], stateField } = resource
  const word = textOf(row, stateField ?? '')
  if (editableIn.length === 0 || editableIn.includes(word)) return null
  const states = editableIn.map((one) => t(stateLabel(resource, one))).join(', ')
  return t('{state}: it can be edited only in {states}.', { state: t(stateLabel(resource, word)), states })
}
