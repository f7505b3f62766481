import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import { pageOf } from '../../ui-shared/api/answers.ts'
import { formatSecond } from './moments.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LogSheet } from './log-sheet.tsx'
import type { ChangeLog, LogState } from './log-state.ts'

const causeSchema = z.object({
  cause: z.string(),
  level: z.string(),
  route: z.nullable(z.string()),
  message: z.string(),
  count: z.number(),
  first: z.string(),
  last: z.string(),
  requestId: z.nullable(z.string()),
})
type Cause = z.infer<typeof causeSchema>

const levels: Readonly<Record<string, string>> = { error: 'Error', warning: 'Warning' }

const Row = ({ cause, change }: { cause: Cause; change: ChangeLog }) => (
  <tr>
    <td className="num under">{cause.count}</td>
    <td className="mono under">{cause.route}</td>
    <td className="wide">
      <span className={cause.level === 'error' ? 'level bad' : 'level'}>{t(levels[cause.level] ?? '')}</span>{' '}
      <button type="button" className="link" onClick={() => change({ view: 'each', cause: cause.cause })}>
        {cause.message}
      </button>
      {cause.requestId && <code className="mono dim request">{cause.requestId}</code>}
    </td>
    <td className="dim under when">{formatSecond(cause.first)}</td>
    <td className="dim under when">{formatSecond(cause.last)}</td>
  </tr>
)

/** What failed, by cause: how often, first and last seen, and the request that met it last. */
export const DebugCauses = ({ state, change }: { state: LogState; change: ChangeLog }) => {
  const { keyword = '', level = '', from = '', to = '' } = state.filters
  const query = { page: state.page, per_page: state.per_page, keyword, level, from, to }
  const feed = useQuery({
    queryKey: ['activity', 'causes', query],
    queryFn: ({ signal }) => api.get('/utility/debug_log', { query, as: pageOf(causeSchema), signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <LogSheet feed={feed} state={state} change={change}>
      <table>
        <caption className="away">{t('Debug Log')}</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              {t('Times')}
            </th>
            <th scope="col">{t('Affected Model/ID')}</th>
            <th scope="col">{t('Cause')}</th>
            <th scope="col">{t('First seen')}</th>
            <th scope="col">{t('Last seen')}</th>
          </tr>
        </thead>
        <tbody>
          {(feed.data?.data ?? []).map((cause) => (
            <Row key={cause.cause} cause={cause} change={change} />
          ))}
        </tbody>
      </table>
    </LogSheet>
  )
}
