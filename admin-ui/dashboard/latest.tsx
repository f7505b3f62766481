import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import type { ActivityEntry } from '../log/activity.ts'
import { screenPath, screenResource } from '../shell/menu-table.ts'
import { trailOf } from './summary.ts'

/** The newest sign-ins (docs/specification/audit.md#dashboard). */
export const LatestLogins = ({ entries }: { entries: readonly ActivityEntry[] }) => (
  <section className="cell c8">
    <h2>
      {t('Login activity')}
      <Link className="link" to={trailOf({ type: 'Login' })}>
        {t('All')}
      </Link>
    </h2>
    {entries.length === 0 && <p className="dim">{t('No Data Found')}</p>}
    {entries.length > 0 && (
      <table>
        <caption className="away">{t('Login activity')}</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              #
            </th>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('User Type')}</th>
            <th scope="col">{t('Log')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={entry.id}>
              <td className="num mono dim">{index + 1}</td>
              <td>{entry.userName}</td>
              <td className="dim">{entry.userType}</td>
              <td>
                {say(entry.actionDesc ?? '', entry.says ?? undefined)}{' '}
                <span className="dim">
                  <RelativeTime at={entry.createdAt} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

// A record that has a screen and that one may read is led to.
const Record = ({ entry: { modelAffected, modelID, recordName } }: { entry: ActivityEntry }) => {
  const me = useMe()
  const resource = screenResource(modelAffected ?? '')
  const words = recordName || [modelAffected, modelID].filter(Boolean).join('/')
  if (!resource || !modelID || !can(me, `r-${resource.area}`)) return words
  return (
    <Link className="link" to={`${screenPath(resource.name)}/${modelID}`}>
      {words}
    </Link>
  )
}

/** What was changed last, and by whom. */
export const LatestChanges = ({ entries }: { entries: readonly ActivityEntry[] }) => (
  <section className="cell c4">
    <h2>
      {t('Recent changes')}
      <Link className="link" to={trailOf({ type: 'Changes' })}>
        {t('All')}
      </Link>
    </h2>
    {entries.length === 0 && <p className="dim">{t('No Data Found')}</p>}
    <ol className="recent">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Record entry={entry} />
          <br />
          <span className="dim">
            {say(entry.actionDesc ?? '', entry.says ?? undefined)}, {entry.userName},{' '}
            <RelativeTime at={entry.createdAt} />
          </span>
        </li>
      ))}
    </ol>
  </section>
)
