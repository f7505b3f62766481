import type { ScreenOverrides } from '../list/screen.ts'
import { RoleCell } from './role-cell.tsx'

/** Where the screens of users differ (spec/2 §2.2 Users). */
export const userScreens: ScreenOverrides = {
  cells: { role: RoleCell },
  filterPlaceholders: { role: 'Select Role' },
  layout: [
    { title: 'ACCOUNT', rows: [['userName', 'email'], ['role'], ['password']] },
    {
      title: 'PERSON',
      rows: [['firstName', 'lastName'], ['phone', 'website'], ['facebook', 'twitter'], ['bio'], ['pic']],
    },
  ],
}
