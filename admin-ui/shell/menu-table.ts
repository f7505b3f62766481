import { resources } from '../../domain/catalog.ts'
import { areas } from '../../domain/permission.ts'
import type { Resource } from '../../domain/resource.ts'

/** An entry of the side menu; it shows with its permission (null: with every sign-in). */
export type MenuEntry = { path: string; label: string; permission: string | null; group: string }

/** The six groups, in order. */
export const groups = ['Overview', 'Content', 'Portal front', 'Organisation', 'Inbox', 'Access'] as const

// Where a resource stands; one that is not named here stands under Content.
const groupOf: Readonly<Record<string, string>> = {
  homepage: 'Portal front',
  menubar: 'Portal front',
  banner: 'Portal front',
  flash: 'Portal front',
  popup: 'Portal front',
  employee: 'Organisation',
  title: 'Organisation',
  division: 'Organisation',
  departement: 'Organisation',
  request: 'Inbox',
  job_application: 'Inbox',
  user: 'Access',
  role: 'Access',
  configuration: 'Access',
}

// In the catalogue because signing in, pictures or settings need them; their screens come with their own stretch.
const withoutScreens: ReadonlySet<string> = new Set([
  'file',
  'user',
  'role',
  'employee',
  'configuration',
  'homepage',
  'menubar',
])

/** True when the back office has a list and forms for the resource. */
export const hasScreens = (resource: Resource): boolean => resource.area !== null && !withoutScreens.has(resource.name)

/** The resource of an address below /dashboard, or null. */
export const screenResource = (name: string | undefined): Resource | null =>
  resources.find((resource) => resource.name === name && hasScreens(resource)) ?? null

const ofResource = (resource: Resource): MenuEntry => ({
  path: `/dashboard/${resource.name}`,
  label: areas[resource.area ?? '']?.title ?? resource.label,
  permission: `r-${resource.area}`,
  group: groupOf[resource.name] ?? 'Content',
})

/** Every entry there is. Screens that are no resource have a line each. */
export const menuEntries: readonly MenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', permission: null, group: 'Overview' },
  { path: '/dashboard/activity_trail', label: 'Activity Trail', permission: 'r-activity_trail', group: 'Overview' },
  { path: '/dashboard/debug_log', label: 'Debug Log', permission: 'r-debug_log', group: 'Overview' },
  ...resources.filter(hasScreens).map(ofResource),
]
