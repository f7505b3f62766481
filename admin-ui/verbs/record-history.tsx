import type { Resource } from '../../domain/resource.ts'
import '../styles/edit.css'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { History } from '../edit/history/history.tsx'
import { useHistory } from '../edit/history/use-history.ts'
import { type Row, titleOf } from '../list/row.ts'

/** What happened to a record. */
export const RecordHistory = ({ resource, row }: { resource: Resource; row: Row }) => {
  const { data: entries, error, refetch } = useHistory(resource.name, row.id)
  return <History resource={resource} record={row.id} entries={entries} error={error} onRetry={() => void refetch()} />
}

/** Shows what happened to a record without opening it. */
export const showHistory = (resource: Resource, row: Row): void =>
  showDialog((close) => (
    <Dialog key={`history-${row.id}`} title={`${t('History')}: ${titleOf(row)}`} size="wide" onClose={close}>
      <RecordHistory resource={resource} row={row} />
      <div className="acts">
        <button type="button" className="btn go" autoFocus onClick={close}>
          {t('Close')}
        </button>
      </div>
    </Dialog>
  ))
