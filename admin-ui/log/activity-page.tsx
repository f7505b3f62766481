import '../styles/list.css'
import { Link, useSearchParams } from 'react-router-dom'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { Select } from '../../ui-shared/fields/select.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { Pager } from '../../ui-shared/pager.tsx'
import { useMe } from '../../ui-shared/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { screenResource } from '../shell/menu-table.ts'
import { PageHead } from '../shell/page-head.tsx'
import { type ActivityEntry, useActivity } from './activity.ts'

const types = ['Login', 'Logout', 'Create', 'Update', 'Activate', 'Deactivate', 'Delete', 'Restore']
const sizes = [20, 50, 100, 1000]

// A record that has a screen is led to; of all else only the name is known.
const Affected = ({ entry: { modelAffected, modelID } }: { entry: ActivityEntry }) => {
  const words = [modelAffected, modelID].filter(Boolean).join('/')
  const resource = screenResource(modelAffected ?? '')
  const me = useMe()
  if (!resource || !modelID || !can(me, `r-${resource.area}`)) return words
  return (
    <Link className="link" to={`/dashboard/${resource.name}/${modelID}`}>
      {words}
    </Link>
  )
}

const Entries = ({ entries, first }: { entries: readonly ActivityEntry[]; first: number }) => (
  <table>
    <caption className="away">{t('Activity Trail')}</caption>
    <thead>
      <tr>
        <th scope="col" className="num hide">
          #
        </th>
        <th scope="col">{t('Committed By')}</th>
        <th scope="col">{t('Affected Model/ID')}</th>
        <th scope="col">{t('Action Type')}</th>
        <th scope="col">{t('Action Log')}</th>
        <th scope="col">{t('Date')}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry, index) => (
        <tr key={`${first + index}`}>
          <td className="num mono dim hide">{first + index}</td>
          <td className="under">
            {entry.userName} <span className="dim">{entry.userType}</span>
          </td>
          <td className="mono under">
            <Affected entry={entry} />
          </td>
          <td className="under">{say(entry.actionType ?? '')}</td>
          <td className="wide">{entry.actionDesc}</td>
          <td className="dim under when">{formatDateTime(entry.createdAt)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const whole = (value: string | null, fallback: number) =>
  value && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : fallback

const useFeedState = () => {
  const [parameters, setParameters] = useSearchParams()
  const change = (name: string, value: string) =>
    setParameters((before) => {
      const next = new URLSearchParams(before)
      if (name !== 'page') next.delete('page')
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  const size = whole(parameters.get('per_page'), 50)
  return {
    page: whole(parameters.get('page'), 1),
    size: sizes.includes(size) ? size : 50,
    type: parameters.get('type') ?? '',
    change,
  }
}

const Feed = () => {
  const { page, size, type, change } = useFeedState()
  const { data, error, refetch, isPlaceholderData } = useActivity({ page, per_page: size, type })
  return (
    <>
      <search className="filters">
        <Select
          aria-label={t('Action Type')}
          placeholder={t('Any action')}
          options={types.map((value) => ({ value, label: t(value) }))}
          value={type}
          onChange={(event) => change('type', event.target.value)}
        />
        <span className="rest">{t('Newest first')}</span>
      </search>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!data && !error && <PleaseWait />}
      {data && (
        <div className="sheet list" aria-busy={isPlaceholderData}>
          {data.data.length > 0 ? (
            <Entries entries={data.data} first={(page - 1) * size + 1} />
          ) : (
            <EmptyState title={t('No Data Found')} />
          )}
          <div className="pager">
            <label>
              <span className="lbl">{t('Rows')}</span>
              <Select
                aria-label={t('Rows per page')}
                options={sizes.map((value) => ({ value, label: String(value) }))}
                value={size}
                onChange={(event) => change('per_page', event.target.value)}
              />
            </label>
            <Pager page={page} pages={data.meta.total_page} onPage={(next) => change('page', String(next))} />
          </div>
        </div>
      )}
    </>
  )
}

/** Everything that happened, newest first (spec/1 §2 Activity Trail). */
export const Component = () => {
  const mayRead = can(useMe(), 'r-activity_trail')
  return (
    <>
      <PageHead title={t('Activity Trail')} facts={mayRead && t('Everything that happened here, and who did it.')} />
      {mayRead ? <Feed /> : <AccessDenied />}
    </>
  )
}
