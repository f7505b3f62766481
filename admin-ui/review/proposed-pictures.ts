import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { isObject } from '../../domain/json.ts'
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

const entryOf = (value: unknown, key: string): unknown => {
  if (!Array.isArray(value)) return undefined
  for (const item of value) {
    if (!isObject(item)) continue
    if (String(item.id) === key) return item
    const below = entryOf(item.children, key)
    if (below !== undefined) return below
  }
  return undefined
}

/** Puts an id where the path of a file leads to, as the server would: `pictures[new_1].file`. */
const put = (value: unknown, [part = '', ...rest]: readonly string[], id: number): void => {
  if (!isObject(value)) return
  if (rest.length === 0) {
    Object.assign(value, { [part]: id })
    return
  }
  const [key = '', ...after] = rest
  const inside = value[part]
  if (!Array.isArray(inside)) put(inside, rest, id)
  else if (after.length > 0) put(entryOf(inside, key), after, id)
  else if (Number(key) < inside.length) inside[Number(key)] = id
}

const partsOf = (path: string) => path.split(/[.[\]]+/).filter(Boolean)

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
      put(sent, partsOf(path), id)
    }
    return sent
  }
}
