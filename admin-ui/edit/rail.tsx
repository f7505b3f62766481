import type { ReactNode } from 'react'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { Resource } from '../../domain/resource.ts'
import { actorNameOf, type Row } from '../list/row.ts'
import { History } from './history/history.tsx'
import { useHistory } from './history/use-history.ts'

/** What is known of a record beside its fields, what a screen adds to that, and what happened to it. */
export const Rail = ({ resource, row, children }: { resource: Resource; row: Row; children?: ReactNode }) => {
  const { data: entries, error, refetch } = useHistory(resource.name, row.id)
  const author = actorNameOf(row.created_by) || (entries?.find(({ action }) => action === 'create')?.actor?.name ?? '')
  return (
    <aside className="record-facts no-print" aria-label={t('Record')}>
      <section>
        <h2 className="caps">{t('Record')}</h2>
        <dl>
          <dt>{t('Version')}</dt>
          <dd className="mono">{row.version ?? ''}</dd>
          {row.created_at && (
            <>
              <dt>{t('Created')}</dt>
              <dd>{formatDate(row.created_at)}</dd>
            </>
          )}
          {(author || !entries) && (
            <>
              <dt>{t('By')}</dt>
              <dd>{author}</dd>
            </>
          )}
          <dt>{t('ID')}</dt>
          <dd className="mono">{row.id}</dd>
        </dl>
      </section>
      {children}
      <section>
        <h2 className="caps">{t('History')}</h2>
        <History resource={resource} record={row.id} entries={entries} error={error} onRetry={() => void refetch()} />
      </section>
    </aside>
  )
}
