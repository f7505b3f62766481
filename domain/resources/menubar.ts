import { choice, flag, integer, text } from '../fields/field.ts'
import { link } from '../fields/address.ts'
import { tree } from '../fields/composite.ts'
import { defineResource } from '../resource.ts'

/** What an entry of the menu leads to, and the addresses of those that lead to no record. */
export const menuTargets: Readonly<Record<string, string>> = {
  post: '/post',
  page: '/',
  listemp: '/employee',
  listgal: '/gallery',
  listjob: '/jobs',
  isoform: '/iso_center',
}

/** The menu of the portal. An entry without a link leads to what its type and content say at that moment (spec/decisions C10). */
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
      depth: 3,
      max: 200,
      isByAction: true,
      fields: {
        title: text({ label: 'Title' }),
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
        // No reference: what a menu names may be deleted, and the entry is marked (spec/decisions C11).
        content_id: integer({ label: 'Content', min: 1 }),
        url: link({ label: 'URL', isRequired: false }),
        new_tab: flag({ label: 'Open in New Tab' }),
      },
    }),
  },
  list: { columns: ['id'], search: [], sort: '-id' },
  events: { create: 'MenubarCreated', edit: 'MenubarEdited' },
})
