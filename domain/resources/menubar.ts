import { choice, flag, integer, text } from '../fields/field.ts'
import { link } from '../fields/address.ts'
import { tree } from '../fields/composite.ts'
import { defineResource } from '../resource.ts'
import { isoPage } from './page.ts'

/** What an entry of the menu leads to, and the addresses of those that lead to no record. */
export const menuTargets: Readonly<Record<string, string>> = {
  post: '/post',
  page: '/',
  listemp: '/employee',
  listgal: '/gallery',
  listjob: '/jobs',
  isoform: '/iso_center',
}

type Kept = (typeof menubar.initialValues.menubar)[number]
/** An entry of the menu, whose type may be one of another time. */
export type Entry = { [N in keyof Kept]: N extends 'children' ? Entry[] : Kept[N] extends string ? string : Kept[N] }
type Target = Pick<Entry, 'type' | 'content_id' | 'url'>

/** The record that an entry leads to, such as `post-7`; null for a list or an address. */
export const contentOf = ({ type, content_id: id }: Omit<Target, 'url'>): string | null => {
  if (type === 'isoform') return `page-${isoPage.id}`
  return id !== null && (type === 'post' || type === 'page') ? `${type}-${id}` : null
}

/** True for an entry that names nothing, or what is not there for employees (`isThere`; C11). */
export const isBroken = (entry: Target, isThere: boolean): boolean =>
  contentOf(entry) === null ? entry.type === 'page' && entry.url === '' : !isThere

/** The entries that employees see: in the place of one that leads nowhere stand those below it. */
export const reachable = <T extends { isBroken: boolean; children: readonly T[] }>(entries: readonly T[]): T[] =>
  entries.flatMap((entry) => {
    const children = reachable(entry.children)
    return entry.isBroken ? children : [{ ...entry, children }]
  })

/** The menu of the portal. An entry without a link leads to what its type and content say at that moment (C10). */
export const menubar = defineResource({
  name: 'menubar',
  label: 'Menubar',
  plural: 'menubars',
  area: 'menubar',
  menu: 'Portal front',
  recordLabel: [],
  isSingleton: true,
  fields: {
    menubar: tree({
      label: 'Menu',
      max: 200,
      fields: {
        title: text({ label: 'Title (headline)' }),
        type: choice({
          label: 'Type',
          options: ['page', 'post', 'listemp', 'listgal', 'listjob', 'isoform'],
          labels: {
            page: 'Page',
            post: 'Post',
            listemp: 'List of Employee',
            listgal: 'List of Gallery',
            listjob: 'List of Job',
            isoform: 'ISO Center',
          },
        }),
        // No reference: what a menu names may be deleted, and the entry is marked (C11).
        content_id: integer({ label: 'Content', min: 1 }),
        url: link({ label: 'URL', isRequired: false }),
        new_tab: flag({ label: 'Open in New Tab' }),
      },
    }),
  },
  broadcast: ['menubar'],
  list: { columns: ['id'], search: [], sort: '-id' },
  events: { create: 'MenubarCreated', edit: 'MenubarEdited', revert: 'MenubarReverted' },
})
