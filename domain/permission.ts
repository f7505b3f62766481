import type { PersonType } from './person.ts'

export type Action = 'c' | 'r' | 'u' | 'd'

/** Areas and their actions (P1). The permission's name is `{action}-{area}`. */
export const areas: Readonly<Record<string, { title: string; actions: readonly Action[] }>> = {
  user: { title: 'Admin', actions: ['c', 'r', 'u', 'd'] },
  role: { title: 'Role', actions: ['c', 'r', 'u', 'd'] },
  menubar: { title: 'Menubar', actions: ['c', 'r', 'u', 'd'] },
  banner: { title: 'Banner', actions: ['c', 'r', 'u', 'd'] },
  post: { title: 'Post', actions: ['c', 'r', 'u', 'd'] },
  category: { title: 'Category', actions: ['c', 'r', 'u', 'd'] },
  page: { title: 'Page', actions: ['c', 'r', 'u', 'd'] },
  employee: { title: 'Employee', actions: ['c', 'r', 'u', 'd'] },
  title: { title: 'Title', actions: ['c', 'r', 'u', 'd'] },
  division: { title: 'Division', actions: ['c', 'r', 'u', 'd'] },
  departement: { title: 'Department', actions: ['c', 'r', 'u', 'd'] },
  popup: { title: 'Popup', actions: ['c', 'r', 'u', 'd'] },
  flash: { title: 'Flash News', actions: ['c', 'r', 'u', 'd'] },
  file: { title: 'File', actions: ['c', 'r', 'u', 'd'] },
  stationery: { title: 'Stationery', actions: ['c', 'r', 'u', 'd'] },
  homepage: { title: 'Homepage', actions: ['r', 'u'] },
  configuration: { title: 'Configuration', actions: ['r', 'u'] },
  request: { title: 'Stationery Requests', actions: ['r', 'u'] },
  job_application: { title: 'Job Applications', actions: ['r', 'u'] },
  comment: { title: 'Comments', actions: ['r', 'u'] },
  operations: { title: 'Operations', actions: ['r', 'u'] },
  activity_trail: { title: 'Activity Trail', actions: ['r'] },
  debug_log: { title: 'Debug Log', actions: ['r'] },
  audit: { title: 'Audit', actions: ['r'] },
  audit_personal: { title: 'Audit of personal values', actions: ['r'] },
  personal_data: { title: 'Personal data', actions: ['r', 'd'] },
}

/** Every permission there is, also what is added later: the built-in role Administrator holds them all. */
export const allPermissions: readonly string[] = Object.entries(areas).flatMap(([area, { actions }]) =>
  actions.map((action) => `${action}-${area}`),
)

/** Every permission there is with these resources: the specification's, and all four of each area that a resource adds. */
export const permissionsOf = (known: readonly { area: string | null }[]): readonly string[] => {
  const added = known.flatMap(({ area }) => (area === null || Object.hasOwn(areas, area) ? [] : [area]))
  return [...allPermissions, ...added.flatMap((area) => ['c', 'r', 'u', 'd'].map((action) => `${action}-${area}`))]
}

/**
 * Who may call: anyone, anybody signed in, one population, or users who hold one of several permissions, with one that they need
 * besides where it is named (and employees, when said).
 */
export type Audience =
  | 'anyone'
  | 'signed-in'
  | PersonType
  | { anyOf: readonly string[]; besides?: string; employees?: boolean }

/** True when the permissions satisfy one of those asked for; names are compared whole, never as substrings (P3). */
export const holdsAny = (held: readonly string[], asked: readonly string[]): boolean =>
  asked.some((name) => held.includes(name))

/** True when somebody may read the records of a resource; what has no area has no readers but the system. */
export const mayRead = ({ area }: { area: string | null }, perms: readonly string[] | null): boolean =>
  perms === null || (area !== null && perms.includes(`r-${area}`))
