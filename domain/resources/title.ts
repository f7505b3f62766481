import { integer, longText, text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

export const title = defineResource({
  name: 'title',
  label: 'Title',
  plural: 'titles',
  area: 'title',
  menu: 'Organisation',
  recordLabel: ['title_name'],
  fields: {
    title_name: text({ label: 'Title name' }),
    order_number: integer({ label: 'Order Number', isRequired: true }),
    description: longText({ label: 'Description', isRequired: true }),
  },
  order: 'order_number',
  broadcast: ['title_name', 'order_number'],
  list: {
    columns: ['id', 'order_number', 'label', 'status'],
    carries: ['title_name'],
    search: ['title_name'],
    sortable: ['label'],
  },
  events: {
    create: 'TitleCreated',
    edit: 'TitleEdited',
    activate: 'TitleActivated',
    deactivate: 'TitleDeactivated',
    delete: 'TitleDeleted',
    restore: 'TitleRestored',
    revert: 'TitleReverted',
  },
})
