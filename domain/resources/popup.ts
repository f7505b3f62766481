import { text } from '../fields/field.ts'
import { link } from '../fields/address.ts'
import { picture } from '../fields/reference.ts'
import { activeSpan } from '../fields/time.ts'
import { draftField, publishing } from '../fields/draft.ts'
import { defineResource } from '../resource.ts'

export const popup = defineResource({
  name: 'popup',
  label: 'Popup',
  plural: 'popups',
  area: 'popup',
  menu: 'Portal front',
  recordLabel: ['name'],
  isDuplicable: true,
  fields: {
    name: text({ label: 'Title (headline)' }),
    link: link({ label: 'Link' }),
    thumbnail: picture({ label: 'Thumbnail' }),
    ...activeSpan,
    ...draftField,
  },
  publishing,
  activeBetween: ['active_from', 'active_until'],
  // The portal shows the newest active one (C7).
  live: 'id',
  portal: { list: ['name', 'link', 'thumbnail'], call: 'popup' },
  list: { columns: ['id', 'name', 'link', 'thumbnail', 'status'], search: ['name'], sort: '-id' },
  events: {
    create: 'PopupCreated',
    edit: 'PopupEdited',
    activate: 'PopupActivated',
    deactivate: 'PopupDeactivated',
    delete: 'PopupDeleted',
    restore: 'PopupRestored',
    revert: 'PopupReverted',
  },
})
