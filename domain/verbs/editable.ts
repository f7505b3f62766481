import type { JsonObject } from '../event.ts'
import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

/** What people call a word of a resource's state: by its label. */
export const stateLabel = ({ fields, stateField }: Pick<Resource, 'fields' | 'stateField'>, word: string): string =>
  fields[stateField ?? '']?.labels?.[word] ?? word

/** The state in which a record stands, as a word and as people call it; empty without a state among the fields. */
export const standsAt = (resource: Resource, values: JsonObject): { word: string; label: string } => {
  const word = textOf(values[resource.stateField ?? ''] ?? '')
  return { word, label: stateLabel(resource, word) }
}

/** Whether the fields of a record may be edited where it stands (`editableIn`). */
export const isEditable = (resource: Resource, values: JsonObject): boolean =>
  resource.editableIn?.includes(standsAt(resource, values).word) ?? true
