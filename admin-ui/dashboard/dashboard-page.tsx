import '../styles/board.css'
import { Link } from 'react-router-dom'
import { formatDay, RelativeTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { useMe } from '../../ui-shared/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useTotals } from '../list/list-query.ts'
import { type ActivityEntry, useActivity } from '../log/activity.ts'
import { PageHead } from '../shell/page-head.tsx'
import { SoughtPage } from './sought-page.tsx'

const TotalPost = () => {
  const { data: totals, error, refetch } = useTotals('post')
  return (
    <section className="cell c4">
      <h2 className="caps">{t('Total Post')}</h2>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      <p className="big">{totals && <Link to="/dashboard/post">{totals.total}</Link>}</p>
      <p className="dim">
        {totals
          ? t('{active} active, {inactive} inactive', {
              active: totals.total - totals.inactive,
              inactive: totals.inactive,
            })
          : ' '}
      </p>
    </section>
  )
}

const LoginTable = ({ entries }: { entries: readonly ActivityEntry[] }) => {
  if (entries.length === 0) return <p className="dim">{t('No Data Found')}</p>
  return (
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
          <tr key={entry.createdAt + entry.userName}>
            <td className="num mono dim">{index + 1}</td>
            <td>{entry.userName}</td>
            <td className="dim">{entry.userType}</td>
            <td>
              {entry.actionDesc}{' '}
              <span className="dim">
                <RelativeTime at={entry.createdAt} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Logins = () => {
  const { data, error, refetch } = useActivity({ page: 1, per_page: 10, type: 'Login' })
  return (
    <section className="cell c8">
      <h2>
        {t('Login activity')}
        <Link className="link" to="/dashboard/activity_trail?type=Login">
          {t('All')}
        </Link>
      </h2>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data && <LoginTable entries={data.data} />}
    </section>
  )
}

/** The first screen; what somebody may not read is absent, not empty (spec/decisions T19). */
export const Component = () => {
  const me = useMe()
  const seesPosts = can(me, 'r-post')
  const seesLogins = can(me, 'r-activity_trail')
  return (
    <>
      <PageHead title={t('Dashboard')} facts={`${formatDay(new Date())}.`} />
      <SoughtPage />
      {me && me.type === 'user' && !me.role && (
        <p className="notice" role="status">
          {t('No Role Assigned')}
        </p>
      )}
      {(seesPosts || seesLogins) && (
        <div className="board">
          {seesPosts && <TotalPost />}
          {seesLogins && <Logins />}
        </div>
      )}
    </>
  )
}
