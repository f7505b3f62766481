import type { QueryClient } from '@tanstack/react-query'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import type { Detail } from './calls.ts'
import { planned } from './plan.tsx'

/**
 * How a plan that was cancelled is planned again for its moment; undefined where nobody may: what others planned would then run with the
 * rights of whoever cancelled it, and of more than 100 records not all are known here.
 */
export const undoOfCancelling = (client: QueryClient, entry: Detail): (() => void) | undefined => {
  const { resource, verb, at, changes, total, isOwn } = entry
  const [first] = changes
  if (!isOwn || !first || total !== changes.length) return undefined
  const ids = changes.flatMap(({ id }) => (id === null || verb === 'create' ? [] : [id]))
  const body = {
    resource,
    verb,
    at,
    ...(ids.length === 0 ? {} : { ids }),
    ...(first.version === null ? {} : { version: first.version }),
    ...(Object.keys(first.sent).length === 0 ? {} : { sent: first.sent }),
  }
  return () => void planned(client, body).then(({ message, undo }) => toastSuccess(message, undo), showError)
}
