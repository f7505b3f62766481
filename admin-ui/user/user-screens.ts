import type { NameIn } from '../../domain/fields/values.ts'
import type { user } from '../../domain/resources/user.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { RoleCell } from './role-cell.tsx'

/** Where the screens of users differ (docs/specification/access.md#screens). */
export const userScreens: ScreenOverrides<NameIn<typeof user.fields> | 'password'> = {
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
