import '../styles/list.css'
import '../styles/log.css'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { ActorFilter } from './actor-filter.tsx'
import { useActivity } from './activity.ts'
import { ActivityRows } from './activity-rows.tsx'
import { kinds } from './kinds.ts'
import { LogFilters, SetFilter } from './log-filters.tsx'
import { LogSheet } from './log-sheet.tsx'
import { type ChangeLog, type LogState, trailFilters, useLogState } from './log-state.ts'
import { LogFieldFilter } from './field-filter.tsx'
import { LogViews } from './log-views.tsx'
import { TrailExport } from './trail-export.tsx'

const types = [
  'Changes',
  'Login',
  'Logout',
  'Create',
  'Update',
  'Activate',
  'Deactivate',
  'Delete',
  'Restore',
  'Revert',
  'Import',
  'Export',
  'Approve',
  'Schedule',
  'Preview',
]
const outcomes: Readonly<Record<string, string>> = { done: 'Signed in', failed: 'Failed sign-ins' }

// An address is asked for when it was typed: a part of one means nothing.
const AddressFilter = ({ address, change }: { address: string; change: ChangeLog }) => {
  const isName = /^[0-9a-f]{32}$/.test(address)
  if (isName) {
    const words = t('Address known as {name}', { name: address.slice(0, 6) })
    return <SetFilter words={words} onEnd={() => change({ address: '' })} />
  }
  const apply = (typed: string) => typed.trim() !== address && change({ address: typed.trim() })
  return (
    <input
      key={address}
      className="in"
      name="address"
      defaultValue={address}
      placeholder={t('Failed sign-ins from an address…')}
      aria-label={t('Failed sign-ins from an address…')}
      onBlur={(event) => apply(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  )
}

const Filters = ({ state, change }: { state: LogState; change: ChangeLog }) => {
  const { type = '', resource = '', record = '', field = '', value = '', actor = '', outcome = '' } = state.filters
  const { job = '', request_id: request = '', address = '' } = state.filters
  const isAuditor = can(useMe(), 'r-audit')
  return (
    <LogFilters state={state} change={change} placeholder={t('Search people and records…')} isTimed>
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
        options={kinds.map(({ name, label }) => ({ value: name, label: t(label) }))}
        value={resource}
        onChange={(event) => change({ resource: event.target.value, record: '', field: '', value: '' })}
      />
      {resource && <LogFieldFilter {...{ resource, field, value, change }} />}
      {isAuditor && <AddressFilter address={address} change={change} />}
      {outcome && <SetFilter words={t(outcomes[outcome] ?? outcome)} onEnd={() => change({ outcome: '' })} />}
      {record && <SetFilter words={`${resource}/${record}`} onEnd={() => change({ record: '' })} />}
      {job && <SetFilter words={t('One job')} onEnd={() => change({ job: '' })} />}
      {request && <SetFilter words={t('One request')} onEnd={() => change({ request_id: '' })} />}
      <LogViews list="activity_trail" />
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

// Rarely needed, so loaded when it is.
const takeBack = async (person: string) => (await import('../take-back/span-dialog.tsx')).takeBackSomebody(person)

/** Everything that happened, newest first (docs/specification/audit.md#activity-trail, L1). */
export const Component = () => {
  const me = useMe()
  const mayRead = can(me, 'r-activity_trail') || can(me, 'r-audit')
  const { state, change } = useLogState(trailFilters)
  return (
    <>
      <PageHead title={t('Activity Trail')} facts={mayRead && t('Everything that happened here, and who did it.')}>
        {mayRead && /^(user|employee)-/.test(state.filters.actor ?? '') && (
          <button type="button" className="btn" onClick={() => void takeBack(state.filters.actor ?? '')}>
            {t('Take back…')}
          </button>
        )}
        {mayRead && <TrailExport filters={state.filters} />}
      </PageHead>
      {mayRead ? <Trail state={state} change={change} /> : <AccessDenied />}
    </>
  )
}
