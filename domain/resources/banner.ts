import { integer, text } from '../fields/field.ts'
import { link } from '../fields/address.ts'
import { focus } from '../fields/focus.ts'
import { picture } from '../fields/reference.ts'
import { activeSpan } from '../fields/time.ts'
import { draftField, publishing } from '../fields/draft.ts'
import { defineResource } from '../resource.ts'

export const banner = defineResource({
  name: 'banner',
  label: 'Banner',
  plural: 'banners',
  area: 'banner',
  menu: 'Portal front',
  recordLabel: ['name'],
  isDuplicable: true,
  fields: {
    number: integer({ label: 'Order Number', isRequired: true }),
    name: text({ label: 'Title (headline)' }),
    link: link({ label: 'Link' }),
    thumbnail: picture({ label: 'Thumbnail' }),
    thumbnail_focus: focus({ label: 'Focal point', of: 'thumbnail' }),
    ...activeSpan,
    ...draftField,
  },
  order: 'number',
  publishing,
  activeBetween: ['active_from', 'active_until'],
  portal: { list: ['number', 'name', 'link', 'thumbnail', 'thumbnail_focus'], call: 'getBanners' },
  list: { columns: ['id', 'name', 'number', 'link', 'thumbnail', 'status'], search: ['name'], sort: 'number' },
  events: {
    create: 'BannerCreated',
    edit: 'BannerEdited',
    activate: 'BannerActivated',
    deactivate: 'BannerDeactivated',
    delete: 'BannerDeleted',
    restore: 'BannerRestored',
    revert: 'BannerReverted',
  },
})
