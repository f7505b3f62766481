import { html, text } from './field.ts'
import { link } from './field-address.ts'
import { activeSpan } from './field-time.ts'
import { defineResource } from './resource.ts'

export const flash = defineResource({
  name: 'flash',
  label: 'Flash News',
  plural: 'flash news',
  area: 'flash',
  menu: 'Portal front',
  recordLabel: ['name'],
  fields: {
    name: text({ label: 'Title' }),
    link: link({ label: 'Link' }),
    news_text: html({ label: 'News text' }),
    ...activeSpan,
  },
  activeBetween: ['active_from', 'active_until'],
  portal: { list: ['link', 'news_text'], call: 'news_flash' },
  list: { columns: ['id', 'name', 'link', 'status'], search: ['name'], sort: '-id' },
  events: {
    create: 'FlashCreated',
    edit: 'FlashEdited',
    activate: 'FlashActivated',
    deactivate: 'FlashDeactivated',
    delete: 'FlashDeleted',
    restore: 'FlashRestored',
  },
})
