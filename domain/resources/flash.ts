import { html, text } from '../fields/field.ts'
import { link } from '../fields/address.ts'
import { activeSpan } from '../fields/time.ts'
import { draftField, publishing } from '../fields/draft.ts'
import { defineResource } from '../resource.ts'

export const flash = defineResource({
  name: 'flash',
  label: 'Flash News',
  plural: 'flash news',
  area: 'flash',
  menu: 'Portal front',
  recordLabel: ['name'],
  isDuplicable: true,
  fields: {
    name: text({ label: 'Title (headline)' }),
    link: link({ label: 'Link' }),
    news_text: html({ label: 'News text' }),
    ...activeSpan,
    ...draftField,
  },
  publishing,
  activeBetween: ['active_from', 'active_until'],
  portal: { list: ['name', 'link', 'news_text'], call: 'news_flash' },
  list: { columns: ['id', 'name', 'link', 'status'], search: ['name'], sort: '-id', sortable: ['name', 'changed_at'] },
  events: {
    create: 'FlashCreated',
    edit: 'FlashEdited',
    activate: 'FlashActivated',
    deactivate: 'FlashDeactivated',
    delete: 'FlashDeleted',
    restore: 'FlashRestored',
    revert: 'FlashReverted',
  },
})
