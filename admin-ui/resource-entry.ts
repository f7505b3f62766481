import type { Field } from '../domain/fields/field.ts'
import { fieldsWithin, isFile } from '../domain/fields/walk.ts'
import type { InboxList } from '../domain/shapes/inbox.ts'
import { areas } from '../domain/permission.ts'
import type { Resource } from '../domain/resource.ts'

type Shared = Pick<Resource, 'name' | 'label' | 'plural' | 'area' | 'menu' | 'options' | 'isSingleton'>

/**
 * What every screen knows of a resource; `isReferred`: others point at its records, `isOptional`: and can do without,
 * `pageAt`: each has a page in the portal, whose address is this and its slug, `readAt`: it is read at another address, `lists`: in which they are read, where they
 * come in for staff; `isUndrawn`: shell/menu-icons.svg has no icon of it.
 */
export type ResourceEntry = Shared & {
  title: string
  lists?: readonly Omit<InboxList, 'where' | 'receivers'>[]
  isReferred?: boolean
  isOptional?: boolean
  pageAt?: string
  readAt?: string
  isUndrawn?: boolean
  /** Of an area that domain/permission.ts does not list. */
  publishing?: true
}

const pointersTo = (name: string, resources: readonly Resource[]) =>
  resources
    .filter(({ holdsUp }) => holdsUp !== false)
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap(fieldsWithin)
    .filter((part) => part.references === name && !isFile(part))

const pointing = (pointers: readonly Field[]) => ({
  ...(pointers.length > 0 ? { isReferred: true } : {}),
  ...(pointers.length > 0 && pointers.every(({ isRequired }) => isRequired !== true) ? { isOptional: true } : {}),
})

/** The resources that shell/menu-icons.svg has an icon for; of a later one a sheet of paper is shown. */
export const drawn: ReadonlySet<string> = new Set([
  'post',
  'category',
  'page',
  'file',
  'banner',
  'flash',
  'popup',
  'homepage',
  'menubar',
  'configuration',
  'employee',
  'title',
  'division',
  'departement',
  'stationery',
  'request',
  'job_application',
  'user',
  'role',
])

/** True for a resource that people reach by the menu; what stands beside others is loaded with these. */
export const hasScreens = ({ menu }: Pick<Resource, 'menu'>): boolean => menu !== null

/** The entry of each resource that has screens, in their order. */
export const entriesOf = (resources: readonly Resource[]): ResourceEntry[] =>
  resources
    .filter(hasScreens)
    .map(({ name, label, plural, area, menu, options, isSingleton, inbox, portal, publishing, readAt }) => ({
      name,
      label,
      plural,
      area,
      menu,
      options,
      // What does not hold is left out: every page loads all entries.
      ...(isSingleton ? { isSingleton } : {}),
      ...(inbox === undefined ? {} : { lists: inbox.lists.map((list) => ({ path: list.path, title: list.title })) }),
      title: areas[area ?? '']?.title ?? label,
      ...pointing(pointersTo(name, resources)),
      ...(portal?.at === undefined ? {} : { pageAt: portal.at }),
      ...(readAt === undefined ? {} : { readAt }),
      ...(publishing === undefined || Object.hasOwn(areas, area ?? '') ? {} : { publishing: true as const }),
      ...(drawn.has(name) ? {} : { isUndrawn: true }),
    }))

/** What the trail and histories know of a kind of records that is in no menu. */
export type BesideEntry = Pick<Resource, 'name' | 'label' | 'area'>

/** The kinds of records that stand beside others and are in no menu, in their order. */
export const besidesOf = (resources: readonly Resource[]): BesideEntry[] =>
  resources.filter((resource) => !hasScreens(resource)).map(({ name, label, area }) => ({ name, label, area }))

/** The addresses of the lists of what came in. */
export const inboxPathsOf = (resources: readonly Resource[]): string[] =>
  resources.flatMap(({ inbox }) => inbox?.lists.map(({ path }) => path) ?? [])

/** The addresses of what there is one of. */
export const singletonPathsOf = (resources: readonly Resource[]): string[] =>
  resources.filter((one) => hasScreens(one) && one.isSingleton).map(({ name }) => name)
