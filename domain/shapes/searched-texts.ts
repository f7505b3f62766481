import type { Field } from '../fields/field.ts'
import type { Resource } from '../resource.ts'

const isText = ({ kind, isPersonal }: Field): boolean => !isPersonal && (kind === 'html' || kind === 'longText')

// What stands in a list of parts, such as the captions of a gallery, is text as well.
const holdsText = (field: Field): boolean =>
  isText(field) ||
  (field.kind === 'list' &&
    !field.isPersonal &&
    Object.values(field.of?.fields ?? {}).some(({ kind, isPersonal }) => kind === 'text' && !isPersonal))

/**
 * The fields whose texts a record is found by, beside its names: none that is personal, so that an erasure has nothing to take out of
 * the index, and where employees search as well, only what they are shown.
 */
export const searchedTexts = ({ fields, isPerson, owner, inbox, list, portal }: Resource): readonly string[] => {
  if (isPerson || owner !== undefined || inbox !== undefined || list.search.length === 0) return []
  const shown = portal ? [...portal.list, ...(portal.detail ?? [])] : null
  return Object.entries(fields).flatMap(([name, field]) =>
    holdsText(field) && (shown?.includes(name) ?? true) ? [name] : [],
  )
}
