import { useQueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { flagOf, type Row } from '../list/row.ts'
import { markOpened } from './unread.ts'

/** Marks what is ticked as read, or as unread when all of it is read; Undo takes that back. */
export const TickedMarks = ({
  resource,
  rows,
  onDone,
}: {
  resource: Resource
  rows: readonly Row[]
  onDone: () => void
}) => {
  const client = useQueryClient()
  const isRead = !rows.some((row) => flagOf(row, 'isUnread'))
  const mark = async (ids: readonly number[], isOpened: boolean) => {
    await markOpened(resource.name, ids, isOpened)
    await client.invalidateQueries({ queryKey: [resource.name] })
  }
  const run = async () => {
    const changed = rows.filter((row) => isRead || flagOf(row, 'isUnread')).map(({ id }) => id)
    await mark(changed, !isRead)
    onDone()
    toastSuccess(isRead ? t('Marked as unread.') : t('Marked as read.'), () => {
      mark(changed, isRead).catch(showError)
    })
  }
  return (
    <button type="button" className="btn small" onClick={() => void run().catch(showError)}>
      {isRead ? t('Mark as unread') : t('Mark as read')}
    </button>
  )
}
