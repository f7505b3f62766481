import { text } from '../fields/field.ts'
import { email } from '../fields/address.ts'
import { picture } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'

export const employee = defineResource({
  name: 'employee',
  label: 'Employee',
  plural: 'employees',
  area: 'employee',
  menu: null,
  recordLabel: ['fullname'],
  sequence: 'person',
  isPerson: true,
  authorises: true,
  signsIn: { by: 'email', mail: 'email' },
  fields: {
    employee_number: text({ label: 'Employee number', max: 40, isIdentifier: true, isPersonal: true }),
    fullname: text({ label: 'Fullname', isPersonal: true }),
    display_name: text({ label: 'Display name', isPersonal: true }),
    email: email({ label: 'E-mail', isPersonal: true }),
    phone_number: text({ label: 'Phone number', max: 40, isPersonal: true, isRequired: false }),
    thumbnail: picture({ label: 'Profile picture', isPersonal: true }),
  },
  unique: ['employee_number', 'email'],
  list: {
    columns: ['id', 'fullname', 'display_name', 'email', 'status'],
    search: ['fullname', 'display_name', 'email', 'employee_number'],
    sort: '-id',
  },
  routes: 'own',
  events: {
    create: 'EmployeeCreated',
    edit: 'EmployeeEdited',
    activate: 'EmployeeActivated',
    deactivate: 'EmployeeDeactivated',
    delete: 'EmployeeDeleted',
    restore: 'EmployeeRestored',
  },
})
