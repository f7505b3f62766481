import '../styles/reading.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { formatCalendarDay } from '../../ui-shared/date.tsx'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { PageHead } from '../shell/page-head.tsx'

const daySchema = z.object({ day: z.string(), opens: z.nullable(z.number()), readers: z.nullable(z.number()) })
const opensSchema = z.object({
  data: z.array(daySchema),
  meta: z.object({
    name: z.string(),
    isOn: z.boolean(),
    from: z.string(),
    to: z.string(),
    opens: z.number(),
    readers: z.number(),
  }),
})

type Opens = z.infer<typeof opensSchema>
type Day = Opens['data'][number]

const few = () => t('fewer than 5')
const numberOf = (count: number | null) => (count === null ? few() : formatNumber(count))

const Line = ({ day, most }: { day: Day; most: number }) => (
  <tr>
    <td>{formatCalendarDay(day.day)}</td>
    <td className="length">
      <svg viewBox="0 0 100 8" className="bars" aria-hidden="true" preserveAspectRatio="none">
        <rect className="done" width={(100 * (day.readers ?? 0)) / most} height="8" />
      </svg>
    </td>
    <td className="num mono">{numberOf(day.readers)}</td>
    <td className="num mono">{numberOf(day.opens)}</td>
  </tr>
)

const Plot = ({ data }: { data: Opens['data'] }) => {
  const most = Math.max(1, ...data.map(({ readers }) => readers ?? 0))
  return (
    <div className="sheet list">
      <div className="rows">
        <table className="opens">
          <caption className="away">{t('Opened, by day')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <td className="length" />
              <th scope="col" className="num">
                {t('Devices')}
              </th>
              <th scope="col" className="num">
                {t('Times opened')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.toReversed().map((day) => (
              <Line key={day.day} day={day} most={most} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const sumsOf = ({ opens, readers }: Opens['meta']): string =>
  readers === 0
    ? t('Opened on fewer than 5 devices so far.')
    : t('Opened at least {opens} times, on at least {readers} devices.', {
        opens: formatNumber(opens),
        readers: formatNumber(readers),
      })

/** How often a post was opened in the last 30 days, without anybody in it (docs/decisions/content/0195). */
export const Component = () => {
  const { key = '' } = useParams()
  const mayRead = can(useMe(), 'r-post')
  const { data, error, refetch } = useQuery({
    queryKey: ['opens', key],
    queryFn: ({ signal }) => api.get(`/post/${key}/opens`, { as: opensSchema, signal }),
    enabled: mayRead,
  })
  const back = { backTo: `/dashboard/post/${encodeURIComponent(key)}`, backLabel: t('Post') }
  const title = data?.meta.name ?? t('Read statistics')
  return (
    <>
      <PageHead
        title={title}
        tab={`${t('Read statistics')}: ${title}`}
        facts={
          data && (data.meta.isOn ? sumsOf(data.meta) : t('Read statistics are switched off in the configuration.'))
        }
        {...back}
      />
      {!mayRead && <AccessDenied />}
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {mayRead && !data && !error && <PleaseWait />}
      {data && data.data.length > 0 && <Plot data={data.data} />}
      {data && data.data.length === 0 && <EmptyState title={t('Nobody has opened it in the last 30 days.')} />}
      {data && (
        <p className="dim opens-note">
          {t('Employees are counted, and no looks by staff. A device counts once a day; who it was is kept nowhere.')}
        </p>
      )}
    </>
  )
}
