import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { TextDiff } from '../diff/text-diff.tsx'
import { type Entry, entrySchema, isTextChange } from './use-history.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const Changes = ({ resource, entry }: { resource: Resource; entry: Entry }) =>
  entry.changes
    .filter(({ field }) => isTextChange(resource, field))
    .map(({ field, from, to }) => (
      <section className="diff-field" key={field}>
        <h2>{t(resource.fields[field]?.label ?? field)}</h2>
        <TextDiff from={asText(from)} to={asText(to)} isHtml={resource.fields[field]?.kind === 'html'} />
      </section>
    ))

/** What one change did to the texts of a record, word by word. */
export const HistoryDialog = ({
  resource,
  record,
  entry,
  onClose,
}: {
  resource: Resource
  record: number
  entry: Entry
  onClose: () => void
}) => {
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'history', record, entry.version],
    queryFn: ({ signal }) =>
      api.get(`/${resource.name}/${record}/history`, {
        query: { version: entry.version },
        as: z.object({ data: z.array(entrySchema) }),
        signal,
      }),
    // What happened stays as it was.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const whole = data?.data[0]
  const words = { name: entry.actor?.name ?? t('Somebody'), date: formatDateTime(entry.at) }
  return (
    <Dialog title={t('What was changed')} size="wide" onClose={onClose}>
      <p className="words">{t('By {name} on {date}.', words)}</p>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {whole && <Changes resource={resource} entry={whole} />}
      <div className="acts">
        <button type="button" className="btn go" autoFocus onClick={onClose}>
          {t('Close')}
        </button>
      </div>
    </Dialog>
  )
}
