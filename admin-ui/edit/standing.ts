import type { Action } from '../../domain/permission.ts'
import type { Field } from '../../domain/fields/field.ts'
import { isByAction } from '../../domain/fields/walk.ts'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'

/** Whether somebody may change a field of a form, and why not. */
export type Standing = { isDisabled: boolean; why?: string }

/** What a person may do to the entries of a field: add, take away, change and move. */
export const entryRights = (me: Me | null, { area }: Resource, field: Field) => {
  const may = (action: Action) => !isByAction(field) || can(me, `${action}-${area}`)
  return { mayAdd: may('c'), mayRemove: may('d'), mayChange: may('u') }
}

/** True when a person may set a field of a new record (`isNew`) or of one that is there. */
export const maySet = (me: Me | null, resource: Resource, field: Field, isNew: boolean): boolean =>
  isByAction(field) && !isNew
    ? Object.values(entryRights(me, resource, field)).some(Boolean)
    : can(me, `${isNew ? 'c' : 'u'}-${resource.area}`)

/** True when a person may change anything of a record that is there. */
export const maySetAny = (me: Me | null, resource: Resource): boolean =>
  Object.values(resource.fields).some((field) => maySet(me, resource, field, false))

/** How a field stands in a form. */
export const standingOf = (me: Me | null, resource: Resource, field: Field, isNew: boolean): Standing => {
  if (field.isFixed && !isNew) return { isDisabled: true, why: t('Chosen at the start; it cannot be changed.') }
  return { isDisabled: !maySet(me, resource, field, isNew) }
}
