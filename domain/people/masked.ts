import { erasedText, type Json } from '../event.ts'
import type { Field } from '../fields/field.ts'
import { fieldsWithin, mapLeaves } from '../fields/walk.ts'
import { isSame } from '../json.ts'

// Apart from personal.ts, so that lists do not load what walks fields.

/** What stands in place of a text about a person, for whoever may know that it is there and not what it says. */
export const personalText = '[personal]'

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
