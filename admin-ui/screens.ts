import type { Resource } from '../domain/resource.ts'
import type { ScreenOverrides } from './list/screen.ts'
import { declarationOf } from './resources.ts'
import { screenResource } from './shell/menu-table.ts'

// One line for each resource whose screens differ from its declaration.
const overrides: Readonly<Record<string, () => Promise<ScreenOverrides>>> = {
  configuration: async () => (await import('./configuration/configuration-screens.ts')).configurationScreens,
  post: async () => (await import('./post/post-screens.ts')).postScreens,
  page: async () => (await import('./page/page-screens.ts')).pageScreens,
  user: async () => (await import('./user/user-screens.ts')).userScreens,
  employee: async () => (await import('./employee/employee-screens.ts')).employeeScreens,
  file: async () => (await import('./file/file-screens.ts')).fileScreens,
}

/** What the screens of a resource are made of: its declaration, and where they differ from it. */
export type Screens = { resource: Resource; overrides: ScreenOverrides }

/** The screens of an address below /dashboard; null when it names no resource that has any. */
export const loadScreens = async (name = ''): Promise<Screens | null> => {
  if (!screenResource(name)) return null
  const [resource, own] = await Promise.all([declarationOf(name), overrides[name]?.()])
  return resource && { resource, overrides: own ?? {} }
}
