import { expect } from 'vitest'
import { any, type CallRow, done, employee, listOf, made, one, recordCalls, staff, verbs } from './call-row.ts'

/** Every row of the specification's call tables about employees and the organisation (docs/specification/wire.md#calls), sheets apart. */
export const organisationCalls: readonly string[] = [
  ...['employee', 'title', 'division', 'departement'].flatMap(recordCalls),
  'PUT /employee/{id}/remove_profile',
  'GET /utility/getTitle',
  'GET /utility/getDivision',
  'GET /utility/getDepartement',
  'GET /utility/getEmployee',
  'GET /employee/{id} (portal)',
  'GET /employee/{id} (portal, own)',
  'PUT /employee/{id} (portal)',
  'PUT /employee/{id}/remove_profile (portal)',
]

const query = 'page=1&per_page=10&type=&keyword='

const group = (name: string, label: string, call: string, sent: Record<string, unknown>): Record<string, CallRow> => {
  const called = sent[label]
  return {
    [`POST /${name}`]: staff(`/${name}`, made(name), { send: sent, keeps: name }),
    [`GET /${name}`]: staff(
      `/${name}?${query}`,
      listOf({ id: any, order_number: 3, [label]: called, deletedAt: null }),
    ),
    [`GET /${name}/{id}`]: staff(`/${name}/{${name}}`, one({ ...sent, order_number: 3, deletedAt: null })),
    [`PUT /${name}/{id}`]: staff(`/${name}/{${name}}`, done(name), { send: { description: 'Said better' } }),
    ...verbs(name),
    [`GET /utility/${call}`]: staff(`/utility/${call}`, { data: [{ value: any, label: called }] }),
  }
}

const person = {
  employee_number: '0012',
  fullname: 'Dita Maharani',
  display_name: 'Dita',
  email: 'dita@example.org',
  phone_number: '+31 20 555 0142',
}
const social = { linkedln: 'dita-m', facebook: 'dita.m', instagram: '@dita', office_address: 'Quay 5' }
const named = (name: string) => expect.objectContaining({ id: any, name })

const options = (name: string) => [{ value: any, label: name }]

/** What is sent for each of them, and what is asserted. */
export const organisationTable: Record<string, CallRow> = {
  ...group('title', 'title_name', 'getTitle', {
    title_name: 'Harbour master',
    order_number: '3',
    description: 'Decides who moors where',
  }),
  ...group('division', 'name', 'getDivision', { name: 'Ropes', order_number: '3', description: 'All that holds' }),
  ...group('departement', 'name', 'getDepartement', { name: 'Quay', order_number: '3', description: 'All outside' }),
  'POST /employee': staff('/employee', made('employee'), {
    send: {
      ...person,
      ...social,
      point: '120',
      title: '{title}',
      division: '{division}',
      departement: '{departement}',
      empSuper: [],
      empSub: '{colleague}',
    },
    files: ['thumbnail'],
    keeps: 'employee',
  }),
  'GET /employee': staff(
    '/employee?page=1&per_page=10&type=&keyword=maharani',
    listOf({ id: any, fullname: person.fullname, display_name: 'Dita', email: person.email, deletedAt: null }),
  ),
  'PUT /employee/{id}': staff('/employee/{employee}', done('employee'), {
    send: { fullname: 'Dita M. Maharani', empSuper: '{colleague}', empSub: '', point: '121' },
  }),
  'GET /employee/{id}': staff(
    '/employee/{employee}',
    one({
      ...person,
      ...social,
      fullname: 'Dita M. Maharani',
      title: expect.objectContaining({ id: any, title_name: 'Harbour master' }),
      division: named('Ropes'),
      departement: named('Quay'),
      superOrdinateDetails: options('Colleague'),
      subOrdinateDetails: [],
      point: 121,
      thumbnail_url: expect.stringMatching(/^\/files\//),
      deletedAt: null,
    }),
  ),
  ...verbs('employee'),
  'PUT /employee/{id}/remove_profile': staff('/employee/{employee}/remove_profile', done('employee')),
  'GET /utility/getEmployee': staff('/utility/getEmployee?keyword=maharani', { data: options('Dita M. Maharani') }),
  'GET /employee/{id} (portal)': employee(
    '/employee/{employee}',
    one({ fullname: 'Dita M. Maharani', display_name: 'Dita', email: person.email, linkedln: 'dita-m' }),
  ),
  'PUT /employee/{id} (portal)': employee('/employee/{colleague}', done('employee'), {
    send: { display_name: 'Col', office_phone: '+31 20 555 0100', point: '9000', employee_number: '1' },
    files: ['thumbnail'],
  }),
  'GET /employee/{id} (portal, own)': employee(
    '/employee/{colleague}',
    one({ type: 'employee', display_name: 'Col', point: 0, office_phone: '+31 20 555 0100', thumbnail: any }),
  ),
  'PUT /employee/{id}/remove_profile (portal)': employee('/employee/{colleague}/remove_profile', done('employee')),
  'DELETE /employee/{id}': staff('/employee/{employee}', done('employee')),
  'DELETE /title/{id}': staff('/title/{title}', done('title')),
  'DELETE /division/{id}': staff('/division/{division}', done('division')),
  'DELETE /departement/{id}': staff('/departement/{departement}', done('departement')),
}
