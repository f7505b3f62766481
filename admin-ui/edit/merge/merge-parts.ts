import { isObject } from '../../../domain/json.ts'
import { asParts, type FieldValue, isSame } from '../fields/field-values.ts'

/** Which of the three values stands: what was there before both, mine, or theirs. */
export type Side = 'before' | 'mine' | 'theirs'
export type Sides<Value = FieldValue> = Readonly<Record<Side, Value>>

/** What two changes of a value come to, or null when somebody has to choose. */
type Settled = { value: FieldValue } | null

const idOf = (item: FieldValue): string => {
  const { id } = asParts(item)
  return typeof id === 'number' || typeof id === 'string' ? String(id) : ''
}

const byId = (value: FieldValue): ReadonlyMap<string, FieldValue> | null => {
  if (!Array.isArray(value)) return null
  const entries = new Map(value.map((item) => [idOf(item), item]))
  return entries.has('') || entries.size < value.length ? null : entries
}

const isOrderOf = (one: readonly string[], other: readonly string[]): boolean => {
  const [kept, theirs] = [one.filter((id) => other.includes(id)), other.filter((id) => one.includes(id))]
  return kept.every((id, index) => id === theirs[index])
}

/** The order of whoever changed it, with what the other one added after what it followed there. */
const orderOf = (sides: Sides<readonly string[]>): string[] | null => {
  const { before, mine, theirs } = sides
  const isTheirs = isOrderOf(before, mine)
  if (!isTheirs && !isOrderOf(before, theirs) && !isOrderOf(mine, theirs)) return null
  const [order, other] = isTheirs ? [[...theirs], mine] : [[...mine], theirs]
  for (const [index, id] of other.entries())
    if (!order.includes(id)) order.splice(order.indexOf(other[index - 1] ?? '') + 1, 0, id)
  return order
}

const mergeEntries = (sides: Sides<ReadonlyMap<string, FieldValue>>): Settled => {
  const { before, mine, theirs } = sides
  const order = orderOf({ before: [...before.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] })
  if (!order) return null
  const kept: FieldValue[] = []
  for (const id of order) {
    const [was, own, other] = [before.get(id), mine.get(id), theirs.get(id)]
    if (own !== undefined && other !== undefined) {
      const merged = mergeValue({ before: was ?? null, mine: own, theirs: other })
      if (!merged) return null
      kept.push(merged.value)
      continue
    }
    const left = own ?? other
    // One took it away. That stands unless the other one changed it.
    if (was !== undefined && left !== undefined && !isSame(was, left)) return null
    if (was === undefined && left !== undefined) kept.push(left)
  }
  return { value: kept }
}

const mergeParts = (sides: Sides<Record<string, FieldValue>>): Settled => {
  const parts: Record<string, FieldValue> = {}
  for (const name of new Set([...Object.keys(sides.mine), ...Object.keys(sides.theirs)])) {
    const merged = mergeValue({
      before: sides.before[name] ?? null,
      mine: sides.mine[name] ?? null,
      theirs: sides.theirs[name] ?? null,
    })
    if (!merged) return null
    parts[name] = merged.value
  }
  return { value: parts }
}

const idsIn = (value: FieldValue): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => [...(idOf(item) ? [idOf(item)] : []), ...idsIn(item)])
  return isObject(value)
    ? Object.values(asParts(value)).flatMap((part) => (Array.isArray(part) ? idsIn(part) : []))
    : []
}

/** True when one entry stands in two places: each side moved it to another one. */
const hasTwins = (value: FieldValue): boolean => new Set(idsIn(value)).size < idsIn(value).length

/** Two changes of a field; null when somebody has to choose. */
export const mergeField = (sides: Sides): Settled => {
  const merged = mergeValue(sides)
  return merged && !hasTwins(merged.value) ? merged : null
}

/** Two changes of one value: lists by their entries, objects by their parts, all else as a whole. */
const mergeValue = (sides: Sides): Settled => {
  const { before, mine, theirs } = sides
  if (isSame(mine, theirs) || isSame(before, theirs)) return { value: mine }
  if (isSame(before, mine)) return { value: theirs }
  const entries = { before: byId(before), mine: byId(mine), theirs: byId(theirs) }
  if (entries.before && entries.mine && entries.theirs)
    return mergeEntries({ before: entries.before, mine: entries.mine, theirs: entries.theirs })
  if (!isObject(before) || !isObject(mine) || !isObject(theirs)) return null
  return mergeParts({ before: { ...asParts(before) }, mine: { ...asParts(mine) }, theirs: { ...asParts(theirs) } })
}
