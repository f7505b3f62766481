import '../styles/list.css'
import '../styles/log.css'
import '../styles/audit.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { areas, permissionsOf } from '../../domain/permission.ts'
import { actionNames } from '../../domain/shapes/action-names.ts'
import { api } from '../../ui-shared/api/client.ts'
import { formatSecond, secondOf } from '../log/moments.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useAddress, withValues } from '../../ui-shared/use-address.ts'
import { useFilterInput } from '../list/filters/use-filter-input.ts'
import { FilterBar } from '../log/filter-bar.tsx'
import { entries } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import { holdersSchema } from './holders.ts'
import { PermissionGrid } from './permission-grid.tsx'

const actions: Readonly<Record<string, string>> = actionNames

const everything = permissionsOf(entries).map((name) => {
  const area = name.slice(2)
  const title = areas[area]?.title ?? entries.find((entry) => entry.area === area)?.label ?? area
  return { name, area, title, action: actions[name.slice(0, 1)] ?? '' }
})

const useHolders = (at: string) =>
  useQuery({
    queryKey: ['permissions', at],
    queryFn: ({ signal }) => api.get('/utility/permissions', { query: at ? { at } : {}, as: holdersSchema, signal }),
    placeholderData: keepPreviousData,
  })

const Grid = () => {
  const { query: parameters, change: changeAddress } = useAddress()
  const shown = shownMoment() ?? ''
  // Of a position only the log knows when it was.
  const begun = /^\d*$/.test(shown) ? '' : secondOf(shown)
  const [at, perm] = [parameters.get('at') ?? begun, parameters.get('perm') ?? '']
  const { data, error, refetch } = useHolders(at)
  const change = (values: Readonly<Record<string, string>>) => changeAddress((now) => withValues(now, values), true)
  const moment = useFilterInput('datetime-local', at.length === 10 ? `${at}T23:59:59` : at, (next) =>
    change({ at: next }),
  )
  const holders = (data?.data ?? []).filter(({ perms }) => perm === '' || perms.includes(perm))
  return (
    <>
      <FilterBar filters={{ at, perm }} change={change}>
        <label className="day">
          <span>{t('At')}</span>
          <input className="in timed" step={1} {...moment} />
        </label>
        <Select
          aria-label={t('Permission')}
          placeholder={t('Any permission')}
          options={everything.map(({ name, title, action }) => ({ value: name, label: `${t(title)}: ${t(action)}` }))}
          value={perm}
          onChange={(event) => change({ perm: event.target.value })}
        />
      </FilterBar>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data && (
        <>
          <p className="dim" role="status">
            {t('{count, plural, one {# person} other {# people}}, as it was on {at}', {
              count: holders.length,
              at: formatSecond(data.at),
            })}
          </p>
          {holders.length > 0 ? (
            <>
              <p className="dim">
                {t('From left to right: {actions}, where an area has them. A filled mark says that they could.', {
                  actions: Object.values(actions)
                    .map((action) => t(action))
                    .join(', '),
                })}
              </p>
              <PermissionGrid holders={holders} everything={everything} />
            </>
          ) : (
            <EmptyState title={t('No Data Found')} />
          )}
        </>
      )}
    </>
  )
}

/** Who could do what at a moment, for auditors: everybody of the back office beside every permission. */
export const PermissionsPage = () => {
  const mayRead = can(useMe(), 'r-audit')
  return (
    <>
      <PageHead
        title={t('Who could do what')}
        facts={mayRead && t('By users and their roles as they were at a moment; now where none is chosen.')}
      />
      {mayRead ? <Grid /> : <AccessDenied />}
    </>
  )
}
