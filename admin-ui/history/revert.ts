import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say } from '../../ui-shared/i18n.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'

/** What a revert is of, and what runs once it is done. */
export type Place = { client: QueryClient; resource: Resource; onBack?: () => unknown }

/** What a call wrote: the version that it made, and the one before. */
export type Step = { id?: number | undefined; version?: number | undefined; before?: number | undefined }

/** What a revert is asked for (docs/specification/wire.md#calls). */
export type Asked = ({ version: number } | { without: readonly number[] }) & {
  fields?: readonly string[]
  values?: Readonly<Record<string, unknown>>
}

/** Takes back a step that a call wrote. */
export type TakeBack = (place: Place, step: Step) => unknown

/** Reverts a record that stands at a version, tells it with Undo, which is `takeBack`, and has it read anew. @throws ApiError */
export const revert = async (
  place: Place,
  id: number,
  asked: Asked,
  version: number,
  takeBack: TakeBack,
): Promise<void> => {
  const { client, resource, onBack } = place
  const written = await api.post(`/${resource.name}/${id}/revert`, { body: asked, version, as: writtenSchema })
  await client.invalidateQueries({ queryKey: [resource.name] })
  await onBack?.()
  const { data } = written
  toastSuccess(say(written.message), data?.before === undefined ? undefined : () => takeBack(place, data))
}
