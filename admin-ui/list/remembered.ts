import type { Resource } from '../../domain/resource.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { t } from '../../ui-shared/i18n.ts'

const key = (resource: string) => `atrium.list.${resource}`

/** Remembers how a list was left, in this tab: "Back to list" and saving return there. */
export const rememberList = (resource: string, search: string): void => {
  try {
    // The way back leads to the moment of the page that it is asked on.
    sessionStorage.setItem(key(resource), withMoment(search, null).slice(1))
  } catch {
    // Without storage the way back leads to page 1.
  }
}

/** The address of the list as it was left; of the one record where there is no list. */
export const listPath = (resource: string): string => {
  let search = ''
  try {
    search = sessionStorage.getItem(key(resource)) ?? ''
  } catch {
    // As above.
  }
  return `/dashboard/${resource}${search && `?${search}`}`
}

/** The way from a record back to its list, for the head of its screen; nothing where there is no list. */
export const wayBack = ({ name, label, isSingleton }: Resource): { backTo?: string; backLabel?: string } =>
  isSingleton ? {} : { backTo: listPath(name), backLabel: t(label) }
