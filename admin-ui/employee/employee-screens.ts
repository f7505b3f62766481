import type { NameIn } from '../../domain/fields/values.ts'
import type { employee } from '../../domain/resources/employee.ts'
import type { ScreenOverrides } from '../list/screen.ts'

/** Where the screens of employees differ (docs/specification/people.md#employees). */
export const employeeScreens: ScreenOverrides<NameIn<typeof employee.fields> | 'password' | 'empSub'> = {
  layout: [
    {
      title: 'EMPLOYEE INFORMATION',
      rows: [
        ['employee_number', 'point'],
        ['fullname', 'display_name'],
        ['email', 'phone_number'],
        ['password'],
        ['thumbnail'],
      ],
    },
    {
      title: 'ORGANISATION',
      rows: [['title', 'division'], ['departement'], ['empSuper'], ['empSub']],
    },
    {
      title: 'ABSENCES',
      rows: [['absences']],
    },
    {
      title: 'CONTACT',
      rows: [['linkedln', 'facebook'], ['instagram', 'office_phone'], ['office_address']],
    },
  ],
}
