import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { formatCalendarDay } from '../../ui-shared/date.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { chartPersonSchema } from '../../domain/people/chart-person.ts'
import { OrgChart } from '../../ui-shared/org-chart/org-chart.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useAddress, withValues } from '../../ui-shared/use-address.ts'
import { useFilterInput } from '../list/filters/use-filter-input.ts'
import { PageHead } from '../shell/page-head.tsx'

const answer = z.object({ data: z.array(chartPersonSchema) })

const useChart = (id: string, at: string, enabled: boolean) =>
  useQuery({
    queryKey: ['employee', 'chart', id, at],
    queryFn: async ({ signal }) =>
      (await api.get('/employee/chart', { query: { ...(id && { id }), ...(at && { at }) }, as: answer, signal })).data,
    enabled,
    // From person to person of a day the chart stays in sight until the next one is there.
    placeholderData: (before, query) => (query?.queryKey[3] === at ? before : undefined),
  })

/** `/dashboard/org_chart`: who leads whom, from somebody up and down, today or on another day. */
export const Component = () => {
  const { query: parameters, change } = useAddress()
  const [id, at] = [parameters.get('id') ?? '', parameters.get('at') ?? '']
  const me = useMe()
  const mayRead = can(me, 'r-employee')
  const { data, error, refetch } = useChart(id, at, mayRead)
  const pathTo = (to: number) => `/dashboard/org_chart?${new URLSearchParams({ id: String(to), ...(at && { at }) })}`
  const dayInput = useFilterInput('date', at, (next) => change((now) => withValues(now, { at: next })))
  const focus = data?.find((person) => String(person.id) === id)
  const day = at ? formatCalendarDay(at) : t('today')
  return (
    <>
      <PageHead
        title={focus ? t('Reporting lines of {name}', { name: focus.name }) : t('Org chart')}
        tab={t('Org chart')}
        facts={t('As of {day}', { day })}
        backTo={focus ? `/dashboard/employee/${focus.id}` : '/dashboard/employee'}
        backLabel={t('Employee')}
      >
        <button type="button" className="btn" onClick={() => window.print()}>
          {t('Print')}
        </button>
      </PageHead>
      {mayRead ? (
        <>
          <div className="no-print org-day">
            <TextField
              label={t('As of')}
              hint={t('Empty: today. On another day everybody stands where they stood when it ended.')}
              isRequired={false}
              max="9999-12-31"
              {...dayInput}
            />
          </div>
          {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
          {!data && !error && <PleaseWait />}
          {data?.length === 0 && (
            <EmptyState title={t('Nobody there yet')}>{t('On this day there was nobody to show.')}</EmptyState>
          )}
          {data && data.length > 0 && <OrgChart people={data} focus={focus?.id ?? null} pathOf={pathTo} />}
        </>
      ) : (
        <AccessDenied />
      )}
    </>
  )
}
