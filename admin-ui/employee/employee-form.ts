import { lazy } from 'react'
import { fieldOf, otherEnds } from '../../domain/fields/relations.ts'
import { secret } from '../../domain/fields/secret.ts'
import { employee } from '../../domain/resources/employee.ts'
import type { Resource } from '../../domain/resource.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { lockErased } from '../people/erased.ts'

const PointField = lazy(async () => ({ default: (await import('./point-field.tsx')).PointField }))
const NewPassword = lazy(async () => ({ default: (await import('../edit/fields/new-password.tsx')).NewPassword }))
const Aside = lazy(async () => ({ default: (await import('./employee-aside.tsx')).EmployeeAside }))

const hint = 'May stay empty: somebody new sets their own by the link that is mailed to them, and who has one keeps it.'

// Reporting lines are asked for from both ends.
const asks: Resource = {
  ...employee,
  fields: {
    ...employee.fields,
    password: secret({ label: 'Password', hint }),
    ...Object.fromEntries(otherEnds([employee], employee).map((end) => [end.name, fieldOf(end, null)])),
  },
}

/** Where the forms of employees differ. */
export const employeeForm: FormOverrides = {
  asks,
  controls: { point: PointField, password: NewPassword },
  aside: Aside,
  lock: lockErased,
}
