import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../../domain/resource.ts'
import { writtenSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { ApiError } from '../../../ui-shared/api/error.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { showAlert } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { thingsOf } from '../verbs.ts'
import { readAnew } from './grid-rows.ts'

/** A save that can be taken back: the version that it made of a record, and the one before. */
export type Saved = { id: number; title: string; version: number; before: number }

/** Takes saves back, each by a revert of its own; a record that was changed again since stays as it is, and is named. */
export const takeSavesBack = async (
  client: QueryClient,
  resource: Resource,
  saves: readonly Saved[],
): Promise<void> => {
  const refused: string[] = []
  for (const { id, title, version, before } of saves) {
    try {
      await api.post(`/${resource.name}/${id}/revert`, { body: { version: before }, version, as: writtenSchema })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused.push(
        `${title}: ${error.status === 412 ? t('It was changed again since, so it stays as it is.') : error.message}`,
      )
    }
  }
  await readAnew(client, resource)
  const count = saves.length - refused.length
  if (count > 0) toastSuccess(t('{count} {things} taken back.', { count, things: thingsOf(resource, count) }))
  if (refused.length > 0) showAlert(t('ERROR'), refused)
}
