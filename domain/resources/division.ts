import { organisationUnit } from '../shapes/organisation-unit.ts'

export const division = organisationUnit({
  name: 'division',
  label: 'Division',
  plural: 'divisions',
  event: 'Division',
})
