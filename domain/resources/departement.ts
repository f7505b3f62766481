import { integer, longText, text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

export const departement = defineResource({
  name: 'departement',
  label: 'Department',
  plural: 'departments',
  area: 'departement',
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
    create: 'DepartementCreated',
    edit: 'DepartementEdited',
    activate: 'DepartementActivated',
    deactivate: 'DepartementDeactivated',
    delete: 'DepartementDeleted',
    restore: 'DepartementRestored',
  },
})
