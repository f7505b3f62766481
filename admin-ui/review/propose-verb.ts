import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { type Row, titleOf } from '../list/row.ts'
import { askForReview } from './ask-review.tsx'

type Asked = { client: QueryClient; resource: Resource; row: Row; verb: string; label: string; version: number }

/** Asks for a review of a verb on one record. */
export const proposeVerb = async ({ client, resource, row, verb, label, version }: Asked): Promise<void> => {
  try {
    const proposal = { kind: resource.name, record: row.id, verb, version }
    const message = await askForReview(client, { proposal, name: titleOf(row), label })
    if (message !== null) toastSuccess(message)
  } catch (error) {
    showError(error)
  }
}
