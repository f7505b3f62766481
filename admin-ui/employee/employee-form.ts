import type { NameIn } from '../../domain/fields/values.ts'
import { fieldOf, otherEnds } from '../../domain/fields/relations.ts'
import { employee } from '../../domain/resources/employee.ts'
import type { Resource } from '../../domain/resource.ts'
import { givenPassword } from '../people/given-password.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { lockErased } from '../people/erased.ts'
import { NewPassword } from '../people/new-password.tsx'
import { AbsencesField } from './absences-field.tsx'
import { NumberControl } from './number-control.tsx'
import { PointField } from './point-field.tsx'
import { late } from '../../ui-shared/parts/late.ts'

const Aside = late(async () => (await import('./employee-aside.tsx')).EmployeeAside)

// Reporting lines are asked for from both ends.
const asks: Resource = {
  ...employee,
  fields: {
    ...employee.fields,
    password: givenPassword(),
    ...Object.fromEntries(otherEnds([employee], employee).map((end) => [end.name, fieldOf(end)])),
  },
}

/** Where the forms of employees differ. */
export const employeeForm: FormOverrides<NameIn<typeof employee.fields> | 'password'> = {
  asks,
  controls: { employee_number: NumberControl, point: PointField, password: NewPassword, absences: AbsencesField },
  aside: Aside,
  lock: lockErased,
}
