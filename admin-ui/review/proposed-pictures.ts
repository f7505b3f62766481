import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { partsOfPath, putAt } from '../../domain/fields/place.ts'
import { api } from '../../ui-shared/api/client.ts'
import { sendValue, type Upload } from '../edit/fields/field-values.ts'
import type { FormValues } from '../edit/form-values.ts'

type Sent = Record<string, unknown>

const uploadedSchema = z.object({ data: z.object({ id: z.number() }) })

const upload = async (file: File): Promise<number> => {
  const body = new FormData()
  body.set('file', file)
  return (await api.post('/review/picture', { body, as: uploadedSchema })).data.id
}

/**
 * What a form would send of these fields, once its new pictures are stored: nobody but staff sees them before it is published, and
 * they go with what was proposed. Asked again it sends nothing twice. @throws ApiError
 */
export const withPictures = (
  { fields }: Resource,
  values: FormValues,
  names: readonly string[],
): (() => Promise<Sent>) => {
  const uploads: Upload[] = []
  const sent: Sent = Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name]
      return field ? [[name, structuredClone(sendValue(values[name] ?? null, field, name, uploads))]] : []
    }),
  )
  const stored = new Map<string, number>()
  return async () => {
    for (const { path, file } of uploads) {
      const id = stored.get(path) ?? (await upload(file))
      stored.set(path, id)
      putAt(sent, partsOfPath(path), id)
    }
    return sent
  }
}
