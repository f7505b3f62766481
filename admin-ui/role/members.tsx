import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { api } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { rowsSchema, titleOf } from '../list/row.ts'
import type { Cell } from '../list/screen.ts'

const shown = 10

/** Who has a role, for whoever may read users. */
export const Members: Cell = ({ row }) => {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: ['user', 'of-role', row.id],
    queryFn: ({ signal }) => {
      const query = { role: row.id, per_page: shown, fields: 'id,label' }
      return api.get('/user', { query, as: rowsSchema, signal })
    },
    enabled: can(me, 'r-user'),
    gcTime: 0,
  })
  if (!can(me, 'r-user')) return null
  const total = data?.meta.total_item ?? 0
  return (
    <section>
      <h2 className="caps">{t('Who has this role')}</h2>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data && total === 0 && <p className="dim">{t('Nobody')}</p>}
      <ul>
        {data?.data.map((user) => (
          <li key={user.id}>
            <Link className="link" to={`/dashboard/user/${user.id}`}>
              {titleOf(user)}
            </Link>
          </li>
        ))}
      </ul>
      {total > shown && (
        <Link className="link" to={`/dashboard/user?role=${row.id}`}>
          {t('All {count}', { count: total })}
        </Link>
      )}
    </section>
  )
}
