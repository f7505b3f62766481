import { choice, flag, integer, text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

// They follow from the bytes and from who sent them: no command that somebody writes may say them.
const read = { isSupplied: true }

export const file = defineResource({
  name: 'file',
  label: 'File',
  plural: 'files',
  area: 'file',
  recordLabel: ['name'],
  owner: 'owner',
  usesLibrary: true,
  fields: {
    name: text({ label: 'Name', isPersonal: true }),
    attribute: text({ label: 'Description', isRequired: false, isPersonal: true }),
    altText: text({ label: 'Alt text', isRequired: false, isPersonal: true }),
    type: choice({ label: 'Type', options: ['image', 'file'], labels: { image: 'Image', file: 'File' }, ...read }),
    /** 128 random bits in hex: the address, which never changes. */
    key: text({ label: 'Key', max: 32, ...read }),
    hash: text({ label: 'Hash', max: 64, ...read }),
    extension: text({ label: 'Extension', max: 10, ...read }),
    size: integer({ label: 'Size', isRequired: true, ...read }),
    width: integer({ label: 'Width', ...read }),
    height: integer({ label: 'Height', ...read }),
    /** Where it came from: the file screens, a picture field, the editor (D8), or a change that is proposed for review. */
    source: choice({ label: 'Source', options: ['library', 'field', 'editor', 'review'], ...read }),
    isInPortal: flag({ label: 'In document search', hint: 'Employees find it by its name.' }),
    /** The person it is a picture of (`user-7`), with whom it goes; empty for what belongs to the house. */
    owner: text({ label: 'Owner', max: 80, isRequired: false, ...read }),
    /** The record that it was sent with (`request-42`), which alone shows it; empty for a picture of its owner, and for the house's own. */
    record: text({ label: 'Record', max: 80, isRequired: false, ...read }),
  },
  readAt: '{link}',
  portalSearch: { by: ['name'], where: { isInPortal: true, type: 'file' } },
  list: {
    columns: ['id', 'name', 'type', 'status', 'created_by', 'created_at'],
    carries: ['key', 'attribute', 'altText', 'extension'],
    search: ['name'],
    filters: ['type', 'created_by', 'created_at'],
    sort: '-id',
    sortable: ['name', 'type', 'created_at', 'changed_at'],
  },
  routes: 'own',
  events: {
    create: 'FileCreated',
    edit: 'FileEdited',
    activate: 'FileActivated',
    deactivate: 'FileDeactivated',
    delete: 'FileDeleted',
    restore: 'FileRestored',
    revert: 'FileReverted',
  },
})
