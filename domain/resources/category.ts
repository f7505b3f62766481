import { text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

export const category = defineResource({
  name: 'category',
  label: 'Category',
  plural: 'categories',
  area: 'category',
  recordLabel: ['name'],
  slug: 'name',
  options: 'getCategories',
  fields: { name: text({ label: 'Name', max: 80 }) },
  broadcast: ['name'],
  list: { columns: ['id', 'name', 'status'], search: ['name', 'slug'], sort: '-id', sortable: ['name', 'changed_at'] },
  events: {
    create: 'CategoryCreated',
    edit: 'CategoryEdited',
    activate: 'CategoryActivated',
    deactivate: 'CategoryDeactivated',
    delete: 'CategoryDeleted',
    restore: 'CategoryRestored',
    revert: 'CategoryReverted',
  },
})
