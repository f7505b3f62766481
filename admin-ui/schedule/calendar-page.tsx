import '../styles/calendar.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { Select } from '../../ui-shared/fields/select.tsx'
import { currentLocale, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useAddress, withValues } from '../../ui-shared/use-address.ts'
import { entries } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import { readCalendar } from './calls.ts'
import { boundsOf, daysAround, monthFrom, monthOf } from './days.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { Month } from './month.tsx'
import { stateNames, stateWord } from './words.ts'

const askEvery = 15_000

// What is shown stands in the address: a month, and filters.
const useCalendar = () => {
  const { query: parameters, change: changeAddress } = useAddress()
  const me = useMe()
  const month = monthOf(parameters.get('month'))
  const [resource = '', state = '', person = ''] = ['resource', 'state', 'person'].map(
    (name) => parameters.get(name) ?? '',
  )
  const change = (changes: Record<string, string>) =>
    changeAddress((now) => withValues(now, changes), !('month' in changes))
  const days = daysAround(month)
  const asked = { ...boundsOf(days), resource, state, person }
  const found = useQuery({
    queryKey: ['schedule', asked],
    queryFn: ({ signal }) => readCalendar(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: askEvery,
  })
  return { month, days, change, filters: { resource, state, person }, found, own: me ? `user-${me.id}` : '' }
}

const Filters = ({
  filters: { resource, state, person },
  own,
  change,
}: Pick<ReturnType<typeof useCalendar>, 'filters' | 'own' | 'change'>) => {
  const me = useMe()
  const kinds = entries.filter(({ area }) => can(me, `r-${area}`) || can(me, 'r-audit'))
  const isFiltered = [resource, state, person].some((value) => value !== '')
  return (
    <search className="calendar-filters no-print">
      <Select
        aria-label={t('Person')}
        value={person}
        options={[
          { value: own, label: t('Planned by me') },
          ...(person === '' || person === own ? [] : [{ value: person, label: person }]),
        ]}
        placeholder={t('Everybody')}
        onChange={(event) => change({ person: event.target.value })}
      />
      <Select
        aria-label={t('Kind of record')}
        value={resource}
        options={kinds.map(({ name, plural }) => ({ value: name, label: t(plural) }))}
        placeholder={t('All kinds')}
        onChange={(event) => change({ resource: event.target.value })}
      />
      <Select
        aria-label={t('Status')}
        value={state}
        options={stateNames.map((value) => ({ value, label: stateWord(value) }))}
        placeholder={t('All states')}
        onChange={(event) => change({ state: event.target.value })}
      />
      {isFiltered && (
        <button type="button" className="btn small" onClick={() => change({ resource: '', state: '', person: '' })}>
          {t('Clear the filters')}
        </button>
      )}
    </search>
  )
}

const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )

// The address names what is open, so the back button closes it, and a mail leads to it.
const Opened = () => {
  const { entry } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  if (entry === undefined) return null
  return (
    <EntryDialog key={entry} id={entry} onClose={() => void navigate({ pathname: '/dashboard/calendar', search })} />
  )
}

/** What happens by itself: by month on wide screens, as a list of days on narrow ones. */
export const Component = () => {
  const { month, days, change, filters, found, own } = useCalendar()
  const { data, error, refetch } = found
  const go = (by: number) => change({ month: monthFrom(month, by) })
  return (
    <>
      <PageHead title={t('Calendar')} facts={t('What happens by itself, and what did.')}>
        <div className="months" role="group" aria-label={t('Month')}>
          <button type="button" className="btn" onClick={() => go(-1)}>
            {t('Previous')}
          </button>
          <b role="status">{monthWords(month)}</b>
          <button type="button" className="btn" onClick={() => go(1)}>
            {t('Next')}
          </button>
          <button type="button" className="btn" onClick={() => change({ month: '' })}>
            {t('Today')}
          </button>
        </div>
      </PageHead>
      <Filters {...{ filters, own, change }} />
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!error && !data && <PleaseWait />}
      {data && <Month {...{ month, days }} entries={data.data} onMonth={go} />}
      <Opened />
      {data?.isCut && (
        <p className="notice">{t('There is more than can be shown. Choose a kind of record, or another month.')}</p>
      )}
    </>
  )
}
