import '../styles/list.css'
import '../styles/log.css'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { type ActivityEntry, useActivity } from './activity.ts'
import { DebugCauses } from './debug-causes.tsx'
import { LogFilters, SetFilter } from './log-filters.tsx'
import { LogSheet } from './log-sheet.tsx'
import { type ChangeLog, type LogState, useLogState } from './log-state.ts'

const filterNames = ['keyword', 'level', 'from', 'to', 'cause', 'view']
const levels = [
  { value: 'error', label: 'Error' },
  { value: 'warning', label: 'Warning' },
]
const levelWords: Readonly<Record<string, string>> = { error: 'Error', warning: 'Warning' }

const Rows = ({ entries, first }: { entries: readonly ActivityEntry[]; first: number }) => (
  <table>
    <caption className="away">{t('Debug Log')}</caption>
    <thead>
      <tr>
        <th scope="col" className="num hide">
          #
        </th>
        <th scope="col">{t('Committed By')}</th>
        <th scope="col">{t('Affected Model/ID')}</th>
        <th scope="col">{t('Log')}</th>
        <th scope="col">{t('Date')}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry, index) => (
        <tr key={entry.id}>
          <td className="num mono dim hide">{first + index}</td>
          <td className="under">
            {entry.userName} <span className="dim">{entry.userType}</span>
          </td>
          <td className="mono under">{entry.modelAffected}</td>
          <td className="wide">
            <span className={entry.level === 'error' ? 'level bad' : 'level'}>
              {t(levelWords[entry.level ?? ''] ?? '')}
            </span>{' '}
            {entry.actionDesc}
            {entry.requestId && <code className="mono dim request">{entry.requestId}</code>}
          </td>
          <td className="dim under when">{formatDateTime(entry.createdAt)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Each = ({ state, change }: { state: LogState; change: ChangeLog }) => {
  const { page, per_page, filters } = state
  const { view: _, ...asked } = filters
  const feed = useActivity({ page, per_page, type: 'Error', ...asked })
  return (
    <LogSheet feed={feed} state={state} change={change}>
      <Rows entries={feed.data?.data ?? []} first={(page - 1) * per_page + 1} />
    </LogSheet>
  )
}

const Log = () => {
  const { state, change } = useLogState(filterNames)
  const { filters } = state
  const isEach = filters.view === 'each' || filters.cause !== ''
  return (
    <>
      <LogFilters state={state} change={change} placeholder={t('Search the log, or a request id…')}>
        <Select
          aria-label={t('Level')}
          placeholder={t('Any level')}
          options={levels.map(({ value, label }) => ({ value, label: t(label) }))}
          value={filters.level}
          onChange={(event) => change({ level: event.target.value })}
        />
        {filters.cause && <SetFilter words={t('One cause')} onEnd={() => change({ cause: '' })} />}
        <button type="button" className="btn small" onClick={() => change({ cause: '', view: isEach ? '' : 'each' })}>
          {isEach ? t('By cause') : t('One by one')}
        </button>
      </LogFilters>
      {isEach ? <Each {...{ state, change }} /> : <DebugCauses {...{ state, change }} />}
    </>
  )
}

/** What failed, by cause or one by one, for 90 days (docs/specification/audit.md#debug-log, L3). */
export const Component = () => {
  const mayRead = can(useMe(), 'r-debug_log')
  return (
    <>
      <PageHead title={t('Debug Log')} facts={mayRead && t('Requests and background work that failed.')} />
      {mayRead ? <Log /> : <AccessDenied />}
    </>
  )
}
