import { integer, longText, text } from '../fields/field.ts'
import { email, social } from '../fields/address.ts'
import { digits } from '../fields/digits.ts'
import { picture, reference, references } from '../fields/reference.ts'
import { fieldProblem, rejectFields } from '../rejected.ts'
import { defineResource, verbOf } from '../resource.ts'
import { absences } from '../shapes/absences.ts'

const mostPoints = 2_147_483_647
const reason = longText({ label: 'Reason', isRequired: true, isPersonal: true })

const personal = { isPersonal: true }
const optional = { isPersonal: true, isRequired: false }

const fields = {
  employee_number: digits({ label: 'Employee number', ...personal }),
  fullname: text({ label: 'Fullname', ...personal }),
  display_name: text({ label: 'Display name', heading: 'Display Name', ...personal }),
  email: email({ label: 'E-mail', heading: 'Email', ...personal }),
  phone_number: text({ label: 'Phone number', max: 40, ...optional }),
  title: reference({ label: 'Title', to: 'title' }),
  division: reference({ label: 'Division', to: 'division' }),
  departement: reference({ label: 'Department', to: 'departement' }),
  empSuper: references({
    label: 'Superordinate',
    to: 'employee',
    isAcyclic: true,
    inverse: { name: 'empSub', label: 'Subordinate' },
  }),
  linkedln: social({ label: 'LinkedIn', service: 'linkedin', ...optional }),
  facebook: social({ label: 'Facebook', service: 'facebook', ...optional }),
  instagram: social({ label: 'Instagram', service: 'instagram', ...optional }),
  point: integer({
    label: 'Point',
    isRequired: true,
    initial: 0,
    missing: 'Please Input Employee Point.',
    sets: ['set_point', 'adjust_point'],
  }),
  office_address: longText({ label: 'Office address', ...optional }),
  office_phone: text({ label: 'Office phone', max: 40, ...optional }),
  thumbnail: picture({ label: 'Profile picture', ...personal }),
  absences,
}

const verb = verbOf(fields)

const setPoint = verb({
  on: 'EmployeePointSet',
  action: 'u',
  label: 'Set points',
  done: 'The points are set.',
  input: { point: integer({ label: 'Point', isRequired: true }), reason },
  // A balance that stands already and a new reason are an entry of the ledger; forms send the number alone.
  decide: ({ values, last }, input) => {
    const isSaid = input.reason === '' || (last?.name === 'set_point' && last.data.reason === input.reason)
    return values.point === input.point && isSaid ? [] : [{ type: 'EmployeePointSet', data: input }]
  },
  apply: (_values, { data }) => ({ point: data.point }),
})

const adjustPoint = verb({
  on: 'EmployeePointAdjusted',
  action: 'u',
  label: 'Add or take points',
  done: 'The points are adjusted.',
  input: {
    change: integer({ label: 'Change', isRequired: true, min: -mostPoints, hint: 'With a minus to take points away.' }),
    reason,
  },
  decide: ({ values }, input) => {
    const balance = values.point + input.change
    if (balance < 0 || balance > mostPoints)
      rejectFields([
        fieldProblem('change', 'balance', 'The balance would be {balance}. It is from 0 to {most}.', {
          balance,
          most: mostPoints,
        }),
      ])
    return input.change === 0 ? [] : [{ type: 'EmployeePointAdjusted', data: input }]
  },
  apply: (values, { data }) => ({ point: values.point + data.change }),
})

export const employee = defineResource({
  name: 'employee',
  label: 'Employee',
  plural: 'employees',
  area: 'employee',
  menu: 'Organisation',
  recordLabel: ['fullname'],
  sequence: 'person',
  isPerson: true,
  authorises: true,
  usesLibrary: true,
  signsIn: { by: 'email', mail: 'email' },
  fields,
  readAt: '/employee/{id}',
  portalSearch: { by: ['fullname', 'display_name'] },
  broadcast: [
    'fullname',
    'display_name',
    'email',
    'title',
    'division',
    'departement',
    'empSuper',
    'linkedln',
    'facebook',
    'instagram',
    'phone_number',
    'office_phone',
    'office_address',
    'thumbnail',
    'absences',
  ],
  unique: ['employee_number', 'email'],
  list: {
    columns: ['id', 'fullname', 'display_name', 'email', 'status'],
    search: ['fullname', 'display_name', 'email', 'employee_number'],
    filters: ['title', 'division', 'departement', 'empSuper'],
    bulk: ['title', 'division', 'departement'],
    sortable: ['fullname', 'display_name', 'email', 'changed_at'],
  },
  routes: 'own',
  events: {
    create: 'EmployeeCreated',
    edit: 'EmployeeEdited',
    activate: 'EmployeeActivated',
    deactivate: 'EmployeeDeactivated',
    delete: 'EmployeeDeleted',
    restore: 'EmployeeRestored',
    revert: 'EmployeeReverted',
  },
  verbs: { set_point: setPoint, adjust_point: adjustPoint },
  sheets: {
    key: 'employee_number',
    modes: {
      insert: {
        label: 'Insert New Data',
        verb: 'create',
        columns: {
          employee_number: { example: '0012' },
          fullname: { example: 'Alex Morgan Rivera' },
          display_name: { example: 'Alex Rivera' },
          email: { example: 'alex.rivera@example.org' },
          phone_number: { example: '+62 812 0000 0012' },
          title: { example: 'Manager' },
          division: { example: 'Operations' },
          departement: { example: 'Logistics' },
          point: { example: '10' },
          office_address: { example: '12 Harbour Street' },
          linkedln: { example: 'https://www.linkedin.com/in/example' },
          facebook: { example: '' },
          instagram: { example: '' },
          superior_employee_number: { field: 'empSuper', by: 'employee_number', example: '0001' },
        },
      },
      point: {
        label: 'Update Employee Point',
        verb: 'set_point',
        columns: {
          employee_number: { example: '0012' },
          point: { example: '25' },
          reason: { example: 'Ten years with the company' },
        },
      },
    },
  },
})
