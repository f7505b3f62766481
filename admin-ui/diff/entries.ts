import { isObject } from '../../domain/json.ts'

/** What became of an entry of a list or tree between two versions: one that was moved may have been changed as well. */
export type EntryChange = {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  id: string
  from: Record<string, unknown> | null
  to: Record<string, unknown> | null
}

type Placed = { id: string; parent: string; entry: Record<string, unknown> }

const placed = (value: unknown, parent = ''): Placed[] =>
  (Array.isArray(value) ? value : []).flatMap((entry) => {
    if (!isObject(entry)) return []
    const id = String(entry.id)
    return [{ id, parent, entry }, ...placed(entry.children, id)]
  })

/** The places of the most that can stay while the others move: the longest run that only rises. */
const staying = (places: readonly number[]): ReadonlySet<number> => {
  const best: { length: number; before: number }[] = []
  for (const [index, place] of places.entries()) {
    let found = { length: 1, before: -1 }
    for (let other = 0; other < index; other += 1) {
      const known = best[other]
      if (known && (places[other] ?? 0) < place && known.length >= found.length)
        found = { length: known.length + 1, before: other }
    }
    best.push(found)
  }
  let at = best.reduce((most, { length }, index) => (length > (best[most]?.length ?? 0) ? index : most), 0)
  const kept = new Set<number>()
  while (at >= 0 && at < places.length) {
    kept.add(places[at] ?? -1)
    at = best[at]?.before ?? -1
  }
  return kept
}

const partsOf = ({ children: _, ...parts }: Record<string, unknown>) => JSON.stringify(parts)

/** True for a list of entries that can be told apart. */
export const isKeyed = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => isObject(entry) && entry.id !== undefined)

/** What became of the entries of a list or tree, by their numbers; those below another one among them. */
export const entryChanges = (from: unknown, to: unknown): EntryChange[] => {
  const [before, after] = [placed(from), placed(to)]
  const [was, is] = [before, after].map((all) => new Map(all.map((one) => [one.id, one])))
  // Of those below the same one, in the order that they have now.
  const moved = new Set<string>()
  for (const parent of new Set(after.map((one) => one.parent))) {
    const known = after.filter((one) => one.parent === parent && was?.get(one.id)?.parent === parent)
    const places = known.map(({ id }) => before.findIndex((one) => one.id === id))
    const kept = staying(places)
    for (const [index, { id }] of known.entries()) if (!kept.has(places[index] ?? -1)) moved.add(id)
  }
  return [
    ...after.flatMap(({ id, parent, entry }): EntryChange[] => {
      const known = was?.get(id)
      if (!known) return [{ kind: 'added', id, from: null, to: entry }]
      const change = { id, from: known.entry, to: entry }
      if (known.parent !== parent || moved.has(id)) return [{ kind: 'moved', ...change }]
      return partsOf(known.entry) === partsOf(entry) ? [] : [{ kind: 'changed', ...change }]
    }),
    ...before.flatMap(({ id, entry }): EntryChange[] =>
      is?.has(id) ? [] : [{ kind: 'removed', id, from: entry, to: null }],
    ),
  ]
}
