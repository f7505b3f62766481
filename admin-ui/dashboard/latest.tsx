import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import type { ActivityEntry } from '../log/activity.ts'
import { kindWords, pathOfRecord } from '../log/kinds.ts'
import { whatOf } from '../log/sentence.ts'
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
                {whatOf(entry)}{' '}
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
  const words = recordName || [kindWords(modelAffected ?? ''), modelID].filter(Boolean).join(' ')
  const path = modelID ? pathOfRecord(me, modelAffected ?? '', modelID) : null
  if (path === null) return words
  return (
    <Link className="link" to={path}>
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
            {whatOf(entry)}, {entry.userName}, <RelativeTime at={entry.createdAt} />
          </span>
        </li>
      ))}
    </ol>
  </section>
)
