import { integer, longText, text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

export const division = defineResource({
  name: 'division',
  label: 'Division',
  plural: 'divisions',
  area: 'division',
  menu: 'Organisation',
  recordLabel: ['name'],
  fields: {
    name: text({ label: 'Name' }),
    description: longText({ label: 'Description', isRequired: true }),
    order_number: integer({ label: 'Order Number', isRequired: true }),
  },
  order: 'order_number',
  noticed: ['name', 'order_number'],
  list: { columns: ['id', 'order_number', 'name', 'status'], search: ['name'], sortable: ['name'] },
  events: {
    create: 'DivisionCreated',
    edit: 'DivisionEdited',
    activate: 'DivisionActivated',
    deactivate: 'DivisionDeactivated',
    delete: 'DivisionDeleted',
    restore: 'DivisionRestored',
  },
})
