import '../styles/list.css'
import '../styles/log.css'
import { queryString } from '../../ui-shared/api/client.ts'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import { entries as resources } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ActorFilter } from './actor-filter.tsx'
import { useActivity } from './activity.ts'
import { ActivityRows } from './activity-rows.tsx'
import { LogFilters, SetFilter } from './log-filters.tsx'
import { LogSheet } from './log-sheet.tsx'
import { type ChangeLog, type LogState, useLogState } from './log-state.ts'

const types = ['Changes', 'Login', 'Logout', 'Create', 'Update', 'Activate', 'Deactivate', 'Delete', 'Restore']
const filterNames = ['keyword', 'type', 'resource', 'record', 'actor', 'outcome', 'job', 'from', 'to']
const outcomes: Readonly<Record<string, string>> = { done: 'Signed in', failed: 'Failed sign-ins' }

const Filters = ({ state, change }: { state: LogState; change: ChangeLog }) => {
  const { type = '', resource = '', record = '', actor = '', outcome = '', job = '' } = state.filters
  return (
    <LogFilters state={state} change={change} placeholder={t('Search people and records…')}>
      <ActorFilter actor={actor} onChange={(next) => change({ actor: next })} />
      <Select
        aria-label={t('Action Type')}
        placeholder={t('Any action')}
        options={types.map((value) => ({ value, label: t(value) }))}
        value={type}
        onChange={(event) => change({ type: event.target.value, outcome: '' })}
      />
      <Select
        aria-label={t('Affected Model')}
        placeholder={t('Anything')}
        options={resources.map(({ name, label }) => ({ value: name, label: t(label) }))}
        value={resource}
        onChange={(event) => change({ resource: event.target.value, record: '' })}
      />
      {outcome && <SetFilter words={t(outcomes[outcome] ?? outcome)} onEnd={() => change({ outcome: '' })} />}
      {record && <SetFilter words={`${resource}/${record}`} onEnd={() => change({ record: '' })} />}
      {job && <SetFilter words={t('One job')} onEnd={() => change({ job: '' })} />}
    </LogFilters>
  )
}

const Trail = ({ state, change }: { state: LogState; change: ChangeLog }) => {
  const feed = useActivity({ page: state.page, per_page: state.per_page, ...state.filters })
  const entries = feed.data?.data ?? []
  return (
    <>
      <Filters state={state} change={change} />
      <LogSheet feed={feed} state={state} change={change}>
        <ActivityRows entries={entries} first={(state.page - 1) * state.per_page + 1} change={change} />
      </LogSheet>
    </>
  )
}

/** Everything that happened, newest first (docs/specification/audit.md#activity-trail, L1). */
export const Component = () => {
  const mayRead = can(useMe(), 'r-activity_trail')
  const { state, change } = useLogState(filterNames)
  return (
    <>
      <PageHead title={t('Activity Trail')} facts={mayRead && t('Everything that happened here, and who did it.')}>
        {mayRead && (
          <a className="btn" href={`/api/utility/activity_log/export${queryString(state.filters)}`} download>
            <Icon name="file" />
            {t('Export CSV')}
          </a>
        )}
      </PageHead>
      {mayRead ? <Trail state={state} change={change} /> : <AccessDenied />}
    </>
  )
}
