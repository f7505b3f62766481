import { isObject } from '../../domain/json.ts'
import type { NewEvent } from '../port.ts'

const byLength = (one: string, other: string): number =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other))

const inOrder = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  return keys.length < 2 ? value : Object.fromEntries(keys.toSorted(byLength).map((key) => [key, value[key]]))
}

/** An event from its JSON as it comes back from columns of jsonb: the keys of each object by length and then by bytes. */
export const asStored = (text: string): NewEvent => JSON.parse(text, (_key, value) => inOrder(value))
