import { erasedText, type Json } from '../event.ts'
import type { Field } from '../fields/field.ts'
import { fieldsWithin, mapLeaves } from '../fields/walk.ts'
import { isSame } from '../json.ts'
import { holdsAny } from '../permission.ts'

/** What stands in place of a text about a person, for whoever may know that it is there and not what it says. */
export const personalText = '[personal]'

/** The permissions of which one opens the records of an area to be looked at. */
export const lookersAt = ({ area }: { area: string | null }): string[] => [`r-${area}`, 'r-audit']

/** How somebody sees the records of a resource: whole, without what is personal in them, or not at all. */
export type Sight = 'whole' | 'masked' | 'none'

/** What permissions show of a resource: its readers see all of it, auditors what is personal only with a permission of its own. */
export const sightOf = ({ area }: { area: string | null }, perms: readonly string[]): Sight => {
  if (area !== null && perms.includes(`r-${area}`)) return 'whole'
  if (!perms.includes('r-audit')) return 'none'
  return perms.includes('r-audit_personal') ? 'whole' : 'masked'
}

/** True when records in Trash are shown to them (X11). */
export const seesTrash = ({ area }: { area: string | null }, perms: readonly string[]): boolean =>
  holdsAny(perms, [`d-${area}`, 'r-audit'])

type Declared = { fields: Readonly<Record<string, Field>>; recordLabel: readonly string[] }

/** True when what a record is called tells of a person. */
export const isNamedPersonally = ({ fields, recordLabel }: Declared): boolean =>
  recordLabel.some((name) => fields[name]?.isPersonal)

/** True when lists of it are searched by what is personal: a keyword would tell of it, letter by letter. */
export const isSoughtPersonally = (resource: Declared & { list: { search: readonly string[] } }): boolean =>
  resource.list.search.some(
    (name) => resource.fields[name]?.isPersonal || (name === 'label' && isNamedPersonally(resource)),
  )

const hidden = ({ initial }: Field, value: Json): Json => {
  if (value === erasedText || value === null || isSame(value, initial)) return value
  return typeof initial === 'string' ? personalText : initial
}

/** True for a field that holds something about a person, itself or in a part. */
export const holdsPersonal = (field: Field): boolean => fieldsWithin(field).some(({ isPersonal }) => isPersonal)

/** A value without what is personal in it: texts read `personalText`, all else as if nothing was said; what is erased stays so. */
export const masked = (field: Field, value: Json): Json => {
  if (value === null || !holdsPersonal(field)) return value
  return mapLeaves('', field, value, (leaf) =>
    field.isPersonal || leaf.field.isPersonal ? hidden(leaf.field, leaf.value) : leaf.value,
  )
}
