import { text } from '../../domain/fields/field.ts'
import { list } from '../../domain/fields/composite.ts'
import { defineResource, type Verb } from '../../domain/resource.ts'

const clear: Verb = {
  on: 'SiteNoticeCleared',
  action: 'u',
  label: 'Clear',
  done: 'The notice is cleared.',
  apply: () => ({ lines: [] }),
}

/** A resource with one record. */
export const siteNotice = defineResource({
  name: 'site_notice',
  label: 'Notice',
  plural: 'notices',
  area: 'site_notice',
  menu: 'Portal front',
  recordLabel: ['title'],
  isSingleton: true,
  fields: {
    title: text({ label: 'Title' }),
    lines: list({ label: 'Lines', of: text({ label: 'Line' }) }),
  },
  list: { columns: [], search: [] },
  events: { create: 'SiteNoticeCreated', edit: 'SiteNoticeEdited', revert: 'SiteNoticeReverted' },
  verbs: { clear },
})
