import { organisationUnit } from '../shapes/organisation-unit.ts'

export const departement = organisationUnit({
  name: 'departement',
  label: 'Department',
  plural: 'departments',
  event: 'Departement',
})
