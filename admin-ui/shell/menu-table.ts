import type { MenuGroup } from '../../domain/menu.ts'
import { reviewed } from '../../domain/review/reviewed.ts'
import type { ResourceEntry } from '../resource-entry.ts'
import { entries } from '../resources.ts'

/** An entry of the side menu; it shows with its permission (null: with every sign-in), and how much of `counts` is unread. */
export type MenuEntry = {
  path: string
  label: string
  permission: string | null
  group: MenuGroup
  isUndrawn?: boolean
  counts?: { resource: string; list: string }
  /** The setting that it goes with: while that is off, the menu is without it. */
  setting?: string
  /** Other words that people look for it by. */
  also?: string
}

/** True when the back office has screens for the resource. */
export const hasScreens = ({ area, menu }: Pick<ResourceEntry, 'area' | 'menu'>): boolean =>
  area !== null && menu !== null

const known = entries.filter(hasScreens)

/** The resource of a name that has screens, or null. */
export const screenResource = (name: string | undefined): ResourceEntry | null =>
  known.find((entry) => entry.name === name) ?? null

/** The resource of an address below /dashboard, or null. */
export const screenAt = (path: string): ResourceEntry | null =>
  known.find(({ lists, name }) => lists?.some((list) => list.path === path) ?? name === path) ?? null

/** The address of a resource's screens. */
export const screenPath = (name: string): string => `/dashboard/${screenResource(name)?.lists?.[0]?.path ?? name}`

const ofScreen = (
  name: string,
  label: string,
  group: MenuGroup,
  permission: string | null = `r-${name}`,
): MenuEntry => ({
  path: `/dashboard/${name}`,
  label,
  permission,
  group,
})

const ofResource = ({ name, area, title, menu, lists, isUndrawn }: ResourceEntry): MenuEntry[] => {
  if (area === null || menu === null) return []
  const entryOf = (path: string, label: string): MenuEntry => ({
    ...ofScreen(path, label, menu, `r-${area}`),
    ...(isUndrawn ? { isUndrawn } : {}),
  })
  if (!lists) return [entryOf(name, title)]
  return lists.map((list) => ({ ...entryOf(list.path, list.title), counts: { resource: name, list: list.path } }))
}

/** Every entry there is. Screens that are no resource have a line each. */
export const menuEntries: readonly MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', permission: null, group: 'Overview' },
  { ...ofScreen('calendar', 'Calendar', 'Overview', null), also: 'schedule plan' },
  // For everybody, while it takes a second pair of eyes.
  { ...ofScreen('reviews', 'Reviews', 'Overview', reviewed), counts: { resource: 'review', list: 'reviews' } },
  ...known.flatMap(ofResource),
  { ...ofScreen('comment', 'Comments', 'Inbox'), setting: 'comments' },
  ofScreen('org_chart', 'Org chart', 'Organisation', 'r-employee'),
  ofScreen('activity_trail', 'Activity Trail', 'Audit'),
  ofScreen('audit/records', 'Records and histories', 'Audit', 'r-audit'),
  ofScreen('audit/permissions', 'Who could do what', 'Audit', 'r-audit'),
  ofScreen('checkpoints', 'Checkpoints', 'Audit', 'r-audit'),
  ofScreen('evidence', 'Evidence', 'Audit', 'r-audit'),
  ofScreen('operations', 'Operations', 'System'),
  ofScreen('mail', 'Undelivered Mail', 'System', 'r-operations'),
  ofScreen('debug_log', 'Debug Log', 'System'),
]
