import { asEntries, type Entry, type FieldValue } from './field-values.ts'
import { moved } from './moved.ts'

/** A node of a tree in the order in which the tree is read, `level` counted from 0. */
export type FlatNode = { id: string; node: Entry; level: number }

/** The nodes of a tree, each before those below it. */
export const flatten = (value: FieldValue | undefined, level = 0): FlatNode[] =>
  asEntries(value).flatMap((node) => [{ id: String(node.id), node, level }, ...flatten(node.children, level + 1)])

/** The tree of such nodes. */
export const unflatten = (nodes: readonly FlatNode[]): Entry[] => {
  const below = (from: number, level: number): Entry[] => {
    const found: Entry[] = []
    for (let at = from; at < nodes.length; at += 1) {
      const one = nodes[at]
      if (!one || one.level < level) break
      if (one.level === level) found.push({ ...one.node, children: below(at + 1, level + 1) })
    }
    return found
  }
  return below(0, 0)
}

/** How many nodes a node has below it, at all levels. */
export const sizeOf = (nodes: readonly FlatNode[], at: number): number => {
  const { level = 0 } = nodes[at] ?? {}
  const end = nodes.findIndex((one, index) => index > at && one.level <= level)
  return (end === -1 ? nodes.length : end) - at - 1
}

/** The levels that a node and what is below it may take between its neighbours. */
const bounds = (before: FlatNode | undefined, after: FlatNode | undefined, height: number, depth: number) => {
  const most = Math.max(0, Math.min(before ? before.level + 1 : 0, depth - 1 - height))
  return { least: Math.min(after?.level ?? 0, most), most }
}

const heightOf = (nodes: readonly FlatNode[], at: number): number => {
  const branch = nodes.slice(at, at + 1 + sizeOf(nodes, at)).map(({ level }) => level)
  return Math.max(...branch) - (nodes[at]?.level ?? 0)
}

/** A node and all below it at another place: `to` among the others, at the level nearest to `level` there. */
export const place = (
  nodes: readonly FlatNode[],
  from: number,
  to: number,
  level: number,
  depth: number,
): FlatNode[] => {
  const size = sizeOf(nodes, from)
  const branch = nodes.slice(from, from + 1 + size)
  const others = [...nodes.slice(0, from + 1), ...nodes.slice(from + 1 + size)]
  const row = moved(others, from, to)
  const { least, most } = bounds(row[to - 1], row[to + 1], heightOf(nodes, from), depth)
  const by = Math.max(least, Math.min(level, most)) - (nodes[from]?.level ?? 0)
  return [...row.slice(0, to), ...branch.map((one) => ({ ...one, level: one.level + by })), ...row.slice(to + 1)]
}

// The place among its sisters, not among all rows: a node steps over a sister with all that is below that one.
const sister = (nodes: readonly FlatNode[], at: number, step: -1 | 1): number | null => {
  const { level = 0 } = nodes[at] ?? {}
  if (step === 1) {
    const next = at + 1 + sizeOf(nodes, at)
    return nodes[next]?.level === level ? next : null
  }
  for (let before = at - 1; before >= 0; before -= 1) {
    const one = nodes[before]
    if (!one || one.level < level) return null
    if (one.level === level) return before
  }
  return null
}

/** What the buttons of a node do; null where it cannot be done. */
export const steps = (nodes: readonly FlatNode[], at: number, depth: number) => {
  const { level = 0 } = nodes[at] ?? {}
  const size = sizeOf(nodes, at)
  const [over, under] = [sister(nodes, at, -1), sister(nodes, at, 1)]
  const branch = nodes.slice(at, at + 1 + size)
  const swap = (first: number, second: number): FlatNode[] => {
    const [upper, lower] = [sizeOf(nodes, first) + 1, sizeOf(nodes, second) + 1]
    return [
      ...nodes.slice(0, first),
      ...nodes.slice(second, second + lower),
      ...nodes.slice(first, first + upper),
      ...nodes.slice(second + lower),
    ]
  }
  const shifted = (by: number): FlatNode[] =>
    nodes.map((one, index) => (index >= at && index <= at + size ? { ...one, level: one.level + by } : one))
  // What follows at the same level comes after, so that it does not slip below.
  const outdented = (): FlatNode[] => {
    const parent = nodes.findLastIndex((one, index) => index < at && one.level === level - 1)
    const end = parent + 1 + sizeOf(nodes, parent)
    const out = branch.map((one) => ({ ...one, level: one.level - 1 }))
    return [...nodes.slice(0, at), ...nodes.slice(at + 1 + size, end), ...out, ...nodes.slice(end)]
  }
  const fits = level + heightOf(nodes, at) + 1 < depth
  return {
    up: over === null ? null : () => swap(over, at),
    down: under === null ? null : () => swap(at, under),
    indent: over === null || !fits ? null : () => shifted(1),
    outdent: level === 0 ? null : outdented,
  }
}
