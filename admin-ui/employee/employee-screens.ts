import type { ScreenOverrides } from '../list/screen.ts'

/** Where the screens of employees differ (spec/1 §2 Employees). */
export const employeeScreens: ScreenOverrides = {
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
      title: 'CONTACT',
      rows: [['linkedln', 'facebook'], ['instagram', 'office_phone'], ['office_address']],
    },
  ],
}
