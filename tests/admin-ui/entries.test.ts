import { expect, it } from 'vitest'
import { entryChanges } from '../../admin-ui/diff/entries.ts'

const entry = (id: number, word = `Entry ${id}`, children: object[] = []) => ({ id, word, children })
const kindsOf = (from: object[], to: object[]) => entryChanges(from, to).map(({ kind, id }) => `${kind} ${id}`)

it('tells entries that were added, taken away, changed and moved', () => {
  expect(kindsOf([entry(1), entry(2)], [entry(1), entry(2)])).toEqual([])
  expect(kindsOf([entry(1)], [entry(1), entry(2)])).toEqual(['added 2'])
  expect(kindsOf([entry(1), entry(2)], [entry(2)])).toEqual(['removed 1'])
  expect(kindsOf([entry(1)], [entry(1, 'Other')])).toEqual(['changed 1'])
})

it('names the fewest that moved, not all that stand elsewhere now', () => {
  expect(
    kindsOf(
      [1, 2, 3, 4].map((id) => entry(id)),
      [4, 1, 2, 3].map((id) => entry(id)),
    ),
  ).toEqual(['moved 4'])
})

it('takes an entry below another one for a move, not for one gone and one more', () => {
  const from = [entry(1), entry(2)]
  const to = [entry(1, 'Entry 1', [entry(2)])]
  expect(kindsOf(from, to)).toEqual(['moved 2'])
  expect(kindsOf(to, from)).toEqual(['moved 2'])
})

it('says of what was moved and changed what it was and is', () => {
  const [change] = entryChanges([entry(1), entry(2)], [entry(2, 'Renamed'), entry(1)]).filter(({ id }) => id === '2')
  expect(change).toMatchObject({ from: { word: 'Entry 2' }, to: { word: 'Renamed' } })
})
