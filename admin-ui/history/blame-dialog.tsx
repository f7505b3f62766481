import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useNames } from '../diff/use-names.ts'
import { valueLines } from '../diff/value-lines.ts'
import { sentenceOf } from '../edit/history/sentence.ts'
import { type Entry, fetchHistory } from '../edit/history/use-history.ts'
import { labelOfPart, partWords } from './versions.ts'

const shownChanges = 10

const Step = ({ resource, name, entry }: { resource: Resource; name: string; entry: Entry }) => {
  const field = resource.fields[name]
  const change = entry.changes.find((one) => one.field === name)
  const nameOf = useNames(field ? [[field, change?.from] as const, [field, change?.to] as const] : [])
  const said = (value: unknown) => (field ? valueLines(value, field, nameOf).join('\n') : partWords(name, value))
  const isSecret = field?.kind === 'secret'
  return (
    <li>
      <b>{entry.actor?.name ?? t('Somebody')}</b> {sentenceOf(resource, entry)} ·{' '}
      <span className="dim">
        {formatDateTime(entry.at)} · {t('Version {version}', { version: entry.version })}
      </span>
      <div className="diff">
        {isSecret ? (
          t('changed')
        ) : (
          <>
            <del>{said(change?.from) || t('empty')}</del> <ins>{said(change?.to) || t('empty')}</ins>
          </>
        )}
      </div>
    </li>
  )
}

/** Who set a field as it was at a version, when and by what, and who did before: the latest first. */
export const BlameDialog = ({
  resource,
  record,
  name,
  version,
  onClose,
}: {
  resource: Resource
  record: number
  name: string
  version: number
  onClose: () => void
}) => {
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'history', record, 'field', name, version],
    queryFn: async ({ signal }) =>
      (await fetchHistory(resource.name, record, { field: name, before: version + 1, limit: shownChanges }, signal))
        .data,
  })
  return (
    <Dialog title={t('Who set it: {field}', { field: t(labelOfPart(resource, name)) })} size="wide" onClose={onClose}>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {data?.length === 0 && <p className="hint">{t('It is as it was when the record was made.')}</p>}
      <ol className="trail">
        {data?.map((entry) => (
          <Step key={entry.version} {...{ resource, name, entry }} />
        ))}
      </ol>
      <div className="acts">
        <button type="button" className="btn go" autoFocus onClick={onClose}>
          {t('Close')}
        </button>
      </div>
    </Dialog>
  )
}
