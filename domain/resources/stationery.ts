import { text } from '../fields/field.ts'
import { picture } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'
import { unitLabels } from '../shapes/stationery-units.ts'

/** What employees may ask for, each with the unit that it is counted in (W7, T15). */
export const stationery = defineResource({
  name: 'stationery',
  label: 'Stationery item',
  plural: 'stationery items',
  area: 'stationery',
  menu: 'Organisation',
  recordLabel: ['name'],
  isDuplicable: true,
  fields: {
    name: text({ label: 'Name', max: 120 }),
    unit: text({ label: 'Unit', max: 20, labels: unitLabels, hint: 'What it is counted in: pcs, box, pak …' }),
    picture: picture({ label: 'Picture', hint: 'Shown to employees where they choose an item' }),
  },
  unique: ['name'],
  portal: { list: ['name', 'unit', 'picture'], call: 'stationery_items' },
  list: {
    columns: ['id', 'name', 'unit', 'status'],
    search: ['name'],
    sort: '-id',
    sortable: ['name', 'unit', 'changed_at'],
  },
  events: {
    create: 'StationeryCreated',
    edit: 'StationeryEdited',
    activate: 'StationeryActivated',
    deactivate: 'StationeryDeactivated',
    delete: 'StationeryDeleted',
    restore: 'StationeryRestored',
    revert: 'StationeryReverted',
  },
})
