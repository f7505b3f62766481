/** A record and the number that it is ordered by; null when it has none, which puts it behind all others. */
export type Numbered = { id: number; number: number | null }

export type Place = { before: number } | { after: number }

type Change = { id: number; number: number }
type Around = { before: readonly Numbered[]; after: readonly Numbered[] }

const numberAt = (record: Numbered | undefined) => record?.number ?? null

const upwards = (id: number, from: number, { after }: Around): Change[] => {
  const changes: Change[] = [{ id, number: from }]
  for (const record of after) {
    const wanted = from + changes.length
    if (record.number === null || record.number >= wanted) break
    changes.push({ id: record.id, number: wanted })
  }
  return changes
}

const downwards = (id: number, from: number, { before }: Around, min: number): Change[] | null => {
  const changes: Change[] = [{ id, number: from }]
  for (const record of before.toReversed()) {
    const wanted = from - changes.length
    if (record.number === null || record.number <= wanted) break
    changes.push({ id: record.id, number: wanted })
  }
  return (changes.at(-1)?.number ?? min) < min ? null : changes
}

const numberAll = (id: number, before: readonly Numbered[], min: number): Change[] => {
  let last = before.reduce((most, { number }) => Math.max(most, number ?? most), min)
  const numbered = before.flatMap((record) => (record.number === null ? [{ id: record.id, number: ++last }] : []))
  return [...numbered, { id, number: last + 1 }]
}

const between = (id: number, around: Around, min: number): Change[] => {
  const [previous, next] = [numberAt(around.before.at(-1)), numberAt(around.after[0])]
  if (next === null) return [{ id, number: previous === null ? Math.max(min, 1) : previous + 1 }]
  if (previous === null && next > min) return [{ id, number: next - 1 }]
  if (previous !== null && next - previous > 1) return [{ id, number: previous + Math.floor((next - previous) / 2) }]
  const up = upwards(id, previous === null ? min : previous + 1, around)
  const down = previous === null ? null : downwards(id, next - 1, around, min)
  // The farthest first: on the way there nobody overtakes anybody.
  return (down && down.length < up.length ? down : up).toReversed()
}

/** The fewest new numbers that bring a record to its place among `records` (all, in order), in the order to write them; null when unknown. */
export const renumber = (records: readonly Numbered[], id: number, place: Place, min = 0): Change[] | null => {
  const rest = records.filter((record) => record.id !== id)
  const beside = rest.findIndex((record) => record.id === ('before' in place ? place.before : place.after))
  if (beside === -1 || rest.length === records.length) return null
  const index = 'before' in place ? beside : beside + 1
  if (records[index]?.id === id) return []
  const around = { before: rest.slice(0, index), after: rest.slice(index) }
  return around.before.some(({ number }) => number === null)
    ? numberAll(id, around.before, min)
    : between(id, around, min)
}
