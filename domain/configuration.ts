import { text } from './field.ts'
import { picture } from './field-reference.ts'
import { defineResource } from './resource.ts'

/** The one record of site configuration has this id. */
export const configurationId = 1

export const configuration = defineResource({
  name: 'configuration',
  label: 'Configuration',
  plural: 'configurations',
  area: 'configuration',
  recordLabel: ['siteTitle'],
  fields: {
    siteTitle: text({ label: 'Site title', max: 120 }),
    footer: text({ label: 'Footer title' }),
    timeZone: text({ label: 'Time zone', max: 64, isRequired: false }),
    favicon: picture({ label: 'Favicon' }),
    logo: picture({ label: 'Logo' }),
  },
  list: { columns: ['id', 'siteTitle'], search: [], sort: '-id' },
  routes: 'own',
  events: {
    create: 'ConfigurationCreated',
    edit: 'ConfigurationEdited',
    activate: 'ConfigurationActivated',
    deactivate: 'ConfigurationDeactivated',
    delete: 'ConfigurationDeleted',
    restore: 'ConfigurationRestored',
  },
})
