import type { Json } from '../../domain/event.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { NewEvent } from '../port.ts'

const byLength = (one: string, other: string): number =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other))

// Events of one type have the same names again and again: sorting them anew was four fifths of the work.
const orders = new Map<string, readonly string[]>()
const [mostOrders, longestShape] = [2_000, 1_000]

const orderOf = (names: readonly string[]): readonly string[] => {
  if (names.length < 2) return names
  // No text of the log holds a NUL.
  const shape = names.join('\0')
  const known = orders.get(shape)
  if (known) return known
  const order = names.toSorted(byLength)
  if (orders.size < mostOrders && shape.length <= longestShape) orders.set(shape, order)
  return order
}

const inOrder = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isJsonObject(value)) return value
  const ordered: Record<string, Json> = {}
  for (const name of orderOf(Object.keys(value))) {
    const member = inOrder(value[name] ?? null)
    // Assigned, this one would change what the object inherits from.
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: member, enumerable: true })
    else ordered[name] = member
  }
  return ordered
}

/** An event from its JSON as it comes back from columns of jsonb: the keys of each object by length and then by bytes. */
export const asStored = (text: string): NewEvent =>
  // Nothing but the order of names differs from the event that was written.
  inOrder(JSON.parse(text)) as unknown as NewEvent
