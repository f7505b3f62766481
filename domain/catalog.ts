import { banner } from './banner.ts'
import { category } from './category.ts'
import { configuration } from './configuration.ts'
import { employee } from './employee.ts'
import { file } from './file.ts'
import { flash } from './flash.ts'
import { homepage } from './homepage.ts'
import { menubar } from './menubar.ts'
import { page } from './page.ts'
import { popup } from './popup.ts'
import { post } from './post.ts'
import { allPermissions, areas } from './permission.ts'
import type { Resource } from './resource.ts'
import { role } from './role.ts'
import { user } from './user.ts'

/** The table of contents: every resource there is. One line each. */
export const resources: readonly Resource[] = [
  post,
  category,
  page,
  banner,
  flash,
  popup,
  homepage,
  menubar,
  file,
  user,
  role,
  employee,
  configuration,
]

/** Resources by name. */
export const catalog: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [resource.name, resource]))

/** Every permission there is with these resources: the specification's, and all four of each area that a resource adds. */
export const permissionsOf = (known: readonly Resource[]): readonly string[] => {
  const added = known.flatMap(({ area }) => (area === null || Object.hasOwn(areas, area) ? [] : [area]))
  return [...allPermissions, ...added.flatMap((area) => ['c', 'r', 'u', 'd'].map((action) => `${action}-${area}`))]
}
