import type { InboxList } from '../domain/shapes/inbox.ts'
import type { Resource } from '../domain/resource.ts'
import type { ScreenOverrides } from './list/screen.ts'
import { declarationOf } from './resources.ts'
import { screenAt } from './shell/menu-table.ts'

// One line for each resource whose screens differ from its declaration.
const overrides: Readonly<Record<string, () => Promise<ScreenOverrides>>> = {
  configuration: async () => (await import('./configuration/configuration-screens.ts')).configurationScreens,
  post: async () => (await import('./post/post-screens.ts')).postScreens,
  page: async () => (await import('./page/page-screens.ts')).pageScreens,
  user: async () => (await import('./user/user-screens.ts')).userScreens,
  role: async () => (await import('./role/role-screens.tsx')).roleScreens,
  employee: async () => (await import('./employee/employee-screens.ts')).employeeScreens,
  file: async () => (await import('./file/file-screens.ts')).fileScreens,
}

/** What the screens of a resource are made of: its declaration, where they differ from it, and what the list is called. */
export type Screens = { resource: Resource; overrides: ScreenOverrides; title?: string }

// A list of what came in is one of a part of the records.
const asInbox = async (resource: Resource, { path, title, where }: InboxList): Promise<Screens> => {
  const { inboxScreens } = await import('./inbox/inbox-screens.tsx')
  const filters = resource.list.filters?.filter((name) => !Object.hasOwn(where, name)) ?? []
  return { resource: { ...resource, list: { ...resource.list, filters, where } }, overrides: inboxScreens(path), title }
}

/** The screens of an address below /dashboard; null when it names no resource that has any. */
export const loadScreens = async (name = ''): Promise<Screens | null> => {
  // No entry of it stands in what every screen loads.
  if (name === 'comment') return (await import('./comment/comment-screens.tsx')).commentScreens
  const entry = screenAt(name)
  if (!entry) return null
  const [resource, own] = await Promise.all([declarationOf(entry.name), overrides[name]?.()])
  const list = resource?.inbox?.lists.find(({ path }) => path === name)
  if (resource && list) return asInbox(resource, list)
  return resource && { resource, overrides: own ?? {} }
}
