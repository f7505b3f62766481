import type { Json } from '../event.ts'
import { isObject } from '../json.ts'

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

// Entries that are objects go by their ids, others by their place.
const putIn = (items: unknown[], key: string, after: readonly string[], said: Json): void => {
  const place = Number(key)
  if (after.length > 0) putAt(entryOf(items, key), after, said)
  else if (Number.isInteger(place) && place < items.length && !isObject(items[place])) items[place] = said
}

/** The parts of a path such as `pictures[new_1].file`. */
export const partsOfPath = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean)

/** Puts something where a path leads to, within a value that is changed. Where that is not there, nothing is put. */
export const putAt = (value: unknown, [part = '', ...rest]: readonly string[], said: Json): void => {
  if (!isObject(value)) return
  if (rest.length === 0) {
    value[part] = said
    return
  }
  const inside = value[part]
  const [key = '', ...after] = rest
  if (Array.isArray(inside)) putIn(inside, key, after, said)
  else putAt(inside, rest, said)
}
