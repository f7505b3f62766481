import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { Me } from '../../ui-shared/session/me.ts'
import { besideDeclarationOf, besides } from '../besides.ts'
import { declarationOf, entries } from '../resources.ts'
import { maySee } from '../shell/may-see.ts'
import { screenPath, screenResource } from '../shell/menu-table.ts'

/** Every kind of records that the trail tells of: those in the menu, then those that stand beside others. */
export const kinds: readonly { name: string; label: string }[] = [...entries, ...besides]

// What is told of that is no record.
const others: Readonly<Record<string, string>> = {
  activity_trail: 'Activity Trail',
  operations: 'Operations',
  mail: 'Undelivered Mail',
}

/** What people call a kind of records. */
export const kindWords = (name: string): string =>
  t(kinds.find((one) => one.name === name)?.label ?? others[name] ?? name)

/** The declaration of any kind, loaded when it is asked for; null when there is none. */
export const declarationOfKind = async (name: string): Promise<Resource | null> =>
  (await declarationOf(name)) ?? besideDeclarationOf(name)

/** The lists of kinds that are in no menu of resources and have screens of their own. */
export const listsBeside: Readonly<Record<string, string>> = {
  comment: '/dashboard/comment',
  review: '/dashboard/reviews',
}

const ownScreens: ReadonlySet<string> = new Set(['comment'])

/** Where somebody reads a record: its screen, else its history; null where they may not. */
export const pathOfRecord = (me: Me | null, name: string, id: string | number): string | null => {
  const screen = screenResource(name)
  const beside = besides.find((one) => one.name === name)
  const kind = screen ?? beside
  if (!kind || !maySee(me, kind.area)) return null
  if (screen) return `${screenPath(name)}/${id}`
  return ownScreens.has(name) ? `${listsBeside[name]}/${id}` : `/dashboard/audit/history/${name}/${id}`
}
