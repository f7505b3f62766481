import type { MenuGroup } from '../../domain/menu.ts'
import type { ResourceEntry } from '../resource-entry.ts'
import { entries } from '../resources.ts'

/** An entry of the side menu; it shows with its permission (null: with every sign-in). */
export type MenuEntry = { path: string; label: string; permission: string | null; group: MenuGroup }

/** True when the back office has screens for the resource. */
export const hasScreens = ({ area, menu }: Pick<ResourceEntry, 'area' | 'menu'>): boolean =>
  area !== null && menu !== null

/** The resource of an address below /dashboard, or null. */
export const screenResource = (name: string | undefined): ResourceEntry | null =>
  entries.find((entry) => entry.name === name && hasScreens(entry)) ?? null

const ofResource = ({ name, area, title, menu }: ResourceEntry): MenuEntry[] =>
  area === null || menu === null
    ? []
    : [{ path: `/dashboard/${name}`, label: title, permission: `r-${area}`, group: menu }]

/** Every entry there is. Screens that are no resource have a line each. */
export const menuEntries: readonly MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', permission: null, group: 'Overview' },
  { path: '/dashboard/activity_trail', label: 'Activity Trail', permission: 'r-activity_trail', group: 'Overview' },
  { path: '/dashboard/debug_log', label: 'Debug Log', permission: 'r-debug_log', group: 'Overview' },
  ...entries.flatMap(ofResource),
  { path: '/dashboard/org_chart', label: 'Org chart', permission: 'r-employee', group: 'Organisation' },
]
