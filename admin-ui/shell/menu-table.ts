import type { MenuGroup } from '../../domain/menu.ts'
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
  /** Other words that people look for it by. */
  also?: string
}

/** True when the back office has screens for the resource. */
export const hasScreens = ({ area, menu }: Pick<ResourceEntry, 'area' | 'menu'>): boolean =>
  area !== null && menu !== null

/** The resource of a name that has screens, or null. */
export const screenResource = (name: string | undefined): ResourceEntry | null =>
  entries.find((entry) => entry.name === name && hasScreens(entry)) ?? null

/** The resource of an address below /dashboard, or null. */
export const screenAt = (path: string): ResourceEntry | null =>
  entries.find(
    (entry) => hasScreens(entry) && (entry.lists?.some((list) => list.path === path) ?? entry.name === path),
  ) ?? null

/** The address of a resource's screens. */
export const screenPath = (name: string): string => `/dashboard/${screenResource(name)?.lists?.[0]?.path ?? name}`

const ofResource = (entry: ResourceEntry): MenuEntry[] => {
  const { name, area, title, menu, lists, isUndrawn } = entry
  if (area === null || menu === null) return []
  const shared = { permission: `r-${area}`, group: menu, ...(isUndrawn ? { isUndrawn } : {}) }
  if (!lists) return [{ path: `/dashboard/${name}`, label: title, ...shared }]
  return lists.map(({ path, title: label }) => ({
    path: `/dashboard/${path}`,
    label,
    ...shared,
    counts: { resource: name, list: path },
  }))
}

const ofScreen = (name: string, label: string, permission: string, group: MenuGroup): MenuEntry => ({
  path: `/dashboard/${name}`,
  label,
  permission,
  group,
})

/** Every entry there is. Screens that are no resource have a line each. */
export const menuEntries: readonly MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', permission: null, group: 'Overview' },
  { path: '/dashboard/calendar', label: 'Calendar', permission: null, group: 'Overview', also: 'schedule plan' },
  ...entries.flatMap(ofResource),
  ofScreen('org_chart', 'Org chart', 'r-employee', 'Organisation'),
  ofScreen('activity_trail', 'Activity Trail', 'r-activity_trail', 'Audit'),
  ofScreen('audit/records', 'Records and histories', 'r-audit', 'Audit'),
  ofScreen('audit/permissions', 'Who could do what', 'r-audit', 'Audit'),
  ofScreen('checkpoints', 'Checkpoints', 'r-audit', 'Audit'),
  ofScreen('evidence', 'Evidence', 'r-audit', 'Audit'),
  ofScreen('operations', 'Operations', 'r-operations', 'System'),
  ofScreen('mail', 'Undelivered Mail', 'r-operations', 'System'),
  ofScreen('debug_log', 'Debug Log', 'r-debug_log', 'System'),
]
