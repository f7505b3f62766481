import type { PersonType } from './person.ts'

export type Action = 'c' | 'r' | 'u' | 'd' | 'p'

const usual: readonly Action[] = ['c', 'r', 'u', 'd']
const published: readonly Action[] = [...usual, 'p']

/** Areas and their actions (P1). The permission's name is `{action}-{area}`. */
export const areas: Readonly<Record<string, { title: string; actions: readonly Action[] }>> = {
  user: { title: 'Admin', actions: usual },
  role: { title: 'Role', actions: usual },
  menubar: { title: 'Menubar', actions: usual },
  banner: { title: 'Banner', actions: published },
  post: { title: 'Post', actions: published },
  category: { title: 'Category', actions: usual },
  page: { title: 'Page', actions: published },
  employee: { title: 'Employee', actions: usual },
  title: { title: 'Title', actions: usual },
  division: { title: 'Division', actions: usual },
  departement: { title: 'Department', actions: usual },
  popup: { title: 'Popup', actions: published },
  flash: { title: 'Flash News', actions: published },
  file: { title: 'File', actions: usual },
  stationery: { title: 'Stationery', actions: usual },
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

type Known = { area: string | null; publishing?: unknown }

/** Every permission there is with these resources: the specification's, and all of each area that a resource adds. */
export const permissionsOf = (known: readonly Known[]): readonly string[] => {
  const added = known.flatMap(({ area, publishing }) =>
    area === null || Object.hasOwn(areas, area)
      ? []
      : (publishing === undefined ? usual : published).map((action) => `${action}-${area}`),
  )
  return [...allPermissions, ...added]
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
