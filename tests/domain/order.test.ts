import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Numbered, type Place, renumber } from '../../domain/order.ts'

const inOrder = (records: readonly Numbered[]): Numbered[] =>
  records.toSorted((one, other) => {
    const difference = (one.number ?? Number.POSITIVE_INFINITY) - (other.number ?? Number.POSITIVE_INFINITY)
    return Number.isNaN(difference) || difference === 0 ? one.id - other.id : difference
  })

const numbered = (...numbers: (number | null)[]) => inOrder(numbers.map((number, index) => ({ id: index + 1, number })))

it.each<[string, (number | null)[], number, Place, [number, number][]]>([
  ['takes a free number between two', [10, 20, 30], 3, { before: 2 }, [[3, 15]]],
  ['goes to the end', [1, 2, 3], 1, { after: 3 }, [[1, 4]]],
  ['goes below the first', [1, 2, 3], 3, { before: 1 }, [[3, 0]]],
  ['stays where it is', [1, 2, 3], 2, { before: 3 }, []],
  [
    'pushes the fewer',
    [0, 1, 2, 3, 9],
    5,
    { after: 2 },
    [
      [4, 4],
      [3, 3],
      [5, 2],
    ],
  ],
  [
    'numbers those that had none',
    [1, null, null, null],
    2,
    { after: 3 },
    [
      [3, 2],
      [2, 3],
    ],
  ],
])('%s', (_name, numbers, id, place, changes) => {
  const found = renumber(numbered(...numbers), id, place)
  expect(found?.map((change) => [change.id, change.number])).toEqual(changes)
})

it('puts any record where it belongs, step by step without another overtaking, and never below the least number', () => {
  const records = fc
    .array(fc.option(fc.integer({ min: 0, max: 12 }), { freq: 8 }), { minLength: 2, maxLength: 12 })
    .map((numbers) => numbered(...numbers))
  const property = fc.property(records, fc.nat(), fc.nat(), fc.boolean(), (all, first, second, isBefore) => {
    const moved = all[first % all.length]
    const others = all.filter((record) => record !== moved)
    const beside = others[second % others.length]
    if (!moved || !beside) return
    const changes = renumber(all, moved.id, isBefore ? { before: beside.id } : { after: beside.id }) ?? []
    expect(changes.every(({ number }) => number >= 0)).toBe(true)
    expect(changes.length).toBeLessThanOrEqual(all.length)
    let now = all
    const idsOf = (list: readonly Numbered[]) => list.map(({ id }) => id).filter((id) => id !== moved.id)
    for (const change of changes)
      now = now.map((record) => (record.id === change.id ? { ...record, number: change.number } : record))
    expect(idsOf(inOrder(now))).toEqual(idsOf(all))
    const order = inOrder(now).map(({ id }) => id)
    expect(order.indexOf(moved.id) - order.indexOf(beside.id)).toBe(isBefore ? -1 : 1)
  })
  fc.assert(property, { numRuns: 500 })
})

/** The fewest that have to change for this order, by trying which of the others may keep their numbers. */
const fewestChanges = (order: readonly Numbered[], moved: number): number => {
  const isPossible = (kept: number) => {
    let last = -1
    for (const [at, { number }] of order.entries()) {
      const isKept = (kept & (1 << at)) !== 0
      if (isKept && (number ?? -1) <= last) return false
      last = isKept ? (number ?? last) : last + 1
    }
    return true
  }
  const [all, own] = [2 ** order.length - 1, 1 << moved]
  if (isPossible(all)) return 0
  const ways = Array.from({ length: all }, (_, kept) => kept).filter((kept) => (kept & own) === 0 && isPossible(kept))
  return Math.min(...ways.map((kept) => order.filter((_, at) => (kept & (1 << at)) === 0).length))
}

it('changes no more numbers than it has to', () => {
  const records = fc
    .uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 7 })
    .map((numbers) => numbered(...numbers))
  const property = fc.property(records, fc.nat(), fc.nat(), fc.boolean(), (all, first, second, isBefore) => {
    const moved = all[first % all.length]
    const others = all.filter((record) => record !== moved)
    const beside = others[second % others.length]
    if (!moved || !beside) return
    const at = others.indexOf(beside) + (isBefore ? 0 : 1)
    const place = isBefore ? { before: beside.id } : { after: beside.id }
    const changes = renumber(all, moved.id, place)
    expect(changes?.length).toBe(fewestChanges([...others.slice(0, at), moved, ...others.slice(at)], at))
  })
  fc.assert(property, { numRuns: 500 })
})

it('says nothing of records that are not there', () => {
  expect(renumber(numbered(1, 2), 7, { before: 1 })).toBeNull()
  expect(renumber(numbered(1, 2), 1, { before: 7 })).toBeNull()
  expect(renumber(numbered(1, 2), 1, { before: 1 })).toBeNull()
})
