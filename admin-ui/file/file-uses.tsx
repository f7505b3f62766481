import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import type { Cell } from '../list/screen.ts'
import { kindOf, nameOf, type User, userSchema } from '../list/users.ts'
import { screenResource } from '../shell/menu-table.ts'

const usesSchema = z.object({
  data: z.array(userSchema),
  meta: z.object({ total_item: z.number() }),
})
type Uses = z.infer<typeof usesSchema>

const UserName = ({ user }: { user: User }) => {
  const me = useMe()
  const resource = screenResource(user.resource)
  if (!resource || !can(me, `r-${resource.area}`)) return nameOf(user)
  return (
    <Link className="link" to={`/dashboard/${resource.name}/${user.id}`}>
      {nameOf(user)}
    </Link>
  )
}

const UseList = ({ data, meta }: Uses) => {
  const others = meta.total_item - data.length
  if (meta.total_item === 0) return <p className="dim">{t('No record shows it.')}</p>
  return (
    <ul>
      {data.map((user) => (
        <li key={`${user.resource}-${user.id}`}>
          {kindOf(user)}: <UserName user={user} />
        </li>
      ))}
      {others > 0 && <li className="dim">{t('and {count} more', { count: others })}</li>}
    </ul>
  )
}

/** The records that show a file; it is not deleted while there are any. */
export const FileUses: Cell = ({ row, resource }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'uses', row.id],
    queryFn: ({ signal }) => api.get(`/${resource.name}/${row.id}/uses`, { as: usesSchema, signal }),
    // What shows it changes on other screens.
    gcTime: 0,
  })
  return (
    <section>
      <h2 className="caps">{t('Used in')}</h2>
      {data && <UseList {...data} />}
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
    </section>
  )
}
