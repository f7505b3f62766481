import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import type { Holder } from './holders.ts'

type Permission = { name: string; area: string; title: string; action: string }

const standing: Readonly<Record<string, string>> = { inactive: 'Inactive', deleted: 'In Trash' }

// A mark for each action of an area, in the order of the heading's.
const Marks = ({ holder, permissions }: { holder: Holder; permissions: readonly Permission[] }) => {
  const held = permissions.filter(({ name }) => holder.perms.includes(name))
  const words = held.map(({ action }) => t(action)).join(', ')
  return (
    <td title={words} className={held.length > 0 ? 'held' : undefined}>
      <span className="away">{words || t('nothing')}</span>
      <span aria-hidden="true">
        {permissions.map(({ name }) => (holder.perms.includes(name) ? '●' : '○')).join('')}
      </span>
    </td>
  )
}

const Person = ({ holder: { id, name, status, role } }: { holder: Holder }) => (
  <th scope="row">
    <Link className="link" to={`/dashboard/activity_trail?actor=user-${id}`}>
      {name || `#${id}`}
    </Link>
    <small className="sub dim">
      {[role ? role.name : t('No role'), ...(standing[status] ? [t(standing[status])] : [])].join(' · ')}
    </small>
  </th>
)

/** People beside the areas of permissions: a filled mark for each action that somebody could take. */
export const PermissionGrid = ({
  holders,
  everything,
}: {
  holders: readonly Holder[]
  everything: readonly Permission[]
}) => {
  const areas = [...new Set(everything.map(({ area }) => area))].map((area) => {
    const permissions = everything.filter((one) => one.area === area)
    return { area, permissions, title: permissions[0]?.title ?? area }
  })
  return (
    // A region that scrolls is reached by keyboard.
    <div className="sheet holders" role="region" aria-label={t('Who could do what')} tabIndex={0}>
      <table>
        <caption className="away">{t('Who could do what')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('User')}</th>
            {areas.map(({ area, title, permissions }) => (
              <th key={area} scope="col" title={permissions.map(({ action }) => t(action)).join(', ')}>
                <span>{t(title)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {holders.map((holder) => (
            <tr key={holder.id}>
              <Person holder={holder} />
              {areas.map(({ area, permissions }) => (
                <Marks key={area} {...{ holder, permissions }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
