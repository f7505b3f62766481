import { resources } from '../../domain/catalog.ts'
import { text } from '../../domain/fields/field.ts'
import { link } from '../../domain/fields/address.ts'
import { picture } from '../../domain/fields/reference.ts'
import { defineResource, type Resource } from '../../domain/resource.ts'

/** The very declaration of CONTRIBUTING.md: one file, and one line in the catalogue. */
export const partner = defineResource({
  name: 'partner',
  label: 'Partner',
  plural: 'partners',
  area: 'partner',
  recordLabel: ['name'],
  fields: {
    name: text({ label: 'Name', max: 80 }),
    link: link({ label: 'Link' }),
    logo: picture({ label: 'Logo' }),
  },
  list: { columns: ['id', 'name', 'link', 'status'], search: ['name'], sort: '-id' },
  events: {
    create: 'PartnerCreated',
    edit: 'PartnerEdited',
    activate: 'PartnerActivated',
    deactivate: 'PartnerDeactivated',
    delete: 'PartnerDeleted',
    restore: 'PartnerRestored',
    revert: 'PartnerReverted',
  },
})

/** The catalogue with a partner in it, also once it holds one of its own. */
export const withPartner: readonly Resource[] = [...resources.filter(({ name }) => name !== partner.name), partner]
