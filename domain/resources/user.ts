import { longText, text } from '../fields/field.ts'
import { email, link, social } from '../fields/address.ts'
import { picture, reference } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'

const optional = { isRequired: false, isPersonal: true }
const required = { isPersonal: true }

export const user = defineResource({
  name: 'user',
  label: 'User',
  plural: 'users',
  area: 'user',
  menu: 'Access',
  recordLabel: ['firstName', 'lastName'],
  sequence: 'person',
  isPerson: true,
  authorises: true,
  signsIn: { by: 'userName', mail: 'email' },
  fields: {
    userName: text({ label: 'Username', max: 80, isIdentifier: true, ...required }),
    firstName: text({ label: 'First name', max: 120, ...required }),
    lastName: text({ label: 'Last name', max: 120, ...required }),
    email: email({ label: 'E-mail', ...required }),
    phone: text({ label: 'Phone', max: 40, ...required }),
    website: link({ label: 'Website', isOnWeb: true, ...optional }),
    facebook: social({ label: 'Facebook', service: 'facebook', ...optional }),
    twitter: social({ label: 'Twitter', service: 'twitter', ...optional }),
    bio: longText({ label: 'Short biography', isPersonal: true }),
    pic: picture({ label: 'Photo', isPersonal: true }),
    role: reference({ label: 'Role', to: 'role', inverse: { name: 'users', label: 'Users' } }),
  },
  unique: ['userName', 'email'],
  list: {
    columns: ['id', 'label', 'userName', 'email', 'role', 'status'],
    search: ['firstName', 'lastName', 'userName', 'email'],
    filters: ['role'],
    bulk: ['role'],
    sort: '-id',
    sortable: ['label', 'userName', 'email', 'changed_at'],
  },
  events: {
    create: 'UserCreated',
    edit: 'UserEdited',
    activate: 'UserActivated',
    deactivate: 'UserDeactivated',
    delete: 'UserDeleted',
    restore: 'UserRestored',
    revert: 'UserReverted',
  },
})
