import { Link } from 'react-router-dom'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { textOf } from '../list/row.ts'
import type { Cell, ScreenOverrides } from '../list/screen.ts'

const Users: Cell = ({ row }) => {
  const me = useMe()
  const count = textOf(row, 'users')
  if (count === '0' || !can(me, 'r-user')) return <span className="num">{count}</span>
  return (
    <Link className="link num" to={`/dashboard/user?role=${row.id}`}>
      {count}
    </Link>
  )
}

/** Where the list of roles differs: how many users have each (T12). */
export const roleScreens: ScreenOverrides = { columns: [{ name: 'users', heading: 'Users', Cell: Users }] }
