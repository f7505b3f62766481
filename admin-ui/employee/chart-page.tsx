import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { optionsSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { formatCalendarDay } from '../../ui-shared/date.tsx'
import { Field } from '../../ui-shared/fields/field.tsx'
import { SuggestBox } from '../../ui-shared/fields/suggest-box.tsx'
import type { Suggestion } from '../../ui-shared/fields/suggest.tsx'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { chartQuery } from '../../ui-shared/org-chart/chart-query.ts'
import { OrgChart } from '../../ui-shared/org-chart/org-chart.tsx'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useAddress, withValues } from '../../ui-shared/use-address.ts'
import { useFilterInput } from '../list/filters/use-filter-input.ts'
import { PageHead } from '../shell/page-head.tsx'

// Whom nobody leads comes in pages; those of one that failed are asked for again with it.
const useChart = (id: string, at: string, enabled: boolean) => {
  const [asked, setAsked] = useState({ of: '', pages: 1 })
  const pages = asked.of === `${id} ${at}` ? asked.pages : 1
  const first = useQuery({
    ...chartQuery({ id, at }),
    enabled,
    // From person to person of a day the chart stays in sight until the next one is there.
    placeholderData: (before, query) => (query?.queryKey[2] === at ? before : undefined),
  })
  const others = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) => chartQuery({ id, at, page: index + 2 })),
  })
  const all = [first, ...others]
  const found = new Map(all.flatMap(({ data }) => (data?.people ?? []).map((person) => [person.id, person] as const)))
  const failed = all.find(({ error }) => error)
  return {
    people: first.data && [...found.values()],
    hasMore: all.at(-1)?.data?.hasMore === true,
    error: failed?.error,
    refetch: () => void failed?.refetch(),
    ask: () => setAsked({ of: `${id} ${at}`, pages: pages + 1 }),
  }
}

const findPeople = async (keyword: string): Promise<Suggestion[]> => {
  if (keyword === '') return []
  const { data } = await api.get('/utility/getEmployee', { query: { keyword, limit: 8 }, as: optionsSchema })
  return data.map(({ value, label }) => ({ value: String(value), label }))
}

/** The field that leads to somebody's lines, however many there are. */
const PersonSearch = ({ pathTo }: { pathTo: (id: string) => string }) => {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  return (
    <Field label={t('Find an employee')} aside="">
      {({ id, labelId }) => (
        <SuggestBox
          {...{ id, labelId, text }}
          name="person"
          onText={setText}
          find={findPeople}
          onChoose={({ value }) => {
            setText('')
            void navigate(pathTo(value))
          }}
        />
      )}
    </Field>
  )
}

/** `/dashboard/org_chart`: who leads whom, from somebody up and down, today or on another day. */
export const Component = () => {
  const { query: parameters, change } = useAddress()
  const [id, at] = [parameters.get('id') ?? '', parameters.get('at') ?? '']
  const me = useMe()
  const [isReader, isAuditor] = [can(me, 'r-employee'), can(me, 'r-audit') && shownMoment() !== null]
  const mayRead = isReader || isAuditor
  const { people, hasMore, error, refetch, ask } = useChart(id, at, mayRead)
  const pathTo = (to: number | string) =>
    `/dashboard/org_chart?${new URLSearchParams({ id: String(to), ...(at && { at }) })}`
  const dayInput = useFilterInput('date', at, (next) => change((now) => withValues(now, { at: next })))
  const focus = people?.find((person) => String(person.id) === id)
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
            {isReader && <PersonSearch pathTo={pathTo} />}
            <TextField
              label={t('As of')}
              hint={t('Empty: today. On another day everybody stands where they stood when it ended.')}
              isRequired={false}
              max="9999-12-31"
              {...dayInput}
            />
          </div>
          {!isReader && !can(me, 'r-audit_personal') && (
            <p className="notice">{t('Names and pictures are personal, and you may not read what is personal.')}</p>
          )}
          {error && <LoadError message={error.message} onRetry={refetch} />}
          {!people && !error && <PleaseWait />}
          {people?.length === 0 && (
            <EmptyState title={t('Nobody there yet')}>{t('On this day there was nobody to show.')}</EmptyState>
          )}
          {people && people.length > 0 && (
            <OrgChart key={`${id} ${at}`} people={people} focus={focus?.id ?? null} at={at} pathOf={pathTo} />
          )}
          {hasMore && (
            <button type="button" className="btn no-print" onClick={ask}>
              {t('Show more')}
            </button>
          )}
        </>
      ) : (
        <AccessDenied />
      )}
    </>
  )
}
