import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Field } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { formatDateTime } from '../../../ui-shared/date.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { LoadError, PleaseWait } from '../../../ui-shared/states.tsx'
import { TextDiff } from '../../diff/text-diff.tsx'
import { useNames } from '../../diff/use-names.ts'
import { valueLines } from '../../diff/value-lines.ts'
import { changedField, type Entry, entrySchema, isText, isTold } from './use-history.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const Changes = ({ resource, entry }: { resource: Resource; entry: Entry }) => {
  const told = entry.changes.flatMap((change) => {
    const field = changedField(resource, entry, change.field)
    return field && isTold(field) ? [{ ...change, name: change.field, field }] : []
  })
  const nameOf = useNames(told.flatMap(({ field, from, to }) => [[field, from] as const, [field, to] as const]))
  const said = (value: unknown, field: Field) =>
    isText(field) ? asText(value) : valueLines(value, field, nameOf).join('\n')
  return told.map(({ name, field, from, to }) => (
    <section className="diff-field" key={name}>
      <h2>{t(field.label)}</h2>
      <TextDiff from={said(from, field)} to={said(to, field)} isHtml={field.kind === 'html'} />
    </section>
  ))
}

/** What one change did to a record, word by word. */
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
