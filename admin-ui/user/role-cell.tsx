import type { NameIn } from '../../domain/fields/values.ts'
import type { user } from '../../domain/resources/user.ts'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { referenceOf } from '../list/row.ts'
import type { Cell } from '../list/screen.ts'

/** The role of a user, or that there is none (T12). */
export const RoleCell: Cell = ({ row }) => {
  const me = useMe()
  const role = referenceOf<NameIn<typeof user.fields>>(row, 'role')
  if (!role) return <span className="dim">{t('No Role Assigned')}</span>
  if (!can(me, 'r-role')) return role.name
  return (
    <Link className="link" to={`/dashboard/role/${role.id}`}>
      {role.name}
    </Link>
  )
}
