import { choice, flag, integer, text } from '../fields/field.ts'
import { defineResource } from '../resource.ts'

export const file = defineResource({
  name: 'file',
  label: 'File',
  plural: 'files',
  area: 'file',
  recordLabel: ['name'],
  owner: 'owner',
  isFoundByCreator: true,
  usesLibrary: true,
  fields: {
    name: text({ label: 'Name', isPersonal: true }),
    attribute: text({ label: 'Description', isRequired: false, isPersonal: true }),
    altText: text({ label: 'Alt text', isRequired: false, isPersonal: true }),
    type: choice({ label: 'Type', options: ['image', 'file'], labels: { image: 'Image', file: 'File' } }),
    /** 128 random bits in hex: the address, which never changes. */
    key: text({ label: 'Key', max: 32, isIndexed: true }),
    hash: text({ label: 'Hash', max: 64, isIndexed: true }),
    extension: text({ label: 'Extension', max: 10 }),
    size: integer({ label: 'Size', isRequired: true }),
    width: integer({ label: 'Width' }),
    height: integer({ label: 'Height' }),
    /** Where it came from: the file screens, a picture field, or the editor (spec/decisions D8). */
    source: choice({ label: 'Source', options: ['library', 'field', 'editor'] }),
    isInPortal: flag({ label: 'In document search', hint: 'Employees find it by its name.' }),
    /** The person it is a picture of (`user-7`), with whom it goes; empty for what belongs to the house. */
    owner: text({ label: 'Owner', max: 80, isRequired: false }),
  },
  portalSearch: { where: { isInPortal: true, type: 'file' } },
  list: {
    columns: ['id', 'name', 'type', 'status'],
    carries: ['key', 'attribute', 'altText', 'extension'],
    search: ['name'],
    filters: ['type'],
    sort: '-id',
  },
  routes: 'own',
  events: {
    create: 'FileCreated',
    edit: 'FileEdited',
    activate: 'FileActivated',
    deactivate: 'FileDeactivated',
    delete: 'FileDeleted',
    restore: 'FileRestored',
  },
})
