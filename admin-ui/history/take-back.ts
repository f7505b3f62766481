import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'

type Place = { client: QueryClient; resource: Resource; onBack?: () => unknown }

/** What a call wrote: the version that it made, and the one before. */
type Step = { id?: number | undefined; version?: number | undefined; before?: number | undefined }

/** What a revert is asked for (docs/specification/wire.md#calls). */
export type Asked = ({ version: number } | { without: readonly number[] }) & {
  fields?: readonly string[]
  values?: Readonly<Record<string, unknown>>
}

/** Reverts a record that stands at a version, tells it with Undo, and has it read anew. @throws ApiError */
export const revert = async (place: Place, id: number, asked: Asked, version: number): Promise<void> => {
  const { client, resource, onBack } = place
  const written = await api.post(`/${resource.name}/${id}/revert`, { body: asked, version, as: writtenSchema })
  await client.invalidateQueries({ queryKey: [resource.name] })
  await onBack?.()
  const { data } = written
  toastSuccess(say(written.message), data?.before === undefined ? undefined : () => takeBack(place, data))
}

/** Takes back one step, unless somebody changed the record since; the screen says what came of it. */
export const takeBack = async (place: Place, { id, version, before }: Step): Promise<void> => {
  if (id === undefined || version === undefined || before === undefined) return
  try {
    await revert(place, id, { version: before }, version)
  } catch (error) {
    await place.client.invalidateQueries({ queryKey: [place.resource.name] })
    if (statusOf(error) !== 412) return showError(error)
    showAlert(t('ERROR'), [t('Somebody changed it meanwhile, so nothing was taken back.')])
  }
}
