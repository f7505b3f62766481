import type { ReactNode } from 'react'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Pager } from '../../ui-shared/pager.tsx'
import { EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { type ChangeLog, type LogState, logSizes } from './log-state.ts'

type Feed = {
  data:
    | { data: readonly unknown[]; meta: { total_item: number; total_page: number; isMore?: boolean | undefined } }
    | undefined
  error: Error | null
  refetch(): unknown
  isPlaceholderData: boolean
}

/** A page of a log: its table, or why there is none, with rows per page and pages below. */
export const LogSheet = ({
  feed: { data, error, refetch, isPlaceholderData },
  state: { page, per_page },
  change,
  children,
}: {
  feed: Feed
  state: LogState
  change: ChangeLog
  children: ReactNode
}) => {
  const total = data?.meta.total_item ?? 0
  const count = data?.meta.isMore
    ? t('More than {count} entries', { count: total })
    : t('{count, plural, one {# entry} other {# entries}}', { count: total })
  return (
    <>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!data && !error && <PleaseWait />}
      {data && (
        <div className="sheet list" aria-busy={isPlaceholderData}>
          <p className="away" role="status">
            {count}
          </p>
          {data.data.length > 0 ? <div className="rows">{children}</div> : <EmptyState title={t('No Data Found')} />}
          <div className="pager">
            <label>
              <span className="lbl">{t('Rows')}</span>
              <Select
                aria-label={t('Rows per page')}
                options={logSizes.map((value) => ({ value, label: String(value) }))}
                value={per_page}
                onChange={(event) => change({ per_page: event.target.value })}
              />
            </label>
            <span className="range dim" aria-hidden="true">
              {count}
            </span>
            <Pager page={page} pages={data.meta.total_page} onPage={(next) => change({ page: String(next) })} />
          </div>
        </div>
      )}
    </>
  )
}
