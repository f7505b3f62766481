import { useQuery } from '@tanstack/react-query'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { previewUndo } from './calls.ts'
import { RecordList } from './record-list.tsx'

const UndoDialog = ({ id, onClose, onUndo }: { id: string; onClose: () => void; onUndo: () => void }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['job', 'undo', id],
    queryFn: ({ signal }) => previewUndo(id, signal),
    gcTime: 0,
    retry: false,
  })
  const more = data ? data.total - data.data.length : 0
  return (
    <Dialog title={t('Take this job back?')} size="wide" onClose={onClose}>
      <p className="words">{t('This is what would change. Records that were changed since stay as they are.')}</p>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!data && !error && <PleaseWait />}
      {data && <RecordList records={data.data} />}
      {more > 0 && <p className="hint">{t('and {count} more', { count: more })}</p>}
      <div className="acts">
        <button type="button" className="btn" data-first-focus onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="btn go"
          disabled={!data}
          onClick={() => {
            onClose()
            onUndo()
          }}
        >
          {t('Undo')}
        </button>
      </div>
    </Dialog>
  )
}

/** Shows what the Undo of a job would change before it is done. */
export const askUndo = (id: string, onUndo: () => void): void =>
  showDialog((close) => <UndoDialog key={id} {...{ id, onUndo }} onClose={close} />)
