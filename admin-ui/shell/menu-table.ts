import { resources } from '../../domain/catalog.ts'
import type { MenuGroup } from '../../domain/menu.ts'
import { areas } from '../../domain/permission.ts'
import type { Resource } from '../../domain/resource.ts'

/** An entry of the side menu; it shows with its permission (null: with every sign-in). */
export type MenuEntry = { path: string; label: string; permission: string | null; group: MenuGroup }

/** True when the back office has screens for the resource. */
export const hasScreens = (resource: Resource): boolean => resource.area !== null && resource.menu !== null

/** The resource of an address below /dashboard, or null. */
export const screenResource = (name: string | undefined): Resource | null =>
  resources.find((resource) => resource.name === name && hasScreens(resource)) ?? null

const ofResource = ({ name, area, label, menu }: Resource): MenuEntry[] =>
  area === null || menu === null
    ? []
    : [{ path: `/dashboard/${name}`, label: areas[area]?.title ?? label, permission: `r-${area}`, group: menu }]

/** Every entry there is. Screens that are no resource have a line each. */
export const menuEntries: readonly MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', permission: null, group: 'Overview' },
  { path: '/dashboard/activity_trail', label: 'Activity Trail', permission: 'r-activity_trail', group: 'Overview' },
  { path: '/dashboard/debug_log', label: 'Debug Log', permission: 'r-debug_log', group: 'Overview' },
  ...resources.flatMap(ofResource),
]
